"""What every entry has so far."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.competition.stages.scored import at_random, facts, result
from tests.searching import dice, seeds
from tournaments.competition.discipline import Deduction
from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.stages.points import TEN_SIX_THREE_ONE, VALLIADI, PointsTerms
from tournaments.competition.stages.tallies import Met, Tally, tallies
from tournaments.competition.types import Entrant


# R-TIE-04, R-TIE-05
def test_a_tally_adds_up_what_was_played() -> None:
    made = tallies(facts("1-2 11:7,3 rests", "3-1 5:5,2 rests"), VALLIADI, lots={1: 2})
    assert made[1] == Tally(
        key=1,
        lot=2,
        played=2,
        wins=1,
        draws=1,
        points=4,
        vp=22,
        mp=4,
        deals=6,
        scored=16,
        conceded=12,
        difference=4,
        met=[Met(2, 2, 3, 12, 4, 11, 7, 4), Met(3, 1, 1, 10, 0, 5, 5, 0)],
    )


# R-TIE-03
def test_a_rest_gives_the_rest_score_and_the_points_of_a_win() -> None:
    made = tallies(facts("1 rests,2-3 walkover"), VALLIADI)
    rest = Tally(1, rests=1, points=3, vp=14, mp=4, alone=[(3, 14, 4)])
    assert made == {1: rest, 2: replace(rest, key=2, alone=[]), 3: Tally(3, losses=1)}


# R-HND-09
def test_a_round_that_was_missed_is_no_loss_and_no_rest() -> None:
    missed = Result(Meeting(1, (1,)), (Score(None, vp=8),), is_played=False)
    found = tallies(replace(facts("2-3 11:7", keys=3), results=(missed,)), VALLIADI)[1]
    assert found == Tally(1, absences=1, vp=8, alone=[(0, 8, 0)])
    assert (found.tables, found.matches) == (1, 0)


# R-TIE-03
def test_a_rest_gives_the_points_of_the_first_place_where_places_give_points() -> None:
    assert tallies(facts("1 rests"), TEN_SIX_THREE_ONE)[1].points == 10


# R-TIE-03
@pytest.mark.parametrize(("places", "points"), [((), 1), ((10, 6), 0)])
def test_a_line_that_did_not_come_has_the_points_of_a_loss_or_of_no_place(places: tuple[int, ...], points: int) -> None:
    terms = PointsTerms(3, 2, 1, places)
    assert tallies(facts("1-2 walkover"), terms)[2].points == points


# R-TIE-04
def test_who_left_keeps_the_results_and_so_do_the_opponents() -> None:
    played = facts("1-2 11:7,3-4 6:2", "1-3 4:9")
    assert tallies(replace(played, left={1: 1, 2: 1}), VALLIADI) == tallies(played, VALLIADI)


# R-TIE-02, R-TIE-05
def test_at_a_table_of_several_everybody_is_met_and_nobody_concedes() -> None:
    one = tallies(facts("1-2-3 30:20:20"), TEN_SIX_THREE_ONE)
    half = Fraction(9, 2)
    assert [one[key].points for key in one] == [10, half, half]
    assert (one[2].scored, one[2].conceded, one[2].losses) == (20, 0, 1)
    assert one[2].met == [Met(1, 0, half, 0, 0, 20, 0, 20), Met(3, 1, half, 0, 0, 20, 0, 20)]


# R-TIE-05
def test_a_line_at_fault_lost_against_everybody() -> None:
    fault = Result(Meeting(1, (1, 2, 3)), (Score(None), Score(1), Score(None)))
    made = tallies(Facts(tuple(map(Entrant, (1, 2, 3))), (fault.meeting,), (fault,)), VALLIADI)
    assert [[met.outcome for met in made[key].met] for key in made] == [[0, 0], [2, 2], [0, 0]]


# R-TIE-06
def test_penalties_are_taken_from_the_totals() -> None:
    played, taken = facts("1-2 11:7"), {1: Deduction(points=2, vp=3, mp=5), 9: Deduction(points=1)}
    one = tallies(played, VALLIADI, deductions=taken)[1]
    assert (one.points, one.vp, one.mp, one.scored) == (1, 9, -1, 11)
    assert one.met == tallies(played, VALLIADI)[1].met


# R-TIE-06
@pytest.mark.parametrize(("low_wins", "scored"), [(False, 9), (True, 13)])
def test_without_table_points_a_penalty_in_points_is_one_of_the_game(low_wins: bool, scored: int) -> None:
    one = tallies(facts("1-2 11:7"), None, deductions={1: Deduction(points=2)}, low_wins=low_wins)[1]
    assert (one.points, one.scored) == (0, scored)


# R-TIE-05
def test_where_fewer_points_are_better_the_difference_is_the_other_way_round() -> None:
    made = tallies(facts("1-2 11:7"), VALLIADI, low_wins=True)
    assert [made[key].difference for key in made] == [-4, 4]


# R-TIE-04
@pytest.mark.parametrize("seed", seeds(20))
def test_what_is_scored_is_conceded_and_every_win_is_a_loss(seed: int) -> None:
    cast = dice(f"tallies {seed}")
    entrants, rounds = cast.randint(2, 9), cast.randint(1, 7)
    made = list(tallies(at_random(cast, entrants, rounds), VALLIADI).values())
    assert sum(each.scored for each in made) == sum(each.conceded for each in made)
    assert sum(each.difference for each in made) == 0
    assert sum(each.wins + each.draws / 2 for each in made) == sum(each.played for each in made) / 2
    assert [each.tables for each in made] == [rounds] * entrants
    assert all(each.points == 3 * (each.wins + each.rests) + each.draws for each in made)
    assert all(len(each.met) == each.played for each in made)


def test_a_result_is_read_as_written() -> None:
    assert result(2, "4-7 9:3").scores == (Score(1, 9, 15, 6, 3), Score(2, 3, 5, -6, 3))
