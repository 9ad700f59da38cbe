"""Evenings in rounds at random: the facts give one state however they came, and the script in docs/ agrees with it."""

import io
import json
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.competition.rounds_script import CODE, SCRIPT, names_of_script, verdict
from tests.competition.stages.evenings import Evening, evening, from_the_first, public_state
from tests.competition.stages.evenings_of_stages import evening_of_stages, state_of_stages
from tests.competition.stages.fields_of_groups import going_on
from tests.competition.stages.scored import scores
from tests.competition.stages.standing_rounds import BY_SCORE, DANISH, MODIFIED, SWISS, across, history
from tests.searching import often, seeds
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import PairedFormat
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.crossing import cross_places, pairs_of
from tournaments.competition.stages.facts import Apart, Facts, Result
from tournaments.competition.stages.standing_options import StandingOptions, standing_to_json
from tournaments.games.contract import Json


def check(found: Evening) -> str:
    """Check an evening against its own facts, and against the script; return what this said."""
    facts, deductions = from_the_first(found, found.log)
    assert (facts, deductions) == (found.facts, found.deductions)
    assert found.event_format.standing(facts, deductions, low_wins=found.low_wins) == found.standing
    for number, steps in found.paired_at.items():
        again = found.event_format
        assert isinstance(again, PairedFormat)
        assert again.pair(*from_the_first(found, found.log[:steps]), low_wins=found.low_wins) == found.pairings[number]
    said = verdict(public_state(found))
    assert said.endswith("OK\n"), said
    return said


# R-STG-07, R-TIE-13, R-DAN-03, R-DAN-04, R-SWI-03, R-SWI-04, R-KNG-02
@pytest.mark.without_coverage
@pytest.mark.parametrize("seed", seeds(40))
def test_the_script_finds_every_place_and_pairing_of_an_evening_that_goes_any_way(seed: int) -> None:
    check(evening(Random(seed)))


# R-STG-21, R-STG-22, R-STG-23, R-STG-25, R-STG-27, R-GRP-11, R-GRP-12, R-GRP-13, R-GRP-14, R-GRP-15
@pytest.mark.without_coverage
@pytest.mark.parametrize("seed", seeds(40))
def test_the_script_finds_who_goes_on_and_every_place_of_an_event_of_stages(seed: int) -> None:
    said = verdict(state_of_stages(evening_of_stages(Random(seed))))
    assert said.endswith("OK\n"), said


# R-GRP-19, R-GRP-20
@pytest.mark.without_coverage
@pytest.mark.parametrize("groups", [1, 2, 3, 4, 7, 8, 20])
@pytest.mark.parametrize("crossing", ["ends", "1-1", "1-3 2-2", "2-3"])
def test_the_script_crosses_places_as_the_event_does(groups: int, crossing: str) -> None:
    field, pairs = going_on(groups, 3, 0, Random(groups)), pairs_of(crossing, 3)
    for gone in range(3):
        here = [each for each in field if each.group != gone or each.place < 3]
        script = names_of_script()
        script["group_before"] = {each.key: each.group for each in here}
        assert script["places_that_meet"](crossing, 3) == list(pairs)
        assert tuple(script["cross_places"]([each.key for each in here], pairs)) == cross_places(here, pairs)


def pairing_of(order: list[int], facts: Facts, options: StandingOptions) -> list[list[int]]:
    """The next round by the script alone."""
    plain = Evening(format_of({"kind": "danish"}), (1, 2))
    names: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
        patch.setattr(sys, "stdin", io.StringIO(json.dumps(public_state(plain))))
        exec(CODE, names)
    names["options"].update(standing_to_json(options))
    past = [{"round": each.round, "keys": list(each.keys)} for each in facts.meetings]
    apart = [{"entries": list(each.keys), "until": each.until} for each in facts.apart]
    names["published"][facts.last_round + 1] = {"round": facts.last_round + 1, "apart": apart}
    return names["pairing"](order, past, facts.last_round)


# R-DAN-02, R-DAN-03, R-DAN-04, R-DAN-06, R-SWI-01, R-SWI-02, R-SWI-03, R-SWI-04
@pytest.mark.without_coverage
@pytest.mark.parametrize("count", range(2, 17))
def test_the_rules_determine_a_pairing_whatever_was_announced_before(count: int) -> None:
    chance = Random(count)
    for turn in range(often(25)):
        facts = (across if turn % 3 == 2 else history)(count, chance)
        order = [key for key in range(1, count + 1) if count < 4 or chance.random() > 0.03]
        chance.shuffle(order)
        if len(order) < 2:
            continue
        facts = Facts(facts.entrants, tuple(each._replace(round=min(each.round, 29)) for each in facts.meetings))
        options = (SWISS, SWISS, MODIFIED, DANISH)[turn % 4]
        expected = [list(meeting.keys) for meeting in pair(order, facts, options).meetings]
        assert pairing_of(order, facts, options) == expected, turn


@pytest.mark.without_coverage
@pytest.mark.parametrize("count", range(2, 13))
def test_the_script_keeps_apart_who_the_organiser_keeps_apart(count: int) -> None:
    """R-HND-11."""
    chance = Random(count)
    for turn in range(often(24)):
        facts = history(count, chance)
        order = list(range(1, count + 1))
        chance.shuffle(order)
        rounds = min(facts.last_round + 1 + chance.randint(0, 2), 30)
        facts = replace(
            facts,
            meetings=tuple(each._replace(round=min(each.round, 29)) for each in facts.meetings),
            apart=tuple(
                Apart(tuple(chance.sample(order, chance.randint(2, count))), chance.choice((0, rounds)))
                for _set in range(chance.randint(1, 3))
            ),
        )
        options = (SWISS, replace(BY_SCORE, rounds=rounds), MODIFIED, DANISH)[turn % 4]
        expected = [list(meeting.keys) for meeting in pair(order, facts, options).meetings]
        assert pairing_of(order, facts, options) == expected, turn


def evening_of(kind: str, count: int) -> Evening:
    """Three rounds, in which line A wins by as much as its key."""
    found = Evening(format_of({"kind": kind, "rounds": 3}), tuple(range(1, count + 1)))
    for _round in range(3):
        if not found.open:
            found.pair()
        for meeting in found.open:
            found.apply("result", Result(meeting, scores([meeting.keys[0] + 1, 1])))
    return found


def forged(state: Json, how: str) -> Json:
    """The state with one thing that is not so."""
    tables, standings = state["tables"], state["standings"]
    if how == "place":
        standings[0]["place"], standings[1]["place"] = 2, 1
    elif how == "lines":
        tables[-1]["lines"].reverse()
    elif how == "result":
        tables[0]["lines"][0]["vp"] += 1
    elif how == "meeting":
        one, other = tables[-1]["lines"], tables[-2]["lines"]
        one[0], other[0] = other[0], one[0]
    elif how == "order":
        order = state["pairings"][-1]["order"]
        order[0], order[3] = order[3], order[0]
    else:
        tables.pop()
    return state


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("place", "place 2 of Coppia"),
        ("lines", "table 4 of round 3 is Coppia"),
        ("result", " VP of Coppia "),
        ("meeting", "table 3 of round 3 is Coppia"),
        ("order", "round 3 was paired by another order"),
        ("table", "round 3 has 4 tables"),
    ],
)
def test_the_script_says_what_differs(how: str, said: str) -> None:
    """R-STG-01."""
    found = evening_of("swiss", 8)
    assert check(found) == "OK\n"
    assert said in verdict(forged(public_state(found), how))


def test_the_script_tells_a_correction_from_a_wrong_order() -> None:
    """R-STG-07: the pairing that was announced stays, and the script says that results have changed since."""
    found = evening_of("danish", 8)
    for result in found.facts.results[:4]:
        found.apply("result", result._replace(scores=result.scores[::-1]))
    assert check(found).startswith("Note: round 2 was paired by another order, before these steps: score_corrected\n")


def test_a_knockout_has_nothing_to_check_here() -> None:
    assert verdict({"stage": None, "stages": [], "standings": []}) == "Differs: this event is not played in rounds"


def test_the_script_stands_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    imports = [line for line in text.splitlines() if line.startswith(("import", "from"))]
    assert [line.split()[1] for line in imports] == ["json", "sys", "collections", "fractions", "itertools"]
