"""What a changed result reaches."""

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.competition.fields import entrants, seeded_first
from tests.competition.placing import with_walkovers
from tournaments.competition.formats.bracket import settle
from tournaments.competition.handing_on import NOT_YET, Best, Finish, occupant
from tournaments.competition.pairing.knockout import plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.competition.pairing.tables import plan_tables
from tournaments.competition.stages import elimination_reach as pure
from tournaments.competition.stages.elimination import Chair, Ended, Facts, Seated, Settled
from tournaments.competition.stages.elimination_reach import Permitted, Reach
from tournaments.competition.stages.facts import Score
from tournaments.competition.stages.readmission import Beaten, readmissions
from tournaments.competition.types import FromEntrant, FromTable, Plan, PlannedTable

# Eight seeds with a match for the third place: tables 1-4, semifinals 5 and 6, third 7, final 8.
PLAN = plan_knockout(seeded_first(8), KnockoutOptions(third_place=True))
FIRST_ROUND: dict[int, Finish] = {1: (1, 8), 2: (4, 5), 3: (2, 7), 4: (3, 6)}


def scores(chairs: Collection[Chair], finish: Finish, deals: int = 0) -> tuple[Score, ...]:
    """The scores by line of a table that finishes like this."""
    return tuple(Score(finish.index(each.now) + 1 if each.now in finish else None, deals=deals) for each in chairs)


def played(
    plan: Plan, finishes: Mapping[int, Finish], best: Best = NOT_YET, deals: Mapping[int, int] | None = None
) -> Facts:
    """The facts of a plan of which these tables have been played."""
    known = with_walkovers(plan, finishes, best)
    tables = []
    for table in plan.tables:
        chairs = tuple(Chair(slot, occupant(slot, known, best)) for slot in table.slots)
        settled = None
        if table.number in finishes:
            settled = Settled(scores(chairs, known[table.number], (deals or {}).get(table.number, 0)))
        elif table.number in known:
            present = tuple(line for line, chair in enumerate(chairs) if isinstance(chair.now, int))
            settled = Settled(scores(chairs, known[table.number]), Ended(present))
        tables.append(Seated(table.number, table.round, chairs, table.through, settled))
    return Facts(tuple(tables), low_wins=True)


def reach(facts: Facts, number: int, finish: Finish, called: Collection[int] = (), deals: int = 0) -> Reach:
    """The reach of this finish; tables that were played or called were announced."""
    chairs = next(table.chairs for table in facts.tables if table.number == number)
    announced = {table.number for table in facts.tables if table.is_played}.union(called)
    return pure.reach(facts, number, scores(chairs, finish, deals), lambda tables: not announced.isdisjoint(tables))


# R-KO-16
def test_the_same_winner_touches_nothing() -> None:
    now = played(PLAN, {**FIRST_ROUND, 5: (1, 4)})
    assert reach(now, 1, (1, 8)) == Reach(Permitted.FREE)


# R-KO-16
def test_a_change_is_free_while_nothing_behind_it_is_announced() -> None:
    now = played(PLAN, FIRST_ROUND)
    assert reach(now, 1, (8, 1)) == Reach(Permitted.FREE, tables=(5,), entrants=(1, 4, 8))


# R-KO-16
def test_a_change_in_the_final_has_nothing_behind_it() -> None:
    now = played(PLAN, {**FIRST_ROUND, 5: (1, 4), 6: (2, 3), 7: (4, 3), 8: (1, 2)})
    assert reach(now, 8, (2, 1)) == Reach(Permitted.FREE, entrants=(1, 2))


# R-KO-17
def test_a_change_behind_which_a_table_was_called_needs_a_reason() -> None:
    now = played(PLAN, FIRST_ROUND)
    assert reach(now, 1, (8, 1), called=(5,)) == Reach(Permitted.NEEDS_REASON, tables=(5,), entrants=(1, 4, 8))


# R-KO-17
def test_a_change_names_everything_that_was_played_with_the_wrong_person() -> None:
    now = played(PLAN, {**FIRST_ROUND, 5: (1, 4), 6: (2, 3), 7: (3, 4)})
    assert reach(now, 1, (8, 1), called=(8,)) == Reach(
        Permitted.NEEDS_REASON, tables=(5, 7, 8), replayed=(5, 7), entrants=(1, 2, 3, 4, 8)
    )


# R-KO-13, R-KO-17
def test_both_lines_may_lose_after_all() -> None:
    now = played(PLAN, {**FIRST_ROUND, 5: (1, 4)})
    assert reach(now, 2, (None, None)) == Reach(Permitted.NEEDS_REASON, (5, 7), (5,), (1, 4, 5))


# R-KO-16
def test_a_table_that_ended_by_itself_was_not_announced() -> None:
    # Without table 4 nobody meets who wins table 3; the final is not known yet.
    now = played(PLAN, {1: (1, 8), 2: (4, 5), 3: (2, 7), 4: (None, None)})
    assert reach(now, 3, (7, 2)) == Reach(Permitted.FREE, (6, 8), (), (2, 7))
    assert reach(now, 3, (7, 2), called=(8,)).permitted is Permitted.NEEDS_REASON


# R-KO-17
def test_who_missed_a_table_does_not_miss_it_when_it_is_played_again() -> None:
    def settled(*places: int) -> Settled:
        return Settled(tuple(Score(place) for place in places))

    # At table 2 entry 4 did not come. Entries 2 and 6 have left.
    not_there = Chair(FromEntrant(4), 4, is_absent=True)
    tables = (
        Seated(1, 1, (Chair(FromEntrant(1), 1), Chair(FromEntrant(2), 2)), 1, settled(1, 2)),
        Seated(2, 2, (Chair(FromTable(1, 1), 1), Chair(FromEntrant(3), 3), not_there), 2, settled(1, 2, 3)),
        Seated(
            3,
            3,
            (Chair(FromTable(2, 1), 1), Chair(FromTable(2, 2), 3), Chair(FromEntrant(5), 5), Chair(FromEntrant(6), 6)),
            2,
            settled(3, 1, 2, 4),
        ),
        Seated(4, 4, (Chair(FromTable(3, 1), 3), Chair(FromTable(3, 2), 5)), 1, settled(1, 2)),
    )
    found = pure.reach(Facts(tables, gone=frozenset({2, 6})), 1, (Score(2), Score(1)), lambda _tables: True)
    # Entry 4 plays table 2 with 3 now, so both come to table 3, which must be played.
    assert found.tables == found.replayed == (2, 3, 4)


# R-KO-17
def test_a_table_reached_on_two_ways_is_named_once() -> None:
    # The loser of table 1 has a second chance at table 2 and may come back in table 3.
    plan = Plan(
        (
            PlannedTable(1, 1, 0, (FromEntrant(1), FromEntrant(2))),
            PlannedTable(2, 2, 0, (FromTable(1, 2), FromEntrant(3))),
            PlannedTable(3, 3, 0, (FromTable(1, 1), FromTable(2, 1))),
        ),
        rounds=3,
    )
    now = played(plan, {1: (1, 2), 2: (2, 3), 3: (1, 2)})
    assert reach(now, 1, (2, 1)) == Reach(Permitted.NEEDS_REASON, (2, 3), (2, 3), (1, 2, 3))


# R-KO-16, R-KO-17
@pytest.mark.without_coverage
@given(st.integers(2, 60), st.booleans(), st.data())
def test_the_reach_is_what_changes_when_the_event_is_played_again(
    count: int, placement: bool, data: st.DataObject
) -> None:
    plan = plan_knockout(entrants(count), KnockoutOptions(placement=placement))

    def upper_wins(table: PlannedTable, keys: tuple[int, ...]) -> Finish:
        return keys

    before = settle(plan, upper_wins)
    with_result = {number: finish for number, finish in before.items() if None not in finish}
    number = data.draw(st.sampled_from(sorted(with_result)))
    found = reach(played(plan, with_result), number, before[number][::-1])

    def turned(table: PlannedTable, keys: tuple[int, ...]) -> Finish:
        return keys[::-1] if table.number == number else keys

    after = settle(plan, turned)
    changed = {each for each in before if each != number and before[each] != after[each]}
    assert changed <= set(found.tables)
    assert set(found.replayed) == set(found.tables) & set(with_result)
    assert (found.permitted is Permitted.FREE) == (not found.replayed)
    assert {key for each in changed for key in (*before[each], *after[each]) if key} <= set(found.entrants)


TABLES = plan_tables(tuple(range(1, 17)), TablesOptions())
FIRST_TABLES: dict[int, Finish] = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8), 3: (9, 10, 11, 12), 4: (13, 14, 15, 16)}
SECOND_TABLES: dict[int, Finish] = {5: (1, 2, 5, 6), 6: (9, 10, 13, 14)}


# R-TAB-21
@pytest.mark.parametrize("finish", [(2, 1, 3, 4), (1, 2, 4, 3), (2, 1, 4, 3)])
def test_another_order_of_the_same_people_reaches_nothing(finish: Finish) -> None:
    now = played(TABLES, {**FIRST_TABLES, **SECOND_TABLES})
    assert reach(now, 1, finish, called=(7,)) == Reach(Permitted.FREE, entrants=(1, 2, 3, 4))


# R-TAB-21
def test_other_people_reach_every_table_that_was_played_with_the_wrong_ones() -> None:
    now = played(TABLES, {**FIRST_TABLES, **SECOND_TABLES})
    assert reach(now, 1, (1, 3, 2, 4), called=(7,)) == Reach(
        Permitted.NEEDS_REASON, (5, 7), (5,), (1, 2, 3, 4, 5, 6, 9, 10)
    )
    assert reach(now, 1, (1, None, None, None)).tables == (5, 7)


# R-TAB-22
def test_a_result_that_re_admits_somebody_else_reaches_his_table() -> None:
    plan = plan_tables(tuple(range(1, 25)), TablesOptions(policy="ripescaggio"))
    finishes: dict[int, Finish] = {n: (4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n) for n in range(1, 7)}

    def thirds(of_table_1: int) -> list[Beaten]:
        return [Beaten(4 * n - 1, n, of_table_1 if n == 1 else n, 0) for n in range(1, 7)]

    before = readmissions(plan, thirds(1), low_wins=True)
    after = readmissions(plan, thirds(9), low_wins=True, seated=before)
    (chair,) = [slot for slot in before if before[slot] != after[slot]]
    now = played(plan, finishes, before, deals={n: n for n in finishes})
    found = reach(now, 1, finishes[1], deals=9)
    assert found.permitted is Permitted.FREE
    assert found.tables == tuple(table.number for table in plan.tables if chair in table.slots)
    assert {before[chair], after[chair]} <= set(found.entrants)
    assert reach(now, 1, finishes[1], deals=1) == Reach(Permitted.FREE)
    # The same people in another order would reach nothing, but for him.
    assert reach(now, 1, (2, 1, 3, 4), deals=9).tables == found.tables
