"""Heats: tables of several, with new company in each round."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.searching import sizes_up_to
from tournaments.competition.stages.heats import HeatsOptions, heats_from_json, heats_to_json, schedule, sizes
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
            assert sorted(map(len, tables)) == sizes(count, HeatsOptions(3, most))
            assert len(tables) == -(-count // most)


# R-HEA-01
@pytest.mark.parametrize(
    ("count", "most", "found"), [(3, 4, [3]), (5, 5, [5]), (7, 4, [3, 4]), (9, 4, [3, 3, 3]), (17, 5, [4, 4, 4, 5])]
)
def test_there_are_as_few_tables_as_hold_the_players(count: int, most: int, found: list[int]) -> None:
    assert sizes(count, HeatsOptions(max_table=most)) == found


# R-HEA-02
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
            tables = sizes(count, HeatsOptions(2, most))
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
    assert heats_to_json(options)["kind"] == "heats"
    assert heats_from_json({}) == HeatsOptions()
    with pytest.raises(RefusedError) as refusal:
        heats_from_json({"rounds": "5"})
    assert (refusal.value.code, refusal.value.field) == ("bad_value", "rounds")
