"""A chain of stages in the form: what is chosen is kept, and what is kept is shown again as it was."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from script.regulations import REGULATIONS
from tests.competition.stages.evenings_of_stages import some_stages
from tests.searching import in_short
from tournaments.competition.formats.stages import MOST_STAGES
from tournaments.errors import RefusedError
from tournaments.events.forms.formats import FormatForm
from tournaments.events.forms.next_stages import ASKED, NUMBERS, field_name, stages_in
from tournaments.events.writes.tournaments import fitting_format
from tournaments.games import registry
from tournaments.games.contract import Json

GAMES = [("scopa", "valliadi_2022"), ("scala40", "torneo_003")]
GROUPS = {"kind": "groups"}


def form(game: str, preset: str, kept: Mapping[str, Json], data: Mapping[str, Any] | None = None) -> FormatForm:
    found = registry.game(game)
    return FormatForm(found, found.presets[preset], kept, data)


def as_shown(shown: FormatForm) -> dict[str, Any]:
    """What the page sends when nothing is touched."""
    values = {field.html_name: field.value() for field in shown}
    return {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def kept_as(game: str, preset: str, wanted: Mapping[str, Json]) -> dict[str, Json]:
    """Return a format as an event keeps it."""
    found = registry.game(game)
    return dict(fitting_format(found, found.presets[preset], wanted).to_json())


def saved(game: str, preset: str, kept: Mapping[str, Json], **changes: str) -> dict[str, Json]:
    """Return what an event keeps after its page was sent with some changes."""
    data = {**as_shown(form(game, preset, kept)), **changes}
    sent = form(game, preset, kept, data)
    assert sent.is_valid(), sent.errors
    return kept_as(game, preset, sent.merged_json())


def some_choices(dice: Random, shown: FormatForm) -> dict[str, str]:
    """Choose a first stage and what follows it, each that the page offers there."""
    before = dice.choice(shown.leading)
    chosen = {"kind": before}
    if before == "heats":
        chosen["heat"] = dice.choice(("0", "8", "16"))
    for number in NUMBERS[: dice.randint(1, len(NUMBERS))]:
        kinds = [kind for kind, befores in shown.after.items() if before in befores]
        if not kinds:
            break
        before = dice.choice(kinds)
        values = {
            "kind": before,
            "who": dice.choice("01"),
            "first": str(dice.randint(0, 3)),
            "others": str(dice.choice((0, 0, 2))),
            "best": str(dice.randint(2, 40)),
            "rounds": str(dice.randint(1, 4)),
            "groups": str(dice.choice((1, 1, 2, 5))),
            "heat": dice.choice(("0", "6", "8")),
            "size": str(dice.randint(3, 6)),
        }
        if dice.random() < 0.5:
            values["third_place"] = "on"
        if dice.random() < 0.2:
            values["apart"] = "on"
        chosen |= {field_name(number, name): value for name, value in values.items()}
    return chosen


@pytest.mark.parametrize(("game", "preset"), GAMES)
@settings(max_examples=in_short(10, 100))
@given(dice=st.randoms(use_true_random=False))
def test_a_chain_that_was_chosen_is_shown_and_saved_as_it_is(game: str, preset: str, dice: Random) -> None:
    page = form(game, preset, kept_as(game, preset, GROUPS))
    sent = form(game, preset, kept_as(game, preset, GROUPS), {**as_shown(page), **some_choices(dice, page)})
    refused = {name for name in sent.errors if name.startswith("stage")}
    assert set(sent.errors) == refused
    assume(sent.is_valid())
    kept = kept_as(game, preset, sent.merged_json())
    assert len(stages_in(kept)) > 1
    shown = form(game, preset, kept)
    assert not shown.is_unlisted
    assert saved(game, preset, kept) == kept


@pytest.mark.parametrize(("game", "preset"), GAMES)
@settings(max_examples=in_short(10, 100))
@given(dice=st.randoms(use_true_random=False))
def test_a_kept_chain_stays_whether_the_form_has_it_or_only_names_it(game: str, preset: str, dice: Random) -> None:
    try:
        kept = kept_as(game, preset, some_stages(dice).to_json())
    except RefusedError:
        assume(False)
    assert saved(game, preset, kept) == kept


@pytest.mark.parametrize("number", range(len(REGULATIONS)), ids=[each.key for each in REGULATIONS])
def test_the_form_has_the_stages_of_every_regulation(number: int) -> None:
    for evening in REGULATIONS[number].evenings:
        kept = kept_as(evening.game, evening.preset, evening.format)
        assert not form(evening.game, evening.preset, kept).is_unlisted
        assert saved(evening.game, evening.preset, kept) == kept


def test_another_ranking_is_that_of_every_stage_and_a_stage_of_its_own_stays() -> None:
    own = {"kind": "danish", "rounds": 2, "rematches": "allowed", "from": {"carries": True}, "ranking": "three_points"}
    kept = kept_as("scopa", "valliadi_2022", {"kind": "stages", "stages": [{**GROUPS, "ranking": "valliadi"}, own]})
    same = saved("scopa", "valliadi_2022", kept, size="5")
    assert [each["ranking"] for each in same["stages"]] == [each["ranking"] for each in kept["stages"]]
    assert same["stages"][1]["rematches"] == "allowed"
    first, then = saved("scopa", "valliadi_2022", kept, ranking="vp")["stages"]
    assert first["ranking"] == then["ranking"]


def test_the_size_of_the_tables_is_that_of_all_heats() -> None:
    heats = {"kind": "heats", "rounds": 1, "from": {"best": 8}}
    first = {"kind": "heats", "rounds": 1, "max_table": 4}
    kept = kept_as("scala40", "torneo_003", {"kind": "stages", "stages": [first, heats, heats]})
    found = saved("scala40", "torneo_003", kept, max_table="5")
    assert [each["max_table"] for each in found["stages"]] == [5, 5, 5]


def test_a_game_is_offered_what_can_follow_in_it() -> None:
    """The domain says what may follow what: heats lead to no Danish that counts on, and no game of two has them."""
    scala = form(*GAMES[1], kept_as(*GAMES[1], GROUPS))
    assert set(scala.after) == set(ASKED)
    assert "heats" not in scala.after["danish"]
    assert {"heats", "groups"} <= set(scala.after["heats"])
    scopa = form(*GAMES[0], kept_as(*GAMES[0], GROUPS))
    assert set(scopa.after) == {"knockout", "groups", "danish", "swiss"}
    assert field_name(2, "heat") not in scopa.fields
    assert max(number for number, _fields in scopa.stage_blocks()) == MOST_STAGES
