"""The tables of a knockout, for every number of entrants."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.competition.fields import entrants, seeded_first
from tests.competition.placing import feeding, places_of
from tests.searching import sizes_up_to
from tournaments.competition.formats.bracket import settle
from tournaments.competition.pairing.knockout import plan_bracket, plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.positions import bracket_size
from tournaments.competition.types import FromEntrant, FromTable, Nobody, Plan, PlannedTable

EVERY_SIZE = sizes_up_to(300, first=2)
LARGE_SIZES = (511, 512, 513, 1_000, 1_024, 2_047, 4_097, 10_000, 16_383, 16_384)
FORMS = (
    KnockoutOptions(),
    KnockoutOptions(byes="lot"),
    KnockoutOptions(third_place=True),
    KnockoutOptions(placement=True),
)


def upper_wins(table: PlannedTable, keys: tuple[int, ...]) -> tuple[int, ...]:
    return keys


def has_bye(table: PlannedTable) -> bool:
    return Nobody() in table.slots


def check_invariants(plan: Plan, count: int) -> None:
    keys = [slot.key for table in plan.tables for slot in table.slots if isinstance(slot, FromEntrant)]
    assert sorted(keys) == list(range(1, count + 1))
    assert [table.number for table in plan.tables] == list(range(1, len(plan.tables) + 1))
    fed = Counter(
        (slot.number, slot.place) for table in plan.tables for slot in table.slots if isinstance(slot, FromTable)
    )
    assert set(fed.values()) <= {1}
    sources = {(number, slot.number) for number, slot in feeds(plan)}
    assert all(source < number for number, source in sources)
    byes = [table for table in plan.tables if has_bye(table)]
    assert len(byes) == bracket_size(count) - count
    assert all(table.round == 1 and table.section == "main" for table in byes)
    assert all(table.slots != (Nobody(), Nobody()) for table in byes)
    places = Counter((table.round, table.section, table.position) for table in plan.tables)
    assert set(places.values()) == {1}
    final = plan.tables[-1]
    assert (final.section, final.round, final.best_place) == ("main", plan.rounds, 1)


def feeds(plan: Plan) -> list[tuple[int, FromTable]]:
    return [(table.number, slot) for table in plan.tables for slot in table.slots if isinstance(slot, FromTable)]


@pytest.mark.without_coverage
# R-KO-01, R-KO-02, R-KO-12
@pytest.mark.parametrize("options", FORMS, ids=["seeds", "lot", "third", "placement"])
def test_every_size_from_2_to_300_is_a_sound_bracket(options: KnockoutOptions) -> None:
    for count in EVERY_SIZE:
        check_invariants(plan_knockout(entrants(count, seeds=count // 4), options), count)


# R-KO-01, R-KO-12
@pytest.mark.without_coverage
@pytest.mark.parametrize("count", LARGE_SIZES)
def test_large_sizes_are_sound_brackets(count: int) -> None:
    plan = plan_knockout(entrants(count, seeds=16), KnockoutOptions(third_place=True))
    check_invariants(plan, count)
    assert plan.rounds == (count - 1).bit_length()


@pytest.mark.without_coverage
# R-KO-12
def test_all_but_one_are_beaten_once() -> None:
    for count in EVERY_SIZE:
        plan = plan_knockout(entrants(count), KnockoutOptions())
        assert sum(not has_bye(table) for table in plan.tables) == count - 1


@pytest.mark.without_coverage
# R-KO-08
def test_third_place_adds_one_table_from_four_entrants_on() -> None:
    for count in EVERY_SIZE:
        plan = plan_knockout(entrants(count), KnockoutOptions(third_place=True))
        third = [table for table in plan.tables if table.section == "third"]
        assert len(third) == (count >= 4)
        assert all((table.best_place, table.worst_place, table.round) == (3, 4, plan.rounds) for table in third)


# R-KO-08
def test_third_of_three_is_the_loser_of_the_only_semifinal_played() -> None:
    plan = plan_knockout(entrants(3), KnockoutOptions(third_place=True))
    assert [table.section for table in plan.tables] == ["main", "main", "main"]
    finishes = settle(plan, upper_wins)
    assert [standing.key for standing in places_of(plan, finishes)] == [1, 2, 3]


@pytest.mark.without_coverage
# R-KO-09
def test_placement_decides_every_place_by_games_alone() -> None:
    for count in (*range(2, 131), 255, 256, 257):
        plan = plan_knockout(entrants(count, seeds=count // 3), KnockoutOptions(placement=True))
        standings = places_of(plan, settle(plan, upper_wins))
        assert [standing.place for standing in standings] == list(range(1, count + 1))
        assert not any(standing.shared for standing in standings)


# R-KO-09
def test_placement_of_twelve_has_the_valliadi_places() -> None:
    plan = plan_knockout(seeded_first(12), KnockoutOptions(placement=True))
    last = [(table.best_place, table.worst_place) for table in plan.tables if table.round == plan.rounds]
    assert last == [(11, 12), (9, 10), (7, 8), (5, 6), (3, 4), (1, 2)]


# R-KO-09
def test_placement_of_a_power_of_two_plays_every_round_in_full() -> None:
    for rounds in range(1, 9):
        plan = plan_knockout(entrants(1 << rounds), KnockoutOptions(placement=True))
        assert Counter(table.round for table in plan.tables) == dict.fromkeys(range(1, rounds + 1), 1 << rounds - 1)


# R-KO-09
def test_who_meets_nobody_in_placement_goes_on_without_a_table() -> None:
    plan = plan_knockout(seeded_first(7), KnockoutOptions(placement=True))
    routes = feeding(plan)
    assert routes[2, 2] == (8, 0)
    assert [(table.number, table.best_place, table.worst_place) for table in plan.tables[6:8]] == [(7, 5, 7), (8, 5, 6)]


# R-KO-10
def test_best_of_is_counted_from_the_final() -> None:
    best_of = {"final": 5, "semifinal": 3, "quarterfinal": 2, "round_of_16": 3, "third": 3, "placement": 1}
    plan = plan_knockout(entrants(16), KnockoutOptions(third_place=True, best_of=best_of))
    lengths = {(table.section, table.round): table.best_of for table in plan.tables}
    assert lengths == {("main", 1): 3, ("main", 2): 2, ("main", 3): 3, ("third", 4): 3, ("main", 4): 5}


# R-KO-10
@pytest.mark.parametrize("count", [8, 16, 40])
def test_every_table_that_is_not_named_is_as_long_as_every_other(count: int) -> None:
    options = KnockoutOptions(third_place=True, second_chance="double", best_of={"every": 5, "final": 3})
    plan = plan_knockout(entrants(count), options)
    longest = [table.best_of for table in plan.tables if table.round == plan.rounds]
    assert longest == [3]
    assert {table.best_of for table in plan.tables if table.round < plan.rounds} == {5}


# R-KO-10
def test_placement_tables_have_their_own_length() -> None:
    plan = plan_knockout(entrants(8), KnockoutOptions(placement=True, best_of={"placement": 3, "final": 5}))
    assert {table.best_of for table in plan.tables if table.section == "placement"} == {3}
    assert {table.best_of for table in plan.tables if table.section == "third"} == {1}


# R-KO-12
@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_a_round_of_the_bracket_counts_the_places_it_decides(count: int) -> None:
    plan = plan_knockout(entrants(count), KnockoutOptions())
    assert {(table.round, table.best_place, table.worst_place) for table in plan.tables} == {
        (1, 1, count),
        *((round_, 1, 1 << (plan.rounds - round_ + 1)) for round_ in range(2, plan.rounds + 1)),
    }


# R-DRW-06
def test_a_plan_is_made_from_the_positions_as_they_were_left() -> None:
    plan = plan_bracket((4, None, 2, 1), KnockoutOptions())
    assert [table.slots for table in plan.tables] == [
        (FromEntrant(4), Nobody()),
        (FromEntrant(2), FromEntrant(1)),
        (FromTable(1, 1), FromTable(2, 1)),
    ]


@pytest.mark.without_coverage
# R-KO-09, R-KO-12
@given(
    count=st.integers(2, 400),
    seeds=st.integers(0, 400),
    byes=st.sampled_from(["seeds", "lot"]),
    third=st.booleans(),
    placement=st.booleans(),
    apart=st.booleans(),
    groups=st.integers(1, 40),
)
def test_any_choice_of_options_is_a_sound_bracket(
    count: int, seeds: int, byes: str, third: bool, placement: bool, apart: bool, groups: int
) -> None:
    options = KnockoutOptions(byes=byes, third_place=third, placement=placement, separate_by_group=apart)
    field = entrants(count, seeds=min(seeds, count), groups=[str(group) for group in range(groups)])
    plan = plan_knockout(field, options)
    check_invariants(plan, count)
    standings = places_of(plan, settle(plan, upper_wins), lambda key: -key)
    assert [standing.place for standing in standings] == list(range(1, count + 1))
