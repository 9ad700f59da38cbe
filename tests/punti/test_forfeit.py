"""Matches of two that a line loses by a fault."""

from itertools import product
from typing import Any

import pytest

from punti.game import GAME
from punti.rules import to_json
from tests.punti.matches import TO_21
from tournaments.games.contract import Json, RefusedError

RULES = to_json(TO_21)
SCORED = [GAME.score_sheet(RULES, {"depth": "points", "points": points}) for points in ([12, 9], [3, 4])]


@pytest.mark.parametrize(
    ("offender", "points", "difference", "losers"),
    [("b", (15, 13), 2, (1,)), ("a", (13, 13), 0, (0,)), ("both", (15, 13), 0, (0, 1))],
)
def test_the_points_stay_and_the_lead_of_the_other_line_counts(
    offender: str, points: tuple[int, int], difference: int, losers: tuple[int, ...]
) -> None:
    """R-PTI-21"""
    written = GAME.read_forfeit(RULES, {"cause": "abandon", "offender": offender, "tiebreak": "0"})
    found = GAME.settle_forfeit(RULES, SCORED, written)
    assert (found.points, found.difference, found.losers) == (points, difference, losers)


@pytest.mark.parametrize("wins", ["most", "fewest"])
def test_who_gives_up_has_no_better_difference_than_who_stayed(wins: str) -> None:
    """R-PTI-21: in standings by the points of the game, whatever was played before."""
    rules = RULES | {"wins": wins}
    for first, second in product((0, 7, 20), repeat=2):
        deals = [GAME.score_sheet(rules, {"depth": "points", "points": [first, second]})]
        for offender in (0, 1):
            own, other = (
                GAME.settle_ruling(rules, deals, [offender], 0).points[line] for line in (offender, 1 - offender)
            )
            assert other == (first, second)[1 - offender]
            assert (own >= other) if wins == "fewest" else (own <= other)


def test_where_the_fewest_win_the_lead_is_in_fewer_points() -> None:
    """R-PTI-21"""
    fewest = RULES | {"wins": "fewest"}
    behind, ahead = (GAME.settle_ruling(fewest, SCORED, [line], 0) for line in (0, 1))
    assert (behind.points, behind.difference) == ((15, 13), 2)
    assert (ahead.points, ahead.difference) == ((15, 15), 0)
    assert GAME.settle_ruling(RULES, (), [1], 0).points == (0, 0)
    assert GAME.settle_forfeit(RULES, (), GAME.clock_forfeit(RULES, 1, 0)).losers == (1,)


@pytest.mark.parametrize(
    ("form", "code", "field"),
    [
        ({"cause": "abandon"}, "offender_unknown", "offender"),
        ({"cause": "bored", "offender": "a"}, "cause_not_allowed", "cause"),
        ({"cause": "abandon", "offender": "a", "tiebreak": "x"}, "whole_number", "tiebreak"),
    ],
)
def test_a_fault_that_the_rules_do_not_know_is_refused(form: dict[str, str], code: str, field: str) -> None:
    """R-PTI-21"""
    with pytest.raises(RefusedError) as refused:
        GAME.read_forfeit(RULES, form)
    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (7, "forfeit_unreadable"),
        ({"cause": "abandon", "offenders": [2]}, "offender_unknown"),
        ({"cause": "abandon", "offenders": [0], "tiebreak": 11}, "tiebreak_range"),
        ({"cause": "no_show", "offenders": [0]}, "no_show_started"),
    ],
)
def test_what_is_no_fault_of_this_match_is_refused(written: Any, code: str) -> None:
    """R-PTI-21"""
    with pytest.raises(RefusedError) as refused:
        GAME.settle_forfeit(RULES, SCORED, written)
    assert refused.value.code == code


def test_at_a_table_of_several_nobody_loses_by_fault() -> None:
    """R-PTI-22"""
    several: Json = GAME.presets["machiavelli"]
    assert (GAME.forfeit_causes(several), GAME.forfeit_fields(several)) == ((), ())
    assert [field["name"] for field in GAME.forfeit_fields(RULES)] == ["cause", "offender", "tiebreak"]
    with pytest.raises(RefusedError) as refused:
        GAME.read_forfeit(several, {"cause": "abandon", "offender": "a"})
    assert refused.value.code == "cause_not_allowed"
