"""Rulesets: what a parameter may be, and the presets."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.domains import Choice, Domain, Flag, Several, Whole
from scala40.errors import RefusalError, brief
from scala40.phrases import PHRASES
from scala40.presets import PRESETS, TORNEO_003
from scala40.rules import DOMAINS, FIELDS, REMOVED, RULESETS, VERSION, Rules, from_json, to_json, upgrade
from tests.coded import coded


def test_every_parameter_has_a_domain_and_a_label() -> None:
    assert tuple(DOMAINS) == FIELDS
    assert [name for name in FIELDS if f"rule.{name}" not in PHRASES] == []


def test_every_named_value_has_a_phrase() -> None:
    named = [(name, value) for name, domain in DOMAINS.items() if isinstance(domain, Choice) for value in domain.values]
    assert [each for each in named if f"rule.{each[0]}.{each[1]}" not in PHRASES] == []
    causes = DOMAINS["leave_causes"]
    assert isinstance(causes, Several)
    assert [cause for cause in causes.values if f"cause.{cause}" not in PHRASES] == []


@pytest.mark.parametrize("name", PRESETS, ids=lambda name: f"R-S40-29 {name}")
def test_presets_are_whole_and_survive_json(name: str) -> None:
    written = to_json(PRESETS[name])
    assert tuple(written) == ("version", *FIELDS)
    assert from_json(written) == PRESETS[name]


DIFFERENCES: dict[str, dict[str, Any]] = {
    "torneo_003": {"opening_points": 40, "max_run_when_laid": 5, "out_at": 101, "hand_close_penalty": "count"},
    "federazione": {"max_run_when_laid": 13, "no_close_first_round": True, "opening_points": 40, "out_at": 101},
    "batteria_60": {"time_limit_min": 60, "max_run_when_laid": 5},
}


@pytest.mark.parametrize("name", DIFFERENCES, ids=lambda name: f"R-S40-29 {name}")
def test_presets_say_what_their_source_says(name: str) -> None:
    found = to_json(PRESETS[name])
    assert {parameter: found[parameter] for parameter in DIFFERENCES[name]} == DIFFERENCES[name]


def test_the_default_is_the_seed() -> None:
    """R-S40-29, R-S40-04: what the seed says, and what is common where it is silent."""
    assert next(iter(PRESETS)) == "torneo_003"
    assert Rules() == TORNEO_003
    assert to_json(TORNEO_003) == {
        "version": VERSION,
        "joker_first_upcard": "replaced",
        "max_run_when_laid": 5,
        "max_run_on_table": 14,
        "opening_points": 40,
        "hand_close_needs_40": False,
        "pickup_must_be_melded": True,
        "joker_must_be_reused": True,
        "attachable_discard": "refused",
        "no_close_first_round": False,
        "stock_remakes": 2,
        "hand_close_penalty": "count",
        "out_at": 101,
        "table_tiebreak": "extra_deal",
        "tiebreak_deals": 2,
        "final_mode": "last_survivor",
        "final_ties": "ex_aequo",
        "time_limit_min": None,
        "leave_causes": ["abandon", "no_show", "disqualification"],
        "fault_online": "robot",
    }


def outside(domain: Domain) -> list[Any]:
    """Values that are not in the domain, the near misses of JSON among them."""
    if isinstance(domain, Whole):
        return [domain.low - 1, domain.high + 1, str(domain.low), True, 1.0]
    if isinstance(domain, Flag):
        return [0, "true", None]
    return ["", 7, []] if isinstance(domain, Choice) else ["abandon", ["abandon", "abandon"], ["rain"], [{}]]


@pytest.mark.parametrize("name", FIELDS, ids=lambda name: f"R-S40-29 {name}")
def test_a_value_outside_its_domain_is_refused_by_name(name: str) -> None:
    for value in outside(DOMAINS[name]):
        with pytest.raises(RefusalError) as refused:
            from_json(to_json(TORNEO_003) | {name: value})
        assert (refused.value.code, refused.value.field) == ("rule_value", name)
        assert refused.value.params == {
            "typed": brief(value),
            "allowed": DOMAINS[name].text(),
        }


def test_parameters_and_domains_stand_in_one_order() -> None:
    assert tuple(DOMAINS) == FIELDS


def test_optional_numbers_may_be_unset() -> None:
    assert DOMAINS["time_limit_min"].text() == "1..600, null"
    assert Rules(time_limit_min=None).time_limit_min is None


def test_unknown_and_missing_parameters_are_refused() -> None:
    whole = to_json(TORNEO_003)
    with pytest.raises(RefusalError) as unknown:
        from_json(whole | {"mille": True})
    assert (unknown.value.code, unknown.value.field) == ("rule_unknown", "mille")
    del whole["out_at"]
    with pytest.raises(RefusalError) as missing:
        from_json(whole)
    assert (missing.value.code, missing.value.field) == ("rule_missing", "out_at")
    with pytest.raises(RefusalError, check=coded("rules_not_a_mapping")):
        from_json(["out_at", 101])


def test_rules_of_the_first_release_are_read_in_those_of_today() -> None:
    """R-S40-48: they had no version; what is no older ruleset is left for the check."""
    whole = to_json(TORNEO_003)
    old = {name: value for name, value in whole.items() if name != "version"}
    assert upgrade(old) == whole
    for other in (whole, whole | {"version": 99}, None, ["target"], 7):
        assert upgrade(other) is other


@pytest.mark.parametrize("then", [1, 2])
def test_a_parameter_that_is_gone_is_read_with_its_only_value(then: int) -> None:
    """R-S40-48: six of one value were in the rules of versions 1 and 2; another value was never allowed."""
    today, gone = to_json(TORNEO_003), RULESETS.retired
    assert set(gone) == set(REMOVED[3])
    assert upgrade(today | gone | {"version": then}) == today
    with pytest.raises(RefusalError, check=coded("rule_unknown")):
        from_json(upgrade(today | gone | {"version": then, "packs": 1}))


@pytest.mark.parametrize("version", [1, VERSION + 1, True, str(VERSION), None, [[]]])
def test_another_version_of_the_rules_is_refused(version: object) -> None:
    """R-S40-48"""
    with pytest.raises(RefusalError) as refused:
        from_json(to_json(TORNEO_003) | {"version": version})
    assert (refused.value.code, refused.value.field) == ("rules_version", "version")


def any_of(domain: Domain) -> st.SearchStrategy[Any]:
    if isinstance(domain, Choice):
        return st.sampled_from(domain.values)
    if isinstance(domain, Several):
        return st.lists(st.sampled_from(domain.values), unique=True).map(tuple)
    if isinstance(domain, Whole):
        return st.integers(domain.low, domain.high) | (st.none() if domain.optional else st.nothing())
    return st.booleans()


@given(st.fixed_dictionaries({name: any_of(domain) for name, domain in DOMAINS.items()}))
def test_every_ruleset_survives_json(values: dict[str, Any]) -> None:
    found = Rules(**values)
    assert from_json(to_json(found)) == found


def test_rules_from_before_leave_a_fault_online_to_the_referee() -> None:
    """R-S40-54"""
    before = {name: value for name, value in to_json(Rules()).items() if name != "fault_online"}
    assert from_json(upgrade(before | {"version": 3})).fault_online == "referee"
    assert Rules().fault_online == "robot"
