"""The recipe for a new parameter: what was written before it is still read, and seals from before still hold."""

import json
import re
from dataclasses import make_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from gamekit.domains import Choice, Domain
from gamekit.refusals import RefusalError
from gamekit.rulesets import Rulesets
from tests.games.conformance import KEYS
from tournaments.games.registry import game

HERE = Path(__file__).parent
KEPT: dict[str, dict[str, list[str]]] = json.loads((HERE / "parameters.json").read_text(encoding="utf-8"))
RECIPE = "docs/follow-one-score.md: a new set of parameters is a new VERSION, and stands in tests/games/parameters.json"
VERSIONS = [pytest.param(key, int(version), id=f"{key} {version}") for key in KEPT for version in KEPT[key]]


def rules_of(key: str) -> Any:
    return import_module(f"{key}.rules")


def test_the_recipe_names_what_a_game_has() -> None:
    """The row of the document says every place where a parameter is written, and each of them is there."""
    text = (HERE.parents[1] / "docs/follow-one-score.md").read_text(encoding="utf-8")
    (row,) = [line for line in text.splitlines() if line.startswith("| a parameter of a ruleset |")]
    names = re.findall(r"`([A-Z]\w+)`", row)
    assert {"DOMAINS", "Rules", "VERSION", "ADDED", "REMOVED"} == set(names)
    for key in KEYS:
        assert [name for name in names if not hasattr(rules_of(key), name)] == [], key
    assert "`tests/games/parameters.json`" in row


@pytest.mark.parametrize("key", KEYS)
def test_every_set_of_parameters_has_a_version_of_its_own(key: str) -> None:
    found, today = rules_of(key), KEPT[key]
    assert sorted(found.FIELDS) == today[str(found.VERSION)], RECIPE
    assert list(map(int, today)) == list(range(1, found.VERSION + 1)), RECIPE


@pytest.mark.parametrize(("key", "version"), VERSIONS)
def test_rules_of_every_version_are_read(key: str, version: int) -> None:
    """An event of that version had these parameters, each with a value that a preset of today or a removed one has."""
    found = game(key)
    for preset in found.presets.values():
        known = {**preset, **found.retired_rules}
        old = {name: known[name] for name in KEPT[key][str(version)]} | {"version": version}
        found.check_rules(found.upgrade_rules(old))


@pytest.mark.parametrize("key", KEYS)
def test_the_recipe_followed_leaves_every_older_ruleset_readable(key: str) -> None:
    """One more parameter, as the document says it, in a copy of the game's rules; without ``ADDED`` nothing is read."""
    found = rules_of(key)
    domains: dict[str, Domain] = {**found.DOMAINS, "re_bello": Choice(("off", "on"))}
    usual = found.to_json(found.Rules())
    fields = [(name, Any, usual.get(name, "off")) for name in domains]
    kind = make_dataclass("More", [(name, of, value) for name, of, value in fields if not isinstance(value, list)])
    domains = {name: domain for name, domain in domains.items() if name in kind.__dataclass_fields__}
    version, more = found.VERSION + 1, {"re_bello": "off"}
    followed = Rulesets(
        kind,
        domains,
        version=version,
        error=RefusalError,
        added={**found.ADDED, version: more},
        removed=found.REMOVED,
    )
    forgotten = Rulesets(kind, domains, version=version, error=RefusalError, added=found.ADDED, removed=found.REMOVED)
    for then, names in KEPT[key].items():
        known = {**usual, **game(key).retired_rules}
        old = {name: known[name] for name in names if name not in found.DOMAINS or name in domains}
        read = followed.read(followed.upgrade(old | {"version": int(then)}))
        assert read.re_bello == "off"
        with pytest.raises(RefusalError) as refused:
            forgotten.read(forgotten.upgrade(old | {"version": int(then)}))
        assert (refused.value.code, refused.value.field) == ("rule_missing", "re_bello")


@pytest.mark.parametrize("key", KEYS)
def test_every_parameter_has_a_choice(key: str) -> None:
    """What can be only one thing is no parameter: it is a rule of the game."""
    for name, said in game(key).rules_schema["properties"].items():
        if name != "version":
            assert len(said.get("enum", [0, 1])) > 1, name
            assert "minimum" not in said or said["minimum"] < said["maximum"], name
