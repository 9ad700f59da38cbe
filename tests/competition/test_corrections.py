"""What a changed result reaches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.competition.fields import entrants, seeded_first
from tests.competition.placing import feeding, with_walkovers
from tournaments.competition.corrections.reach import Permitted, Reach, Status, TableNow, reach
from tournaments.competition.feeding import NOT_YET, Best, Finish, occupant
from tournaments.competition.formats.knockout import settle
from tournaments.competition.pairing.knockout import plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.competition.pairing.tables import plan_tables
from tournaments.competition.stages.readmission import Beaten, moved_chairs, readmitted
from tournaments.competition.types import FromEntrant, FromTable, Plan, PlannedTable

# Eight seeds with a match for the third place: tables 1-4, semifinals 5 and 6, third 7, final 8.
PLAN = plan_knockout(seeded_first(8), KnockoutOptions(third_place=True))
FIRST_ROUND: dict[int, Finish] = {1: (1, 8), 2: (4, 5), 3: (2, 7), 4: (3, 6)}


def standing_now(
    plan: Plan, finishes: dict[int, Finish], called: tuple[int, ...] = (), best: Best = NOT_YET
) -> dict[int, TableNow]:
    known = with_walkovers(plan, finishes, best)
    now = {}
    for table in plan.tables:
        status = Status.PLAYED if table.number in known else Status.PLANNED
        status = Status.CALLED if table.number in called else status
        people = tuple(occupant(slot, known, best) for slot in table.slots)
        now[table.number] = TableNow(status, people, known.get(table.number, ()), table.through)
    return now


# R-KO-16
def test_the_same_winner_touches_nothing() -> None:
    now = standing_now(PLAN, {**FIRST_ROUND, 5: (1, 4)})
    assert reach(feeding(PLAN), now, 1, (1, 8)) == Reach(Permitted.FREE, "only_points_change")


# R-KO-16
def test_a_change_is_free_while_nothing_behind_it_is_announced() -> None:
    now = standing_now(PLAN, FIRST_ROUND)
    assert reach(feeding(PLAN), now, 1, (8, 1)) == Reach(
        Permitted.FREE, "nothing_announced", tables=(5,), entrants=(1, 4, 8)
    )


# R-KO-16
def test_a_change_in_the_final_has_nothing_behind_it() -> None:
    now = standing_now(PLAN, {**FIRST_ROUND, 5: (1, 4), 6: (2, 3), 7: (4, 3), 8: (1, 2)})
    assert reach(feeding(PLAN), now, 8, (2, 1)) == Reach(Permitted.FREE, "nothing_announced", entrants=(1, 2))


# R-KO-17
def test_a_change_behind_which_a_table_was_called_needs_a_reason() -> None:
    now = standing_now(PLAN, FIRST_ROUND, called=(5,))
    assert reach(feeding(PLAN), now, 1, (8, 1)) == Reach(
        Permitted.NEEDS_REASON, "reaches_further", tables=(5,), entrants=(1, 4, 8)
    )


# R-KO-17
def test_a_change_names_everything_that_was_played_with_the_wrong_person() -> None:
    now = standing_now(PLAN, {**FIRST_ROUND, 5: (1, 4), 6: (2, 3), 7: (3, 4)}, called=(8,))
    assert reach(feeding(PLAN), now, 1, (8, 1)) == Reach(
        Permitted.NEEDS_REASON, "reaches_further", tables=(5, 7, 8), replayed=(5, 7), entrants=(1, 2, 3, 4, 8)
    )


# R-KO-16
def test_a_result_can_be_taken_back() -> None:
    now = standing_now(PLAN, FIRST_ROUND)
    assert reach(feeding(PLAN), now, 3, ()) == Reach(Permitted.FREE, "nothing_announced", (6,), (), (2, 3, 7))


# R-KO-13, R-KO-17
def test_both_lines_may_lose_after_all() -> None:
    now = standing_now(PLAN, {**FIRST_ROUND, 5: (1, 4)})
    assert reach(feeding(PLAN), now, 2, (None, None)) == Reach(
        Permitted.NEEDS_REASON, "reaches_further", (5, 7, 8), (5,), (1, 4, 5)
    )


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
    now = standing_now(plan, {1: (1, 2), 2: (2, 3), 3: (1, 2)})
    assert reach(feeding(plan), now, 1, (2, 1)) == Reach(
        Permitted.NEEDS_REASON, "reaches_further", (2, 3), (2, 3), (1, 2, 3)
    )


# R-KO-18
@pytest.mark.parametrize(
    ("number", "finish", "code"),
    [
        pytest.param(99, (1, 8), "unknown_table", id="no such table"),
        pytest.param(2, (4, 5), "table_not_played", id="not played"),
        pytest.param(1, (8, 1), "bye_has_no_result", id="a bye"),
        pytest.param(3, (2, 9), "not_at_this_table", id="a stranger"),
        pytest.param(3, (2, 2), "not_at_this_table", id="one line twice"),
        pytest.param(3, (2,), "not_at_this_table", id="one place missing"),
    ],
)
def test_what_cannot_be_corrected(number: int, finish: Finish, code: str) -> None:
    plan = plan_knockout(seeded_first(7), KnockoutOptions())
    now = standing_now(plan, {3: (2, 7)})
    assert reach(feeding(plan), now, number, finish) == Reach(Permitted.REFUSED, code)


# R-KO-16, R-KO-17
@pytest.mark.without_coverage
@given(st.integers(2, 60), st.booleans(), st.data())
def test_the_reach_is_what_changes_when_the_event_is_played_again(
    count: int, placement: bool, data: st.DataObject
) -> None:
    plan = plan_knockout(entrants(count), KnockoutOptions(placement=placement))
    routes = feeding(plan)

    def upper_wins(table: PlannedTable, keys: tuple[int, ...]) -> Finish:
        return keys

    before = settle(plan, upper_wins)
    played = [table.number for table in plan.tables if None not in before[table.number]]
    number = data.draw(st.sampled_from(played))
    found = reach(routes, standing_now(plan, before), number, before[number][::-1])

    def turned(table: PlannedTable, keys: tuple[int, ...]) -> Finish:
        return keys[::-1] if table.number == number else keys

    after = settle(plan, turned)
    changed = {each for each in before if each != number and before[each] != after[each]}
    assert changed <= set(found.tables) == set(found.replayed)
    assert (found.permitted is Permitted.FREE) == (not found.tables)
    assert {key for each in changed for key in (*before[each], *after[each]) if key} <= set(found.entrants)


TABLES = plan_tables(tuple(range(1, 17)), TablesOptions())
FIRST_TABLES: dict[int, Finish] = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8), 3: (9, 10, 11, 12), 4: (13, 14, 15, 16)}
SECOND_TABLES: dict[int, Finish] = {5: (1, 2, 5, 6), 6: (9, 10, 13, 14)}


# R-TAB-21
@pytest.mark.parametrize("finish", [(2, 1, 3, 4), (1, 2, 4, 3), (2, 1, 4, 3)])
def test_another_order_of_the_same_people_reaches_nothing(finish: Finish) -> None:
    now = standing_now(TABLES, {**FIRST_TABLES, **SECOND_TABLES}, called=(7,))
    assert reach(feeding(TABLES), now, 1, finish) == Reach(Permitted.FREE, "same_people_go_on")


# R-TAB-21
def test_other_people_reach_every_table_that_was_played_with_the_wrong_ones() -> None:
    now = standing_now(TABLES, {**FIRST_TABLES, **SECOND_TABLES}, called=(7,))
    assert reach(feeding(TABLES), now, 1, (1, 3, 2, 4)) == Reach(
        Permitted.NEEDS_REASON, "reaches_further", (5, 7), (5,), (1, 2, 3, 4, 5, 6, 9, 10)
    )
    assert reach(feeding(TABLES), now, 1, (1, None, None, None)).tables == (5, 7)
    assert reach(feeding(TABLES), now, 1, ()).tables == (5, 7)
    assert reach(feeding(TABLES), now, 7, (1, 2, 9, 10)).code == "table_not_played"


# R-TAB-07, R-TAB-21
def test_a_pair_of_byes_has_no_result() -> None:
    plan = plan_tables(tuple(range(1, 12)), TablesOptions())
    now = standing_now(plan, {})
    assert reach(feeding(plan), now, 1, (2, 1)) == Reach(Permitted.REFUSED, "bye_has_no_result")


# R-TAB-22
def test_a_result_that_re_admits_somebody_else_reaches_his_table() -> None:
    plan = plan_tables(tuple(range(1, 25)), TablesOptions(policy="ripescaggio"))
    finishes: dict[int, Finish] = {n: (4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n) for n in range(1, 7)}

    def deals(of_table_1: int) -> list[Beaten]:
        return [Beaten(4 * n - 1, n, of_table_1 if n == 1 else n, 101) for n in range(1, 7)]

    before = readmitted(plan, deals(1), low_wins=True)
    now = standing_now(plan, finishes, best=before)
    after = readmitted(plan, deals(9), low_wins=True, seated=before)
    chairs = moved_chairs(plan, before, after)
    found = reach(feeding(plan), now, 1, finishes[1], chairs)
    assert (found.permitted, found.code) == (Permitted.FREE, "nothing_announced")
    assert found.tables == tuple(sorted({table for table, _ in chairs}))
    assert reach(feeding(plan), now, 1, finishes[1]).code == "only_points_change"
    # The same people in another order would reach nothing, but for him.
    assert reach(feeding(plan), now, 1, (2, 1, 3, 4), chairs).tables == found.tables
