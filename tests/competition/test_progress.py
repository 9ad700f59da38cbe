"""From results to progress and final places."""

from collections.abc import Collection, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.competition.fields import entrants, seeded_first
from tests.competition.placing import Placed, places_of, seats_of, with_walkovers
from tournaments.competition.formats.bracket import settle
from tournaments.competition.handing_on import NOBODY, occupant
from tournaments.competition.pairing.knockout import plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.standings.places import Course, Seat, careers, standings
from tournaments.competition.types import FromEntrant, FromTable, Nobody, PlannedTable


def lower_key_wins(table: PlannedTable, keys: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(keys))


def without(seats: Iterable[Seat], withdrawn: Collection[int]) -> list[Seat]:
    """The seats after these entries have left the event."""
    return [seat._replace(is_withdrawn=seat.key in withdrawn) for seat in seats]


# R-KO-05, R-KO-13
def test_a_slot_tells_who_takes_it_as_far_as_it_is_known() -> None:
    finishes = {1: (7, None)}
    assert occupant(FromEntrant(5), finishes) == 5
    assert occupant(Nobody(), finishes) == NOBODY
    assert occupant(FromTable(1, 1), finishes) == 7
    assert occupant(FromTable(1, 2), finishes) == NOBODY
    assert occupant(FromTable(2, 1), finishes) is None


# R-KO-05
def test_byes_are_finished_before_anybody_plays() -> None:
    plan = plan_knockout(seeded_first(5), KnockoutOptions())
    assert with_walkovers(plan, {}) == {1: (1, None), 3: (2, None), 4: (3, None)}


# R-KO-13
def test_the_opponent_of_a_table_that_both_lost_goes_on_to_the_end() -> None:
    plan = plan_knockout(seeded_first(4), KnockoutOptions())
    assert with_walkovers(plan, {1: (1, 4), 2: (None, None)})[3] == (1, None)


# R-KO-14
def test_places_below_the_final_go_by_round_then_merit() -> None:
    plan = plan_knockout(seeded_first(8), KnockoutOptions())
    finishes = settle(plan, lower_key_wins)
    vp = {5: 30, 6: 40, 7: 10, 8: 30, 3: 5, 4: 6, 1: 0, 2: 90}
    placed = places_of(plan, finishes, vp.__getitem__)
    assert [(standing.place, standing.key, standing.shared) for standing in placed] == [
        (1, 1, False),
        (2, 2, False),
        (3, 4, False),
        (4, 3, False),
        (5, 6, False),
        (6, 8, True),
        (6, 5, True),
        (8, 7, False),
    ]


# R-KO-08, R-KO-14
def test_the_match_for_the_third_place_goes_before_merit() -> None:
    plan = plan_knockout(seeded_first(4), KnockoutOptions(third_place=True))
    finishes = {1: (1, 4), 2: (2, 3), 3: (4, 3), 4: (2, 1)}
    placed = places_of(plan, finishes, lambda key: key == 3)
    assert [standing.key for standing in placed] == [2, 1, 4, 3]


# R-KO-14
def test_the_lot_parts_who_is_level_in_all_else() -> None:
    plan, course = plan_knockout(seeded_first(4), KnockoutOptions()), Course(2)
    seats = seats_of(plan, settle(plan, lower_key_wins))
    rows = standings(careers(seats, course, lots={3: 2, 4: 1}).values(), course).rows
    assert [(row.career.key, row.place) for row in rows[2:]] == [(4, 3), (3, 4)]


# R-KO-15
def test_who_has_withdrawn_is_out_while_the_table_waits() -> None:
    plan, course = plan_knockout(seeded_first(4), KnockoutOptions()), Course(2)
    seats = without(seats_of(plan, {1: (1, 4)}), {1})
    rows = standings(careers(seats, course).values(), course).rows
    assert [(row.career.key, row.place) for row in rows] == [(2, None), (3, None), (1, 3), (4, 4)]


# R-KO-11, R-KO-15
def test_a_winner_who_withdraws_before_the_next_draw_has_not_won_the_event() -> None:
    plan, course = plan_knockout(seeded_first(4), KnockoutOptions(redraw=True)), Course(1, redraw=True)
    found = careers(without(seats_of(plan, {1: (1, 4), 2: (2, 3)}), {1, 2}), course)
    rows = standings(found.values(), course)
    assert [(row.career.key, row.place) for row in rows.rows] == [(1, 2), (2, 2), (4, 4), (3, 4)]
    assert rows.rounds == 2


# R-KO-15
def test_who_is_still_in_has_no_place_yet() -> None:
    plan = plan_knockout(seeded_first(5), KnockoutOptions())
    placed = places_of(plan, {2: (5, 4), 5: (5, 1)}, lambda key: key)
    assert placed == (
        Placed(5, None),
        Placed(3, None),
        Placed(2, None),
        Placed(1, 4),
        Placed(4, 5),
    )


# R-KO-15
def test_who_plays_for_a_better_place_stands_before_higher_scores() -> None:
    plan = plan_knockout(seeded_first(4), KnockoutOptions(third_place=True))
    placed = places_of(plan, {1: (1, 4)}, lambda key: key)
    assert [(standing.place, standing.key) for standing in placed] == [(None, 1), (None, 3), (None, 2), (None, 4)]


# R-KO-13, R-KO-15
def test_nobody_wins_a_final_that_both_lines_lost() -> None:
    plan = plan_knockout(seeded_first(4), KnockoutOptions())
    placed = places_of(plan, {1: (1, 4), 2: (2, 3), 3: (None, None)}, lambda key: -key)
    assert [(standing.place, standing.key) for standing in placed] == [(2, 1), (3, 2), (4, 3), (5, 4)]


# R-KO-13, R-KO-15
def test_places_close_up_behind_a_semifinal_that_both_lines_lost() -> None:
    plan = plan_knockout(seeded_first(4), KnockoutOptions(third_place=True))
    placed = places_of(plan, {1: (1, 4), 2: (None, None)}, lambda key: -key)
    assert [(standing.place, standing.key) for standing in placed] == [(1, 1), (2, 4), (3, 2), (4, 3)]


@pytest.mark.without_coverage
# R-KO-14, R-KO-15
@given(st.integers(2, 90), st.integers(0, 3), st.data())
def test_any_course_of_events_gives_every_entrant_one_place(count: int, form: int, data: st.DataObject) -> None:
    options = KnockoutOptions(third_place=form == 1, placement=form == 2, byes="lot" if form == 3 else "seeds")
    plan = plan_knockout(entrants(count), options)

    def decide(table: PlannedTable, keys: tuple[int, ...]) -> tuple[int | None, ...]:
        return data.draw(st.sampled_from([keys, keys[::-1], (None, None)]))

    finishes = settle(plan, decide)
    assert with_walkovers(plan, finishes) == finishes
    placed = places_of(plan, finishes, lambda key: key)
    assert sorted(standing.key for standing in placed) == list(range(1, count + 1))
    places = [standing.place for standing in placed]
    assert places in (list(range(1, count + 1)), list(range(2, count + 2)))
