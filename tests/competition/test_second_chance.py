"""Double elimination and consolation, for every number of entrants."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.competition.fields import entrants
from tests.competition.placing import feeding, places_of
from tournaments.competition.formats.bracket import settle
from tournaments.competition.headcount import evening
from tournaments.competition.pairing.knockout import plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.types import FromTable, Nobody, Plan, PlannedTable

EVERY_SIZE = range(2, 65)
DOUBLE = KnockoutOptions(second_chance="double")
CONSOLATIONS = [
    KnockoutOptions(second_chance="repechage", second_chance_rounds=rounds, third_place=third)
    for rounds in (1, 2)
    for third in (False, True)
]
Decide = Callable[[PlannedTable, tuple[int, ...]], tuple[int, ...]]


def by_lot(seed: int) -> Decide:
    lots = random.Random(seed)
    return lambda table, keys: tuple(lots.sample(keys, len(keys)))


class Played:
    """A plan played to its end by lot, and every match with its winner and its loser, in order."""

    def __init__(self, count: int, options: KnockoutOptions, seed: int = 0) -> None:
        self.plan = plan_knockout(entrants(count), options)
        self.matches: list[tuple[PlannedTable, int, int]] = []
        self.lots = by_lot(seed)
        self.finishes = settle(self.plan, self._decide)

    def _decide(self, table: PlannedTable, keys: tuple[int, ...]) -> tuple[int, ...]:
        winner, loser = self.lots(table, keys)
        self.matches.append((table, winner, loser))
        return winner, loser

    def places(self) -> dict[int, int | None]:
        return {each.key: each.place for each in places_of(self.plan, self.finishes, lambda key: -key)}

    def naive_places(self, *, is_double: bool) -> dict[int, int]:
        """Order by the last match of each: the main bracket first, then the later match, then the winner."""
        last = {key: (table, key == winner) for table, winner, loser in self.matches for key in (winner, loser)}

        def order(key: int) -> tuple[bool, int, bool, bool, int]:
            table, has_won = last[key]
            is_behind = table.section == "second" and not is_double
            return is_behind, -table.round, table.section == "third", not has_won, key

        return {key: place for place, key in enumerate(sorted(last, key=order), start=1)}


def in_section(plan: Plan, section: str) -> list[PlannedTable]:
    return [table for table in plan.tables if table.section == section]


# R-DBL-02
def test_double_elimination_of_eight_has_fourteen_tables_in_six_rounds() -> None:
    plan = plan_knockout(entrants(8), DOUBLE)
    assert Counter((table.round, table.section) for table in plan.tables) == {
        (1, "main"): 4,
        (2, "main"): 2,
        (2, "second"): 2,
        (3, "main"): 1,
        (3, "second"): 2,
        (4, "second"): 1,
        (5, "second"): 1,
        (6, "main"): 1,
    }
    assert (plan.rounds, evening(8, DOUBLE).matches, evening(8, DOUBLE).tables) == (6, 14, (4, 4, 3, 1, 1, 1))


@pytest.mark.without_coverage
# R-DBL-02
def test_all_but_one_are_beaten_twice_unless_an_unbeaten_side_loses_the_final() -> None:
    for count in EVERY_SIZE:
        played = Played(count, DOUBLE, seed=count)
        lost = Counter(loser for _table, _winner, loser in played.matches)
        _final, winner, loser = played.matches[-1]
        assert len(played.matches) == 2 * count - 2
        assert lost[winner] <= 1
        assert {lost[key] for key in range(1, count + 1) if key not in (winner, loser)} <= {2}
        assert lost[winner] + lost[loser] == 2


@pytest.mark.without_coverage
# R-DBL-05, R-DBL-06
@pytest.mark.parametrize("options", [DOUBLE, *CONSOLATIONS])
def test_every_entrant_has_the_place_that_a_naive_count_gives(options: KnockoutOptions) -> None:
    for count in EVERY_SIZE:
        played = Played(count, options, seed=count)
        assert played.places() == played.naive_places(is_double=options == DOUBLE), count


@pytest.mark.without_coverage
# R-DBL-01, R-DBL-03
@pytest.mark.parametrize("options", [DOUBLE, *CONSOLATIONS])
def test_every_plan_with_a_second_bracket_is_sound(options: KnockoutOptions) -> None:
    for count in EVERY_SIZE:
        plan = plan_knockout(entrants(count), options)
        assert [table.number for table in plan.tables] == list(range(1, len(plan.tables) + 1))
        assert {table.round for table in plan.tables} == set(range(1, plan.rounds + 1))
        assert all(before.round <= after.round for before, after in pairwise(plan.tables))
        slots = [(table, slot) for table in plan.tables for slot in table.slots if isinstance(slot, FromTable)]
        assert len(feeding(plan)) == len(slots)
        assert all(plan.tables[slot.number - 1].round < table.round for table, slot in slots)
        assert all(table.section == "main" and table.round == 1 for table in plan.tables if Nobody() in table.slots)
        assert len({(table.round, table.section, table.position) for table in plan.tables}) == len(plan.tables)
        final = plan.tables[-1]
        assert (final.section, final.round, final.best_place, final.worst_place) == ("main", plan.rounds, 1, 2)


# R-DBL-03
@pytest.mark.parametrize(
    ("rounds", "third", "best", "tables", "all_rounds"),
    [(1, False, 9, 7, 4), (2, False, 5, 11, 5), (2, True, 5, 11, 5)],
)
def test_a_consolation_of_sixteen_is_for_the_best_place_after_the_bracket(
    rounds: int, third: bool, best: int, tables: int, all_rounds: int
) -> None:
    options = KnockoutOptions(second_chance="repechage", second_chance_rounds=rounds, third_place=third)
    plan = plan_knockout(entrants(16), options)
    second = in_section(plan, "second")
    assert (len(second), plan.rounds) == (tables, all_rounds)
    assert {table.best_place for table in second} == {best}
    assert [table.worst_place for table in second if table.round == 2] == [16] * 4
    assert (second[-1].best_place, second[-1].worst_place) == (best, best + 1)
    assert len(in_section(plan, "third")) == third


# R-DBL-03
@pytest.mark.parametrize(("count", "third"), [(2, False), (4, True), (3, True)])
def test_where_nobody_is_left_for_it_there_is_no_consolation(count: int, third: bool) -> None:
    options = KnockoutOptions(second_chance="repechage", second_chance_rounds=2, third_place=third)
    assert plan_knockout(entrants(count), options) == plan_knockout(entrants(count), KnockoutOptions(third_place=third))


# R-DBL-04
@pytest.mark.without_coverage
@pytest.mark.parametrize("count", [4, 8, 16, 32, 64, 128, 1_024])
def test_who_comes_down_meets_nobody_beaten_in_the_rounds_before(count: int) -> None:
    """From a round of m tables only somebody beaten m rounds before, or 2 m, can be met at once."""
    plan = plan_knockout(entrants(count), DOUBLE)
    for table in in_section(plan, "second"):
        upper, lower = [plan.tables[slot.number - 1] for slot in table.slots if isinstance(slot, FromTable)]
        if upper.section == "main" and lower.section == "second":
            tables = sum((each.round, each.section) == (upper.round, "main") for each in plan.tables)
            beaten = won_before(plan, upper) & lost_before(plan, lower)
            assert all((upper.round - plan.tables[number - 1].round) % tables == 0 for number in beaten)


def won_before(plan: Plan, table: PlannedTable) -> set[int]:
    """The main tables that a side at this main table may have won."""
    before = {slot.number for slot in table.slots if isinstance(slot, FromTable)}
    return before.union(*(won_before(plan, plan.tables[number - 1]) for number in before))


def lost_before(plan: Plan, table: PlannedTable) -> set[int]:
    """The main tables that a side at this table of the second bracket may have lost."""
    sources = [plan.tables[slot.number - 1] for slot in table.slots if isinstance(slot, FromTable)]
    behind = [lost_before(plan, source) for source in sources if source.section == "second"]
    return {source.number for source in sources if source.section == "main"}.union(*behind)


# R-DBL-07
def test_lengths_of_double_elimination_are_counted_from_the_last_final() -> None:
    best_of = {"final": 5, "semifinal": 3, "second": 3}
    plan = plan_knockout(entrants(8), KnockoutOptions(second_chance="double", best_of=best_of))
    lengths = {(table.section, table.round): table.best_of for table in plan.tables}
    assert lengths == {
        ("main", 1): 1,
        ("main", 2): 1,
        ("main", 3): 3,
        ("main", 6): 5,
        ("second", 2): 3,
        ("second", 3): 3,
        ("second", 4): 3,
        ("second", 5): 3,
    }


# R-DBL-11
def test_a_second_final_is_one_table_at_which_the_winner_of_the_main_bracket_leads() -> None:
    options = KnockoutOptions(second_chance="double", second_final=True)
    plan = plan_knockout(entrants(8), options)
    *others, final = plan.tables
    assert (*others, replace(final, best_of=1, lead=0)) == plan_knockout(entrants(8), DOUBLE).tables
    assert (final.best_of, final.lead) == (3, 1)
    assert [plan.tables[slot.number - 1].section for slot in final.slots if isinstance(slot, FromTable)] == [
        "main",
        "second",
    ]
    assert (evening(8, options).matches, evening(8, options).most_matches) == (14, 15)


# R-DBL-08
def test_beside_a_bye_nobody_waits_for_a_table_of_the_second_bracket() -> None:
    plan = plan_knockout(entrants(5), DOUBLE)
    assert [(table.round, table.worst_place) for table in in_section(plan, "second")] == [(3, 5), (4, 4), (5, 3)]
    assert evening(5, DOUBLE).matches == 8


# R-DBL-01
@pytest.mark.parametrize(
    ("options", "adds"),
    [(KnockoutOptions(), False), (DOUBLE, True), (CONSOLATIONS[0], False), (CONSOLATIONS[2], True)],
)
def test_double_elimination_and_a_consolation_of_two_rounds_need_more_rounds(
    options: KnockoutOptions, adds: bool
) -> None:
    assert options.adds_rounds == adds
    assert (plan_knockout(entrants(16), options).rounds > 4) == adds


# R-DBL-08
def test_a_table_of_the_second_bracket_ends_by_itself_when_both_lost_the_one_before() -> None:
    plan = plan_knockout(entrants(8), DOUBLE)

    def decide(table: PlannedTable, keys: tuple[int, ...]) -> tuple[int | None, ...]:
        return (None, None) if table.number == 1 else keys

    finishes = settle(plan, decide)
    places = [each.place for each in places_of(plan, finishes, lambda key: -key)]
    assert places == list(range(1, 9))
