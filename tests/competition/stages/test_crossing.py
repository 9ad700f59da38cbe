"""The bracket after the groups: group mates meet as late as can be."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from tests.competition.stages.fields_of_groups import going_on
from tests.competition.stages.played_stages import played, stages
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stage_reasons import first_meetings, from_before
from tournaments.competition.headcount import stages_evening
from tournaments.competition.pairing.positions import Positions, bracket_size
from tournaments.competition.stages.crossing import Pairs, cross_places, crossings, pairs_of
from tournaments.competition.stages.qualifying import Qualified, by_place
from tournaments.competition.types import FromTable, Nobody
from tournaments.games.contract import RefusedError


def parts(positions: Positions) -> Iterator[tuple[int, list[int]]]:
    """The keys of each half, quarter, eighth and so on, down to the tables, with how many such parts there are."""
    number = 2
    while number < len(positions):
        size = len(positions) // number
        for start in range(0, len(positions), size):
            yield number, [key for key in positions[start : start + size] if key is not None]
        number *= 2


def share(people: int, number: int) -> int:
    return -(-people // number)


def alone(positions: Positions) -> set[int]:
    """Those with a bye."""
    tables = zip(positions[::2], positions[1::2], strict=True)
    return {one or other or 0 for one, other in tables if one is None or other is None}


def any_evening(most_groups: int = 24, most_first: int = 4) -> Iterator[list[Qualified]]:
    """From one group on, none to so many of each go on, and some of the next place, in an order of chance."""
    chance = Random(7)
    for groups, first in product(range(1, most_groups + 1), range(most_first + 1)):
        for best in sorted({0, 1, groups // 2, groups - 1}):
            if first * groups + best >= 2:
                yield going_on(groups, first, best, chance)


# R-GRP-13
@pytest.mark.parametrize(
    ("groups", "first", "best", "bracket"),
    [
        pytest.param(2, 1, 0, (11, 21), id="A1-B1"),
        pytest.param(2, 2, 0, (11, 22, 21, 12), id="A1-B2, B1-A2"),
        pytest.param(2, 1, 1, (11, None, 21, 12), id="A1 has a bye, B1-A2"),
        pytest.param(4, 2, 0, (11, 32, 41, 22, 21, 42, 31, 12), id="four groups"),
    ],
)
def test_winners_cross_with_seconds(groups: int, first: int, best: int, bracket: Positions) -> None:
    assert crossings(going_on(groups, first, best)) == bracket


# R-GRP-13
@pytest.mark.without_coverage
@pytest.mark.parametrize(
    ("groups", "first"),
    [pytest.param(24, 4, id="up to four of each"), pytest.param(100, 1, id="300 in groups of three")],
)
def test_no_part_of_the_bracket_holds_more_of_a_group_than_its_share(groups: int, first: int) -> None:
    for field in any_evening(groups, first):
        group = {each.key: each.group for each in field}
        members = Counter(group.values())
        for number, keys in parts(crossings(field)):
            here = Counter(group[key] for key in keys)
            assert all(count <= share(members[each], number) for each, count in here.items())


# R-GRP-13
@pytest.mark.without_coverage
def test_first_and_second_of_a_group_meet_in_the_final_only() -> None:
    for field in any_evening():
        positions = crossings(field)
        half = {key: index >= len(positions) // 2 for index, key in enumerate(positions)}
        for first in (each for each in field if each.place == 1):
            assert half[first.key] != half.get(first.key + 1)


# R-GRP-14
@pytest.mark.without_coverage
def test_the_best_meet_as_late_as_their_number_says() -> None:
    for field in any_evening():
        ranks = {each.key: rank for rank, each in enumerate(field)}
        for number, keys in parts(crossings(field)):
            for before, rank in enumerate(sorted(ranks[key] for key in keys)):
                assert before + 1 <= share(rank + 1, number)


# R-GRP-14
@pytest.mark.parametrize("groups", [2, 4, 8, 16, 64])
def test_winners_meet_seconds_first(groups: int) -> None:
    field = going_on(groups, 2, 0, Random(groups))
    place = {each.key: each.place for each in field}
    positions = [place[key or 0] for key in crossings(field)]
    assert all(one + other == 3 for one, other in zip(positions[::2], positions[1::2], strict=True))


# R-GRP-13, R-GRP-15
@pytest.mark.without_coverage
def test_everybody_stands_once_in_the_smallest_bracket_and_no_byes_meet() -> None:
    for field in any_evening():
        positions = crossings(field)
        assert len(positions) == bracket_size(len(field))
        assert sorted(key for key in positions if key is not None) == sorted(each.key for each in field)
        assert len(alone(positions)) == len(positions) - len(field)


def best(field: Sequence[Qualified], number: int) -> set[int]:
    return {each.key for each in field[:number]}


# R-GRP-15
@pytest.mark.without_coverage
@pytest.mark.parametrize("groups", range(1, 101))
@pytest.mark.parametrize("first", [1, 2])
def test_byes_go_to_the_best_where_one_or_two_of_each_group_go_on(groups: int, first: int) -> None:
    if first * groups > 1:
        field = going_on(groups, first, 0, Random(groups))
        lone = alone(crossings(field))
        assert lone == best(field, len(lone))


# R-GRP-15
def test_a_bye_goes_to_the_next_rank_where_that_parts_group_mates() -> None:
    # By rank the three winners have byes, and then 41 would have to meet 42 at once.
    field = [Qualified(key, key // 10, key % 10) for key in (11, 21, 31, 41, 42)]
    assert alone(crossings(field)) == {11, 21, 41}


# R-GRP-15
@pytest.mark.without_coverage
def test_byes_are_spread_evenly_over_the_best_half_of_the_places() -> None:
    for field in any_evening():
        positions = crossings(field)
        assert alone(positions) <= best(field, len(positions) // 2)
        for number, keys in parts(positions):
            assert len(field) // number <= len(keys) <= share(len(field), number)


# R-GRP-13
@pytest.mark.parametrize(("people", "code"), [(1, "too_few_entrants"), (65_537, "too_many_entrants")])
def test_a_number_without_a_bracket_is_refused(people: int, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        crossings([Qualified(key, 1, key) for key in range(1, people + 1)])
    assert refusal.value.code == code


ALIA = {"kind": "knockout", "from": {"first": 3, "crossing": "ends"}}
GROUPS = {"kind": "groups", "size": 4}
SIXTEEN = tuple(range(1, 17))


# R-GRP-19
@pytest.mark.parametrize(
    ("crossing", "first", "pairs"),
    [
        pytest.param("by_rank", 3, (), id="nothing chosen"),
        pytest.param("ends", 1, ((1, 1),), id="the firsts among themselves"),
        pytest.param("ends", 2, ((1, 2),), id="firsts and seconds"),
        pytest.param("ends", 3, ((1, 3), (2, 2)), id="Alia"),
        pytest.param("ends", 4, ((1, 4), (2, 3)), id="four of each group"),
        pytest.param("3-1 2-2", 3, ((1, 3), (2, 2)), id="as somebody writes it"),
        pytest.param("2-3", 3, ((2, 3),), id="the firsts have byes"),
        pytest.param("15-16", 16, ((15, 16),), id="the last places that can be named"),
    ],
)
def test_which_places_meet_is_chosen_or_written(crossing: str, first: int, pairs: Pairs) -> None:
    assert pairs_of(crossing, first) == pairs


# R-GRP-19
@pytest.mark.parametrize(
    "crossing",
    ["", "firsts", "1-3,2-2", "1-3  2-2", "1-3 2-2 ", "1-4", "0-1", "1-2 2-3", "1-2 1-3", "1-2 " * 21, "١-٢"],
)
def test_what_is_no_crossing_is_refused(crossing: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        pairs_of(crossing, 3)
    assert (refusal.value.code, refusal.value.field) == ("bad_crossing", "crossing")
    assert refusal.value.params == {"given": crossing[:80], "most": 3}


# R-GRP-19
@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ([GROUPS, {"kind": "danish", "rounds": 1, "from": {"first": 3, "crossing": "ends"}}], "crossing_after_groups"),
        ([{"kind": "mitchell"}, {"kind": "knockout", "from": {"best": 4, "crossing": "1-1"}}], "crossing_after_groups"),
        ([GROUPS, {"kind": "knockout", "from": {"best": 4, "crossing": "ends"}}], "crossing_after_groups"),
        ([GROUPS, {"kind": "knockout", "from": {**ALIA["from"], "apart": True}}], "crossing_after_groups"),
        (
            [GROUPS, {**GROUPS, "from": ALIA["from"]}, {"kind": "knockout", "from": {"first": 1}}],
            "crossing_after_groups",
        ),
        ([GROUPS, {"kind": "knockout", "from": {**ALIA["from"], "best": 1}}], "crossing_without_others"),
        ([GROUPS, {"kind": "knockout", "from": {"first": 2, "crossing": "1-3"}}], "bad_crossing"),
    ],
)
def test_a_crossing_that_leads_nowhere_is_refused(parts: Sequence[dict[str, object]], code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        stages(*parts)
    assert (refusal.value.code, refusal.value.field) == (code, "crossing")


def test_a_crossing_is_kept_and_read_again() -> None:
    event = stages(GROUPS, ALIA)
    assert format_of(event.to_json()) == event
    assert event.to_json()["stages"][1]["from"] == {"first": 3, "best": 0, "carries": False, "crossing": "ends"}


# R-GRP-20
@pytest.mark.parametrize(
    ("groups", "first", "bracket"),
    [
        pytest.param(2, 1, (11, 21), id="A1-B1"),
        pytest.param(1, 4, (11, 14, 12, 13), id="four of one group: there is no other way"),
        pytest.param(2, 4, (11, 24, 22, 13, 21, 14, 12, 23), id="A1-B4, B2-A3, B1-A4, A2-B3"),
        pytest.param(4, 2, (11, 32, 41, 22, 21, 42, 31, 12), id="four groups, as R-GRP-13 has them"),
    ],
)
def test_chosen_places_meet(groups: int, first: int, bracket: Positions) -> None:
    assert cross_places(going_on(groups, first), pairs_of("ends", first)) == bracket


def any_crossing(dice: Random) -> Iterator[tuple[list[Qualified], Pairs]]:
    """Fields with and without somebody who has left, and the places that meet there."""
    for groups, first in product(range(1, 25), range(1, 5)):
        for crossing in ("ends", "1-1", "1-2", "2-3", "1-3 2-2", "1-4 2-2"):
            field = going_on(groups, first, 0, dice)
            gone = {(each.group, dice.randint(0, first)) for each in field[:groups] if dice.random() < 0.1}
            left = field[:2] + [
                each for each in field[2:] if all((each.group, place) not in gone for place in range(each.place))
            ]
            if len(left) > 1 and (crossing == "ends" or max(map(int, re.findall(r"\d", crossing))) <= first):
                yield left, pairs_of(crossing, first)


# R-GRP-20
@pytest.mark.without_coverage
def test_no_group_mates_meet_at_first_where_that_can_be_helped() -> None:
    for field, pairs in any_crossing(Random(11)):
        positions = cross_places(field, pairs)
        assert sorted(key for key in positions if key is not None) == sorted(each.key for each in field)
        group = {each.key: each.group for each in field}
        tables = [both for both in zip(positions[::2], positions[1::2], strict=True) if None not in both]
        mates = [both for both in tables if len({group[key or 0] for key in both}) == 1]
        lists = [{each.key for each in own} for own in by_place(field)]
        # Where the two places that meet have one entry each, and both of one group, there is no other way.
        assert all({len(own) for own in lists if own & {*both}} == {1} for both in mates)


# R-GRP-20
def test_of_two_who_are_left_the_one_who_would_meet_a_mate_has_the_bye() -> None:
    """B is ahead of A, and the second of B has left: by rank B would rest, and A meet its own second."""
    field = [Qualified(21, 2, 1), Qualified(11, 1, 1), Qualified(12, 1, 2)]
    assert cross_places(field, ((1, 2),)) == (21, 12, 11, None)


# R-GRP-20
@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_the_opponents_come_from_the_other_half_of_the_bracket(groups: int) -> None:
    positions = cross_places(going_on(groups, 2, 0, Random(groups)), ((1, 2),))
    half = {key: at >= len(positions) // 2 for at, key in enumerate(positions)}
    assert all(half[10 * group + 1] != half[10 * group + 2] for group in range(1, groups + 1))


# R-GRP-21
def test_six_tables_lead_to_two_byes_in_the_round_after() -> None:
    event = stages(GROUPS, {**ALIA, "third_place": True})
    facts = played(event, SIXTEEN)
    before = event.standing(facts, [1], 1)
    plan = event.begin(2, before, facts, 4, 25)
    by_round = [[table for table in plan.tables if table.round == number] for number in (4, 5, 6, 7)]
    assert [len(tables) for tables in by_round] == [6, 4, 2, 2]
    assert [sum(Nobody() in table.slots for table in tables) for tables in by_round] == [0, 2, 0, 0]
    assert [type(slot) for table in by_round[1] if Nobody() in table.slots for slot in table.slots] == [
        FromTable,
        Nobody,
    ] * 2
    assert [(table.best_place, table.worst_place) for table in by_round[0] + by_round[1][:1]] == [(1, 12)] * 6 + [
        (1, 6)
    ]
    whys = from_before(first_meetings(plan), before, event.parts[0].format, is_crossed=True)
    assert {(why.code, why.params["place"], why.params["other"]) for why in whys} <= {
        ("crossed_groups", 1, 3),
        ("crossed_groups", 2, 2),
    }


# R-GRP-21
@pytest.mark.parametrize(
    ("entrants", "first", "crossing", "tables"),
    [(16, 3, "ends", (6, 2, 2, 1)), (16, 2, "ends", (4, 2, 1)), (12, 3, "2-3", (3, 2, 2, 1)), (8, 2, "1-1", (1, 1, 1))],
)
def test_the_head_count_of_chosen_places_is_that_of_the_plan(
    entrants: int, first: int, crossing: str, tables: tuple[int, ...]
) -> None:
    event = stages(GROUPS, {"kind": "knockout", "from": {"first": first, "crossing": crossing}})
    found = stages_evening(entrants, event).stages[1]
    assert (found.entrants, found.tables) == (entrants // 4 * first, tables)
    facts = played(event, SIXTEEN[:entrants])
    plan = event.begin(2, event.standing(facts, [1], 1), facts, 4, 1)
    assert found.matches == sum(Nobody() not in table.slots for table in plan.tables)
    assert found.rounds == plan.rounds - 3
