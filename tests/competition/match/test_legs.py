"""A match of two legs: the sum of two games decides it, and a third game where the sum is level."""

from typing import Any

import pytest

from tests.competition.match.written import (
    PENALTY_TABLES,
    Pair,
    by_line,
    content,
    duel,
    game,
    lost,
    spareggio,
)
from tournaments.competition import handing_on
from tournaments.competition.match import outcomes
from tournaments.competition.match.outcomes import Chairs, judge
from tournaments.games.contract import Json, RefusedError

TWO_LEGS = Chairs(2, best_of=2)
OPEN = (None, None)
WON, LOST, CLOSE = game((10, 5), (11, 6)), game((5, 10), (6, 11)), game((10, 12), (9, 9))
"""21-11, 11-21 and 19-21 of a match to 21."""
LEVEL = game((11, 10), (10, 11))
DECIDED = [
    pytest.param([], (0, 0), (0, 0), [(None, None, None)] * 2, id="before it begins"),
    pytest.param([WON], (21, 11), (1, 0), [(None, None, None)] * 2, id="the first leg"),
    pytest.param([WON, game((2, 3))], (23, 14), (1, 0), [(None, None, None)] * 2, id="in the second leg"),
    pytest.param([WON, WON], (42, 22), (2, 0), [(1, 32, 20), (2, 8, -20)], id="both won"),
    pytest.param([WON, CLOSE], (40, 32), (1, 1), [(1, 24, 8), (2, 16, -8)], id="each won one: the sum decides"),
    pytest.param([CLOSE, WON], (40, 32), (1, 1), [(1, 24, 8), (2, 16, -8)], id="in either order"),
    pytest.param([WON, LOST], (32, 32), (1, 1), [(None, None, None)] * 2, id="level: a third game is due"),
    pytest.param([WON, LOST, game((3, 2))], (32, 32), (1, 1), [(None, None, None)] * 2, id="in the third game"),
    pytest.param(
        [WON, LOST, CLOSE], (32, 32), (1, 2), [(2, 28, -2), (1, 32, 2)], id="the third game decides, and earns its VP"
    ),
    pytest.param([LEVEL, LEVEL, WON], (42, 42), (1, 0), [(1, 36, 10), (2, 24, -10)], id="nobody won a leg"),
    pytest.param([LEVEL, CLOSE], (40, 42), (0, 1), [(2, 18, -2), (1, 22, 2)], id="level and lost"),
]


@pytest.mark.parametrize(("games", "points", "won", "lines"), DECIDED)
def test_the_sum_of_two_legs_decides(games: list[Json], points: Pair, won: Pair, lines: list[Any]) -> None:
    """R-KO-22"""
    found = judge(duel(tie_at_end_nonko="draw"), TWO_LEGS, content(*games))

    assert (found.points, found.games_won, by_line(found)) == (points, won, lines)
    assert found.over == (found.places != OPEN)
    assert found.note["games"] == [list(one.totals) for one in found.games]


@pytest.mark.parametrize(
    ("games", "number"),
    [
        pytest.param([WON, WON, WON], 3, id="a third, though the sum is not level"),
        pytest.param([WON, LOST, WON, WON], 4, id="a fourth"),
    ],
)
def test_no_game_follows_two_legs_that_decide(games: list[Json], number: int) -> None:
    """R-KO-22"""
    with pytest.raises(RefusedError) as refusal:
        judge(duel(), TWO_LEGS, content(*games))
    assert (refusal.value.code, refusal.value.params["game"]) == ("match_decided", number)


def test_the_first_leg_is_finished_before_the_second() -> None:
    """R-KO-22"""
    with pytest.raises(RefusedError, match="game_unfinished"):
        judge(duel(), TWO_LEGS, content(game((2, 3)), WON))


def test_a_leg_may_end_level_and_the_third_game_may_not() -> None:
    """R-KO-22: no tie-break in a leg; in the third game the rules of a knockout hold."""
    by = duel(tie_at_end_nonko="draw")
    legs_level = judge(by, TWO_LEGS, content(LEVEL, LEVEL))
    third_level = judge(by, TWO_LEGS, content(LEVEL, LEVEL, LEVEL))
    decided = judge(by, TWO_LEGS, content(LEVEL, LEVEL, game((11, 10), (10, 11), spareggio(1, 1, 2))))

    assert [one.is_over for one in legs_level.games] == [True, True]
    assert (legs_level.over, legs_level.tie, legs_level.tiebreak_due) == (False, None, 0)
    assert (third_level.over, third_level.tiebreak_due) == (False, 1)
    assert (decided.places, decided.ending, decided.points) == ((2, 1), "tiebreak", (42, 42))


def test_a_tie_break_in_a_leg_is_not_how_the_match_ended() -> None:
    """R-KO-22: where the rules play one after time, it decides the leg alone."""
    by_tie_break = game((9, 9), spareggio(1, 3, 2), time_called=True)

    found = judge(duel(tie_after_time="spareggio"), TWO_LEGS, content(LOST, by_tie_break))

    assert (found.places, found.ending, found.games_won) == ((2, 1), "time", (1, 1))


def test_a_leg_that_nobody_could_begin_in_time_is_level_at_nothing() -> None:
    """R-KO-22, as R-LIV-07"""
    found = judge(duel(tie_after_time="draw"), TWO_LEGS, content(WON, game(time_called=True)))
    assert (found.places, found.points, found.ending) == ((1, 2), (21, 11), "time")


def test_where_penalties_count_fewer_over_both_legs_go_on() -> None:
    """R-KO-22"""
    first, second = game((40, 120)), game((110, 20))
    found = judge(PENALTY_TABLES, TWO_LEGS, content(first, second))
    assert (found.points, found.places, found.vp) == ((150, 140), (2, 1), OPEN)


FAULTS = [
    pytest.param([WON], (21, 16), (1, 0), id="before the second leg"),
    pytest.param([game((3, 5))], (3, 10), (0, 0), id="in the first leg"),
    pytest.param([WON, game((3, 5))], (24, 21), (1, 0), id="in the second leg"),
    pytest.param([WON, LOST, game((3, 5))], (32, 32), (1, 1), id="in the third game"),
    pytest.param([WON, WON], (42, 22), (1, 0), id="over, and not yet confirmed"),
]


@pytest.mark.parametrize(("games", "points", "won"), FAULTS)
def test_a_ruling_ends_both_legs(games: list[Json], points: Pair, won: Pair) -> None:
    """R-KO-22, R-PEN-11"""
    found = judge(duel(), TWO_LEGS, content(*games, forfeit=lost("loss", 0)))

    assert (found.places, found.points, found.games_won) == ((2, 1), points, won)
    assert (found.ending, found.note["losers"]) == ("forfeit", [0])


def test_a_fault_in_the_second_leg_ends_the_match() -> None:
    """R-KO-22, R-VP-06: 21-11 was played; then a fault at 3-5 is settled 3-10."""
    fault = {"cause": "abandon", "offenders": [0], "moment": "between_deals", "snapshot": None, "tiebreak": 0}
    found = judge(duel(), TWO_LEGS, content(WON, game((3, 5)), forfeit=fault))
    alone = judge(duel(), Chairs(2), content(game((3, 5)), forfeit=fault))

    assert found.points == (21 + alone.points[0], 11 + alone.points[1])
    assert found.vp == (16 + alone.vp[0], 4 + alone.vp[1])  # type: ignore[operator]
    assert found.places == (2, 1)


def test_an_absent_line_loses_both_legs_at_once() -> None:
    """R-KO-22, R-VP-09"""
    found = outcomes.walkover(duel(), Chairs(2, best_of=2, absent=frozenset({1})), [0])
    single = outcomes.walkover(duel(), Chairs(2, absent=frozenset({1})), [0])

    assert (found.over, found.places, found.points) == (True, (1, 2), (0, 0))
    assert found == single


@pytest.mark.parametrize(("best_of", "most"), [(1, 1), (2, 3), (3, 3), (5, 5)])
def test_so_many_games_a_match_may_need(best_of: int, most: int) -> None:
    """R-KO-19, R-KO-22"""
    assert handing_on.most_games(best_of) == most
