"""A knockout by place: the firsts of all groups have a bracket, the seconds another, the thirds another."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.competition.placing import places_of
from tests.competition.stages.played_stages import played, stages
from tournaments.competition.formats.bracket import settle
from tournaments.competition.formats.registry import format_of
from tournaments.competition.handing_on import Finish
from tournaments.competition.headcount import stages_evening
from tournaments.competition.pairing.knockout import plan_brackets
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.positions import Positions
from tournaments.competition.stages.qualifying import Qualified, by_place
from tournaments.competition.types import FromEntrant, Nobody, Plan, PlannedTable
from tournaments.games.contract import RefusedError

GROUPS = {"kind": "groups", "size": 3}
BY_PLACE = {"kind": "knockout", "third_place": True, "from": {"first": 3, "apart": True}}
TWELVE = tuple(range(1, 13))
THREE_BRACKETS: tuple[Positions, ...] = ((1, 2, 3, 4), (5, 6, 7, None), (8, None))


def lower_key_wins(table: PlannedTable, keys: tuple[int, ...]) -> Finish:
    return tuple(sorted(keys))


def of(*brackets: Positions, third_place: bool = False) -> Plan:
    return plan_brackets(brackets, KnockoutOptions(third_place=third_place), first_round=1, first_number=1)


def shown(tables: Iterable[PlannedTable]) -> list[tuple[int, int, str, int, int, int]]:
    return [
        (table.round, table.group, table.section, table.position, table.best_place, table.worst_place)
        for table in tables
    ]


# R-GRP-16
def test_the_firsts_the_seconds_and_the_thirds_have_a_bracket_each() -> None:
    event = stages(GROUPS, BY_PLACE)
    facts = played(event, TWELVE)
    before = event.standing(facts, [1], 1)
    place = {row.tally.key: row.in_group.place for row in before.rows}
    plan = event.begin(2, before, facts, 4, 13)
    semifinals = [table for table in plan.tables if table.round == 4]
    assert [{place[slot.key] for slot in table.slots if isinstance(slot, FromEntrant)} for table in semifinals] == [
        {1},
        {1},
        {2},
        {2},
        {3},
        {3},
    ]
    assert shown(plan.tables) == [
        (4, 0, "main", 0, 1, 4),
        (4, 0, "main", 1, 1, 4),
        (4, 2, "main", 2, 5, 8),
        (4, 2, "main", 3, 5, 8),
        (4, 3, "main", 4, 9, 12),
        (4, 3, "main", 5, 9, 12),
        (5, 3, "third", 2, 11, 12),
        (5, 3, "main", 2, 9, 10),
        (5, 2, "third", 1, 7, 8),
        (5, 2, "main", 1, 5, 6),
        (5, 0, "third", 0, 3, 4),
        (5, 0, "main", 0, 1, 2),
    ]
    assert [table.number for table in plan.tables] == list(range(13, 25))


def test_who_left_gives_way_to_the_next_of_the_group() -> None:
    """R-GRP-16: those who share a place in their group play for one place each."""
    going_on = [Qualified(1, 1, 1), Qualified(2, 1, 1), Qualified(3, 2, 2), Qualified(4, 2, 3), Qualified(5, 1, 3)]
    assert [[each.key for each in block] for block in by_place(going_on)] == [[1, 3], [2, 4], [5]]


# R-GRP-16
@pytest.mark.parametrize(
    ("first", "then", "code"),
    [
        (GROUPS, {**BY_PLACE, "from": {"first": 1, "apart": True}}, "apart_after_groups"),
        (GROUPS, {"kind": "danish", "rounds": 1, "from": {"first": 2, "apart": True}}, "apart_after_groups"),
        ({"kind": "mitchell"}, {**BY_PLACE, "from": {"first": 2, "apart": True}}, "apart_after_groups"),
        ({**GROUPS, "from": {"first": 2, "apart": True}}, BY_PLACE, "apart_after_groups"),
        (GROUPS, {**BY_PLACE, "from": {"first": 2, "best": 1, "apart": True}}, "apart_without_others"),
    ],
)
def test_finals_by_place_are_refused_where_there_are_no_places_of_groups(first: Any, then: Any, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        stages(first, then)
    assert (refusal.value.code, refusal.value.field) == (code, "apart")


def test_a_knockout_by_place_is_kept_and_read_again() -> None:
    event = stages(GROUPS, BY_PLACE)
    assert format_of(event.to_json()) == event
    assert event.to_json()["stages"][1]["from"] == {"first": 3, "best": 0, "carries": False, "apart": True}
    plain = stages(GROUPS, {**BY_PLACE, "from": {"first": 3}})
    assert plain.to_json()["stages"][1]["from"] == {"first": 3, "best": 0, "carries": False}


# R-GRP-16
@pytest.mark.parametrize(
    ("entrants", "first", "tables"),
    [(12, 3, (4, 4, 4, 6, 6)), (12, 2, (4, 4, 4, 4, 4)), (6, 3, (2, 2, 2, 3)), (9, 3, (3, 3, 3, 3, 3))],
)
def test_the_head_count_of_finals_by_place_is_that_of_the_plan(entrants: int, first: int, tables: Any) -> None:
    event = stages(GROUPS, {**BY_PLACE, "from": {"first": first, "apart": True}})
    found = stages_evening(entrants, event)
    assert (found.tables, found.stages[1].entrants) == (tables, entrants // 3 * first)
    facts = played(event, TWELVE[:entrants])
    plan = event.begin(2, event.standing(facts, [1], 1), facts, 4, 1)
    assert found.stages[1].matches == sum(Nobody() not in table.slots for table in plan.tables)


def test_one_group_has_no_finals_by_place() -> None:
    """R-GRP-16: the only first of all has nobody to meet."""
    with pytest.raises(RefusedError) as refusal:
        stages({"kind": "groups", "size": 5}, BY_PLACE).check_entrants(5)
    assert (refusal.value.code, refusal.value.field) == ("apart_of_one_group", "apart")


# R-GRP-17
def test_all_brackets_end_in_the_same_round_and_who_is_alone_plays_no_match() -> None:
    plan = of((1, 2, 3, 4, 5, 6, 7, 8), (9, 10, 11, None), (12, None))
    assert [(table.round, table.position) for table in plan.tables if table.group == 2] == [(2, 2), (2, 3), (3, 1)]
    (only,) = [table for table in plan.tables if table.group == 3]
    assert (only.round, only.position, only.best_place, only.worst_place) == (3, 2, 12, 12)
    assert plan.rounds == 3


# R-GRP-17
@pytest.mark.parametrize(("gone", "coming", "has_next"), [((), 12, True), ((0, 1), 6, True), ((0, 1, 2), 3, False)])
def test_the_knockout_by_place_begins_while_two_groups_have_somebody(
    gone: tuple[int, ...], coming: int, has_next: bool
) -> None:
    event = stages(GROUPS, BY_PLACE)
    facts = played(event, TWELVE)
    groups = list(event.opening.groups(facts).values())
    facts = replace(facts, left={key: 3 for number in gone for key in groups[number]})
    assert (event.coming(facts, [1]), event.has_next(facts, [1])) == (coming, has_next)
    before = event.standing(facts, [1], 1)
    if not has_next:
        assert event.final_standing(facts, [1], before) == before
        with pytest.raises(RefusedError):
            event.begin(2, before.without(facts.left), facts, 4, 13)


def test_an_only_third_takes_the_first_place_of_the_thirds() -> None:
    """R-GRP-17: who has left the groups leaves a bracket of one, whose table is a bye."""
    event = stages(GROUPS, BY_PLACE)
    facts = played(event, TWELVE[:6])
    gone = next(iter(event.opening.groups(facts).values()))[0]
    plan = event.begin(2, event.standing(facts, [1], 1).without({gone}), facts, 4, 1)
    assert shown(plan.tables) == [(4, 3, "main", 2, 5, 5), (4, 2, "main", 1, 3, 4), (4, 0, "main", 0, 1, 2)]
    assert [row.place for row in places_of(plan, settle(plan, lower_key_wins))] == [1, 2, 3, 4, 5]


# R-GRP-18
def test_all_of_a_bracket_are_placed_before_all_of_the_next() -> None:
    plan = of((4, 3, 2, 1), (8, 7, 6, 5), third_place=True)
    placed = places_of(plan, settle(plan, lower_key_wins), vp=lambda key: 10 * key)
    assert [(row.place, row.key) for row in placed] == [
        (1, 1),
        (2, 3),
        (3, 2),
        (4, 4),
        (5, 5),
        (6, 7),
        (7, 6),
        (8, 8),
    ]


# R-GRP-18
def test_who_is_out_is_placed_behind_those_still_in_of_the_own_bracket() -> None:
    plan = of(*THREE_BRACKETS)
    finishes: Mapping[int, Finish] = {1: (1, 2), 3: (5, 6)}
    placed = places_of(plan, finishes)
    assert [row.key for row in placed[:4]] == [1, 3, 4, 5]
    assert {row.key: row.place for row in placed} == {
        1: None,
        3: None,
        4: None,
        2: 4,
        5: None,
        7: None,
        6: 7,
        8: 8,
    }


# R-GRP-18
def test_a_final_without_a_winner_moves_the_places_of_later_brackets() -> None:
    plan = of((1, 2), (3, 4), (5, 6))

    def nobody_wins(group: int) -> dict[int, int | None]:
        finishes = settle(plan, lambda table, keys: (None, None) if table.group == group else tuple(sorted(keys)))
        return {row.key: row.place for row in places_of(plan, finishes, vp=lambda key: key)}

    assert nobody_wins(0) == {1: 3, 2: 2, 3: 4, 4: 5, 5: 6, 6: 7}
    assert nobody_wins(2) == {1: 1, 2: 2, 3: 4, 4: 3, 5: 5, 6: 6}
