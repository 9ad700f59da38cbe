"""Why somebody plays where they do in an event of several stages."""

from collections.abc import Container
from dataclasses import replace
from typing import Any

import pytest

from tests.competition.stages.played_stages import DANISH, GROUPS, played, stages, won
from tournaments.competition.formats.stage_reasons import first_meetings, reasons
from tournaments.competition.formats.stages import Deductions, StagesFormat, pair_next_round
from tournaments.competition.stages.facts import Facts, Reason, Result
from tournaments.competition.stages.tallies import NO_DEDUCTIONS

KNOCKOUT = {"kind": "knockout", "from": {"best": 6}}
SWISS = {"kind": "swiss", "rounds": 3, "from": {"first": 2}}
CARRIED = {**DANISH, "from": {"carries": True}}
START = 4


def nobody_paid(_stages: Container[int]) -> Deductions:
    return NO_DEDUCTIONS


def begun(event: StagesFormat, starts: list[int]) -> Facts:
    """The facts with the first round of the next stage, which is not played yet."""
    facts = played(event)
    before = event.standing(facts, [1], 1)
    plan = event.begin(2, before, event.facts_of(facts, starts, 2), starts[-1], 90)
    return replace(facts, meetings=(*facts.meetings, *first_meetings(plan)))


def told(event: StagesFormat, facts: Facts, *starts: int) -> dict[int, Reason]:
    return reasons(event, facts, starts, nobody_paid)


def test_the_first_round_of_a_stage_is_told_from_the_standings_before() -> None:
    event = stages({"kind": "mitchell", "rounds": 3}, KNOCKOUT)
    facts = begun(event, [1, START])
    order = event.standing(facts, [1, START], 1).order
    found = told(event, facts, 1, START)
    assert set(found) == set(order[:6])
    assert found[order[0]].code == "from_standings_rests"
    assert found[order[2]].code == "from_standings_meet"
    assert told(event, replace(facts, left=dict.fromkeys(order[2:], START)), 1, START) == found


def test_who_has_come_further_is_told_no_more_of_the_first_round() -> None:
    event = stages({"kind": "mitchell", "rounds": 3}, KNOCKOUT)
    facts = begun(event, [1, START])
    further = next(each for each in facts.meetings if each.round == START)
    facts = replace(facts, meetings=(*facts.meetings, further._replace(round=START + 1)))
    assert set(further.keys).isdisjoint(told(event, facts, 1, START))


@pytest.mark.parametrize("then", [SWISS, KNOCKOUT, CARRIED])
def test_where_the_standings_have_been_corrected_since_nothing_is_told(then: dict[str, Any]) -> None:
    event = stages(GROUPS, then)
    facts = begun(event, [1, START])
    assert {reason.code for reason in told(event, facts, 1, START).values()} <= {
        "from_groups_meet",
        "from_groups_alike",
        "from_groups_rests",
    }
    results = tuple(Result(each.meeting, each.scores[::-1]) for each in facts.results)
    assert told(event, replace(facts, results=results), 1, START) == {}


def test_later_rounds_of_a_stage_are_told_by_its_own_standings_with_the_numbers_of_the_event() -> None:
    event = stages(GROUPS, SWISS)
    facts = begun(event, [1, START])
    now = [each for each in facts.meetings if each.round == START]
    facts = replace(facts, results=(*facts.results, *map(won, now)))
    swiss = event.parts[1].format
    own = event.facts_of(facts, [1, START], 2)
    paired = pair_next_round(swiss, own, START, NO_DEDUCTIONS, low_wins=False)  # type: ignore[arg-type]
    facts = replace(facts, meetings=(*facts.meetings, *paired.meetings))
    found = told(event, facts, 1, START)
    assert [found[meeting.keys[0]] for meeting in paired.meetings] == list(paired.reasons)


def test_nothing_is_told_of_what_follows_from_a_draw() -> None:
    event = stages(GROUPS, {**GROUPS, "from": {"first": 2}})
    assert told(event, played(event), 1) == {}
    assert told(event, begun(event, [1, START]), 1, START) == {}
    danish = stages(DANISH, KNOCKOUT)
    assert told(danish, played(danish), 1) == {}
