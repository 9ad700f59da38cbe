"""A knockout that is drawn anew for each round."""

import pytest

from tests.competition.fields import entrants, seeded_first
from tests.competition.placing import joined, places_of
from tournaments.competition.formats.bracket import settle
from tournaments.competition.pairing.knockout import plan_knockout, plan_round
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.types import Entrant, FromEntrant, Nobody, Plan, PlannedTable

REDRAW = KnockoutOptions(redraw=True, third_place=True, best_of={"final": 3, "quarterfinal": 5})


def upper_wins(table: PlannedTable, keys: tuple[int, ...]) -> tuple[int, ...]:
    return keys


def play_out(count: int) -> list[Plan]:
    plans = [plan_knockout(entrants(count), REDRAW)]
    while plans[-1].tables[-1].round < plans[-1].rounds:
        tables = plans[-1].tables
        finishes = settle(plans[-1], upper_wins)
        winners = [Entrant(key) for table in tables if (key := finishes[table.number][0])]
        beaten = tuple(key for table in tables if (key := finishes[table.number][1])) if len(tables) == 2 else ()
        number = tables[-1].number + 1
        plans.append(plan_round(winners, REDRAW, round_number=tables[-1].round + 1, first_number=number, beaten=beaten))
    return plans


# R-KO-11
def test_the_first_plan_holds_one_round_and_tells_how_many_there_will_be() -> None:
    plan = plan_knockout(entrants(11), REDRAW)
    assert ({table.round for table in plan.tables}, len(plan.tables), plan.rounds) == ({1}, 8, 4)


# R-KO-11
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 11, 32, 61])
def test_round_after_round_gives_the_tables_of_a_fixed_bracket(count: int) -> None:
    tables = joined(play_out(count)).tables
    fixed = plan_knockout(entrants(count), KnockoutOptions(third_place=True, best_of=REDRAW.best_of)).tables
    assert [(table.number, table.round, table.section, table.best_of) for table in tables] == [
        (table.number, table.round, table.section, table.best_of) for table in fixed
    ]


# R-KO-08, R-KO-11
def test_the_two_beaten_semifinalists_play_before_the_final() -> None:
    plan = plan_round([Entrant(7), Entrant(9)], REDRAW, round_number=3, first_number=7, beaten=(4, 5))
    assert [(table.number, table.section, table.slots) for table in plan.tables] == [
        (7, "third", (FromEntrant(4), FromEntrant(5))),
        (8, "main", (FromEntrant(7), FromEntrant(9))),
    ]
    assert [table.best_of for table in plan.tables] == [1, 3]


# R-KO-08, R-KO-11
@pytest.mark.parametrize(
    ("options", "left", "beaten"),
    [
        pytest.param(KnockoutOptions(redraw=True), 2, (4, 5), id="no third place wanted"),
        pytest.param(REDRAW, 2, (4,), id="one semifinal was a bye"),
        pytest.param(REDRAW, 4, (4, 5), id="not the final yet"),
    ],
)
def test_otherwise_nobody_plays_for_the_third_place(
    options: KnockoutOptions, left: int, beaten: tuple[int, ...]
) -> None:
    plan = plan_round(
        [Entrant(10 + key) for key in range(left)], options, round_number=2, first_number=5, beaten=beaten
    )
    assert {table.section for table in plan.tables} == {"main"}


# R-KO-11, R-KO-13
def test_a_round_that_lost_both_lines_of_a_table_has_a_bye() -> None:
    plan = plan_round([Entrant(1), Entrant(2), Entrant(3)], REDRAW, round_number=2, first_number=5)
    assert [table.slots for table in plan.tables] == [
        (FromEntrant(1), Nobody()),
        (FromEntrant(2), FromEntrant(3)),
    ]
    assert plan.rounds == 3


# R-KO-11, R-KO-14
def test_joined_rounds_give_the_final_standings() -> None:
    plan = joined(play_out(11))
    standings = places_of(plan, settle(plan, upper_wins), lambda key: -key)
    assert [standing.place for standing in standings] == list(range(1, 12))
    assert standings[0].key == 1


# R-KO-11, R-KO-15
def test_who_waits_for_the_next_draw_has_no_place_yet() -> None:
    plan = plan_knockout(entrants(4), REDRAW)
    places = {standing.key: standing.place for standing in places_of(plan, settle(plan, upper_wins))}
    assert places == {1: None, 2: None, 3: 3, 4: 3}


# R-KO-11, R-KO-13, R-KO-15
def test_who_alone_is_left_by_a_round_has_won_the_event() -> None:
    placed = places_of(plan_knockout(seeded_first(4), REDRAW), {1: (None, None), 2: (2, 3)})
    assert [(each.key, each.place) for each in placed[:2]] == [(2, 1), (1, 2)]


# R-KO-11, R-KO-13, R-KO-15
def test_a_final_comes_a_round_early_where_both_lines_of_two_tables_lost() -> None:
    first = plan_knockout(seeded_first(8), REDRAW)
    finishes = settle(first, lambda table, keys: keys if table.number > 2 else (None, None))
    winners = [finish[0] for finish in finishes.values() if finish[0]]
    assert {each.key for each in places_of(first, finishes) if each.place is None} == set(winners)
    final = plan_round([Entrant(key) for key in winners], REDRAW, round_number=2, first_number=5)
    placed = places_of(joined([first, final]), finishes | {5: (winners[1], winners[0])})
    assert [(each.key, each.place) for each in placed[:2]] == [(winners[1], 1), (winners[0], 2)]
