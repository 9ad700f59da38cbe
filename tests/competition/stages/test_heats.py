"""Heats: tables of several, with new company in each round."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.searching import sizes_up_to
from tournaments.competition.stages.heats import (
    MOST_EXCHANGED,
    HeatsOptions,
    heat_sizes,
    heats_from_json,
    heats_of,
    heats_to_json,
    schedule,
    table_sizes,
)
from tournaments.games.contract import RefusedError


def company(count: int, rounds: int, most: int) -> Counter[tuple[int, ...]]:
    """How often each two meet."""
    meetings = schedule(range(count), HeatsOptions(rounds, most))
    return Counter(pair for meeting in meetings for pair in combinations(sorted(meeting.keys), 2))


def repeats(count: int, rounds: int, most: int = 4) -> int:
    return sum(times - 1 for times in company(count, rounds, most).values())


@pytest.mark.without_coverage
# R-HEA-01
@pytest.mark.parametrize("most", [4, 5, 6])
def test_everybody_sits_once_a_round_at_tables_of_nearly_one_size(most: int) -> None:
    for count in (*range(6, 50), 97, 200):
        meetings = schedule(range(count), HeatsOptions(3, most))
        for round_ in (1, 2, 3):
            tables = [meeting.keys for meeting in meetings if meeting.round == round_]
            assert sorted(key for keys in tables for key in keys) == list(range(count))
            assert sorted(map(len, tables)) == table_sizes(count, HeatsOptions(3, most))
            assert len(tables) == -(-count // most)


# R-HEA-01
def test_of_more_than_are_exchanged_everybody_sits_once_a_round() -> None:
    meetings = schedule(range(MOST_EXCHANGED + 2), HeatsOptions(2))
    for round_ in (1, 2):
        here = [key for meeting in meetings if meeting.round == round_ for key in meeting.keys]
        assert sorted(here) == list(range(MOST_EXCHANGED + 2))


# R-HEA-01
@pytest.mark.parametrize(
    ("count", "most", "found"), [(3, 4, [3]), (5, 5, [5]), (7, 4, [3, 4]), (9, 4, [3, 3, 3]), (17, 5, [4, 4, 4, 5])]
)
def test_there_are_as_few_tables_as_hold_the_players(count: int, most: int, found: list[int]) -> None:
    assert table_sizes(count, HeatsOptions(max_table=most)) == found


# R-HEA-02
@pytest.mark.without_coverage
@pytest.mark.parametrize(
    ("count", "rounds"), [(9, 4), (16, 5), (25, 5), (36, 6), (40, 8), (64, 8), (100, 10), (1_000, 12)]
)
def test_nobody_meets_anybody_twice_where_that_is_possible(count: int, rounds: int) -> None:
    assert repeats(count, rounds) == 0


@pytest.mark.without_coverage
# R-HEA-02
def test_with_more_tables_than_distances_nobody_ever_meets_again() -> None:
    for rounds in (2, 3, 4):
        for count in sizes_up_to(140, first=4 * (3 * (rounds - 1) + 1), whole=0):
            assert repeats(count, rounds) == 0, (count, rounds)


@pytest.mark.without_coverage
# R-HEA-03
def test_two_rounds_of_few_tables_repeat_no_more_than_they_must() -> None:
    for count in (8, 12, 18, 20, 24, 30):
        for most in (4, 5, 6):
            tables = table_sizes(count, HeatsOptions(2, most))
            # Of a table of s players at least these stay together when they spread over all tables evenly.
            least = sum(_together(size, len(tables)) for size in tables)
            assert repeats(count, 2, most) == least, (count, most)


def _together(size: int, tables: int) -> int:
    base, more = divmod(size, tables)
    return more * (base + 1) * base // 2 + (tables - more) * base * (base - 1) // 2


# R-HEA-03
def test_one_table_meets_itself_in_every_round() -> None:
    assert set(company(4, 3, 4).values()) == {3}


# R-HEA-04
def test_the_same_draw_gives_the_same_tables() -> None:
    keys = [9, 4, 7, 1, 8, 2, 6, 3]
    options = HeatsOptions(rounds=3)
    assert schedule(keys, options) == schedule(tuple(keys), options)
    first = {meeting.keys for meeting in schedule(keys, options) if meeting.round == 1}
    assert first == {(9, 7, 8, 6), (4, 1, 2, 3)}


# R-HEA-05
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        ({"rounds": 0}, "rounds_out_of_range", "rounds"),
        ({"rounds": 13}, "rounds_out_of_range", "rounds"),
        ({"max_table": 3}, "bad_max_table", "max_table"),
        ({"heat": 5}, "bad_heat", "heat"),
        ({"heat": 33}, "bad_heat", "heat"),
        ({"heat": -1}, "bad_heat", "heat"),
    ],
)
def test_impossible_heats_are_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        HeatsOptions(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-HEA-05
@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ([], "heats_too_small"),
        ([1, 2], "heats_too_small"),
        (range(5), "heats_too_small"),
        (range(65_537), "too_many_entrants"),
        ([1, 2, 3, 3], "entrant_twice"),
    ],
)
def test_players_who_cannot_play_heats_are_refused(keys: Any, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        schedule(keys, HeatsOptions())
    assert (refusal.value.code, refusal.value.field) == (code, "entrants")


# R-HEA-05
def test_the_choices_of_heats_survive_json() -> None:
    options = HeatsOptions(rounds=5, max_table=6)
    assert heats_from_json(json.loads(json.dumps(heats_to_json(options)))) == options
    assert heats_to_json(options) == {"kind": "heats", "rounds": 5, "max_table": 6}
    of_eight = HeatsOptions(heat=8)
    assert heats_from_json(json.loads(json.dumps(heats_to_json(of_eight)))) == of_eight
    assert heats_from_json({}) == HeatsOptions()
    with pytest.raises(RefusedError) as refusal:
        heats_from_json({"rounds": "5"})
    assert (refusal.value.code, refusal.value.field) == ("bad_value", "rounds")


def of_each_heat(count: int, options: HeatsOptions, round_: int) -> dict[int, list[tuple[int, ...]]]:
    """The tables of each heat in a round."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for meeting in schedule(range(count), options):
        if meeting.round == round_:
            found.setdefault(meeting.group, []).append(meeting.keys)
    return found


@pytest.mark.without_coverage
# R-HEA-07, R-HEA-08
@pytest.mark.parametrize("heat", [6, 8, 12])
@pytest.mark.parametrize("most", [4, 5, 6])
def test_everybody_is_in_one_heat_of_nearly_one_size(heat: int, most: int) -> None:
    options, refused = HeatsOptions(2, most, heat), set()
    for count in range(6, 101):
        try:
            sizes = heat_sizes(count, options)
        except RefusedError:
            refused.add(count)
            continue
        assert (sum(sizes), len(sizes)) == (count, -(-count // heat))
        assert sizes[-1] - sizes[0] in (0, 1)
        members = heats_of(range(count), options)
        assert sorted(key for heat_ in members for key in heat_) == list(range(count))
        for round_ in (1, 2):
            tables = of_each_heat(count, options, round_)
            assert list(tables) == list(range(1, len(sizes) + 1))
            seated = [{key for keys in of_one for key in keys} for of_one in tables.values()]
            assert seated == [set(keys) for keys in members]
            assert all(3 <= len(keys) <= most for of_one in tables.values() for keys in of_one)
    # Only five at tables of four have no place.
    assert refused == {n for n in range(6, 101) if most == 4 and 5 in parts_of(n, -(-n // heat))}


def parts_of(count: int, parts: int) -> set[int]:
    return {count // parts, -(-count // parts)}


# R-HEA-07
def test_the_order_is_dealt_out_to_the_heats_to_and_fro() -> None:
    """The best of a standing are in different heats; the first heats are the smaller ones."""
    assert heats_of(range(18), HeatsOptions(heat=6)) == [
        [0, 5, 6, 11, 12, 17],
        [1, 4, 7, 10, 13, 16],
        [2, 3, 8, 9, 14, 15],
    ]
    assert heats_of(range(15), HeatsOptions(heat=8)) == [[0, 3, 4, 7, 8, 11, 12], [1, 2, 5, 6, 9, 10, 13, 14]]
    assert heats_of(range(7), HeatsOptions()) == [[0, 1, 2, 3, 4, 5, 6]]


# R-HEA-07
@pytest.mark.parametrize(("count", "heat", "size"), [(9, 8, 5), (10, 8, 5), (11, 6, 5), (23, 6, 5)])
def test_players_who_do_not_fill_heats_are_refused(count: int, heat: int, size: int) -> None:
    with pytest.raises(RefusedError) as refusal:
        schedule(range(count), HeatsOptions(heat=heat))
    assert (refusal.value.code, refusal.value.field) == ("heat_too_small", "entrants")
    assert refusal.value.params == {"given": count, "size": size, "least": 3, "most": 4}
    assert heat_sizes(count, HeatsOptions(heat=heat, max_table=5))[0] >= 4


# R-HEA-08
def test_each_heat_has_tables_of_its_own() -> None:
    """As those that its players would have alone, heat by heat in each round."""
    options = HeatsOptions(rounds=3, heat=8)
    meetings = schedule(range(24), options)
    assert [(each.round, each.group) for each in meetings] == [
        (round_, heat) for round_ in (1, 2, 3) for heat in (1, 2, 3) for _table in (1, 2)
    ]
    for number, keys in enumerate(heats_of(range(24), options), 1):
        alone = schedule(keys, HeatsOptions(rounds=3))
        assert [each._replace(group=0) for each in meetings if each.group == number] == list(alone)
    assert {each.group for each in schedule(range(24), HeatsOptions())} == {0}
