"""Heats side by side as a stage of an event: who goes on from each, and what may still happen there."""

from collections import Counter
from typing import Any

import pytest

from tests.competition.stages.played_stages import stages
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import HeatsFormat, InRounds
from tournaments.competition.formats.stage_reasons import first_meetings, from_before
from tournaments.competition.formats.stages import StagesFormat, goes_on
from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.stages.heats import HeatsOptions, heats_of
from tournaments.competition.stages.outlook import Outlooks
from tournaments.competition.stages.possible import gains_of
from tournaments.competition.types import Entrant, FromEntrant
from tournaments.games.contract import RefusedError

HEATS = {"kind": "heats", "rounds": 2, "heat": 8}
KEYS = tuple(range(1, 25))


def settled(meeting: Meeting) -> Result:
    """The lower the key, the better."""
    return Result(meeting, tuple([Score(sorted(meeting.keys).index(key) + 1) for key in meeting.keys]))


def drawn(event: StagesFormat, rounds: int = 2, keys: tuple[int, ...] = KEYS) -> Facts:
    """All tables of the first stage, with the results of some rounds."""
    meetings = event.opening.schedule(event.draw(tuple(map(Entrant, keys))).positions)
    return Facts(
        tuple(map(Entrant, keys)), meetings, tuple([settled(each) for each in meetings if each.round <= rounds])
    )


def heats() -> list[set[int]]:
    return [set(keys) for keys in heats_of(KEYS, HeatsOptions(heat=8))]


# R-HEA-08
def test_the_first_of_each_heat_go_on_and_the_best_of_the_others() -> None:
    event = stages(HEATS, {**HEATS, "heat": 8, "from": {"first": 2, "best": 2}})
    before = event.standing(drawn(event), [1], 1)
    assert [{row.tally.key for row in before.rows if row.group == group} for group in (1, 2, 3)] == heats()
    going_on = goes_on(event.parts[1], before)
    assert Counter(each.group for each in going_on[:6]) == {1: 2, 2: 2, 3: 2}
    assert {each.key for each in going_on} == set(range(1, 9))
    assert event.entrants(24) == (24, 8)
    plan = event.begin(2, before, Facts(()), 3, 13)
    assert [(table.number, table.round, table.group) for table in plan.tables] == [
        (13, 3, 1),
        (14, 3, 1),
        (15, 4, 1),
        (16, 4, 1),
    ]


# R-HEA-07, R-HEA-08
def test_heats_after_heats_are_dealt_out_from_the_standings() -> None:
    event = stages(HEATS, {**HEATS, "heat": 6, "from": {"first": 4}})
    before = event.standing(drawn(event), [1], 1)
    plan = event.begin(2, before, Facts(()), 3, 13)
    order = [each.key for each in goes_on(event.parts[1], before)]
    members: dict[int, set[int]] = {1: set(), 2: set()}
    for table in plan.tables:
        members[table.group] |= {slot.key for slot in table.slots if isinstance(slot, FromEntrant)}
    assert list(members.values()) == [set(keys) for keys in heats_of(order, HeatsOptions(heat=6))]


# R-HEA-08
@pytest.mark.parametrize(
    ("then", "code"),
    [
        ({"kind": "knockout", "from": {"first": 1, "best": 1}}, "from_heats_alike"),
        ({"kind": "knockout", "from": {"first": 2, "best": 2}}, "from_heats_meet"),
        ({"kind": "knockout", "from": {"first": 1}}, "from_heats_rests"),
        ({**HEATS, "from": {"first": 2}}, "from_heats_sit"),
    ],
)
def test_tables_after_heats_name_the_heats(then: dict[str, Any], code: str) -> None:
    event = stages(HEATS, then)
    before = event.standing(drawn(event), [1], 1)
    plan = event.begin(2, before, Facts(()), 3, 13)
    reasons = from_before(first_meetings(plan), before, event.opening)
    assert code in {each.code for each in reasons}


# R-HEA-08
def test_in_a_knockout_those_of_one_heat_meet_late() -> None:
    event = stages(HEATS, {"kind": "knockout", "from": {"first": 2, "best": 2}})
    plan = event.begin(2, event.standing(drawn(event), [1], 1), Facts(()), 3, 13)
    heat = {key: number for number, keys in enumerate(heats()) for key in keys}
    first = [meeting.keys for meeting in first_meetings(plan)]
    assert len(first) == 4
    assert all(heat[one] != heat[two] for one, two in first)


def test_more_than_a_heat_holds_cannot_go_on() -> None:
    with pytest.raises(RefusedError) as refusal:
        stages(HEATS, {**HEATS, "from": {"first": 9}})
    assert (refusal.value.code, refusal.value.field) == ("bad_first_of_group", "first")
    together = {"kind": "heats", "rounds": 2}
    assert stages(together, {**together, "from": {"first": 9}}).entrants(24) == (24, 9)


# R-HEA-08, R-TIE-16
def test_who_is_through_is_known_heat_by_heat() -> None:
    event = stages(HEATS, {**HEATS, "from": {"first": 4}})
    facts = drawn(event, rounds=1)
    standing = event.standing(facts, [1], 1)
    points = standing.ranking.points
    assert points is not None
    outlooks = Outlooks(standing, facts, gains_of(points), cut=event.cut(1))
    for keys in heats():
        found = [outlooks.of(key) for key in sorted(keys)]
        assert all(each is not None and each.is_in_group and each.worst <= 8 for each in found)


# R-HEA-08
def test_who_leaves_a_heat_makes_room_for_the_next_of_it() -> None:
    event = stages(HEATS, {**HEATS, "from": {"first": 2, "best": 2}})
    facts = drawn(event)
    left = sorted(heats()[0])[0]
    before = event.standing(facts, [1], 1).without({left})
    assert sum(each.group == 1 for each in goes_on(event.parts[1], before)[:6]) == 2


def test_a_format_says_what_its_groups_are() -> None:
    asked = [{"kind": "heats"}, HEATS, {"kind": "groups", "size": 5}, {"kind": "danish"}]
    found = [each for each in map(format_of, asked) if isinstance(each, InRounds)]
    assert [(each.group_word, each.largest_group) for each in found] == [
        ("heat", 0),
        ("heat", 8),
        ("group", 5),
        ("group", 0),
    ]
    assert isinstance(found[1], HeatsFormat)
    assert (found[0].group_sizes(24), found[1].group_sizes(24)) == ([24], [8, 8, 8])
    assert format_of(found[1].to_json()) == found[1]
