"""Every pair of points at which a line can be at fault, on every scale, against a second reading of the regulation.

The oracle has the printed table typed in again and nothing of the program; the program settles the fault by the game's
rule and then gives VP and MP by the competition's.
"""

from dataclasses import replace
from itertools import product

import pytest

from tournaments.competition.scoring import PUBLISHED, ForfeitTerms, LineResult, forfeit_results, results_played
from tournaments.games import registry
from tournaments.games.contract import DealScore, Json, RefusedError, ScoredGame

# Each column of the printed table, from 10-10 downwards: the least difference of the row.
PRINTED = {
    7: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    11: [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14],
    21: [0, 1, 2, 4, 6, 8, 10, 12, 14, 17, 20],
}
MOST = 30
CAUSES = ["move_timeout", "match_clock", "abandon", "no_show", "disqualification"]
IN_DEAL = {"moment": "in_deal", "snapshot": None}
BETWEEN = {"moment": "between_deals", "snapshot": None}
OPEN = {"cards": "open", "coins": "open", "settebello": "open", "primiera": "open", "sweeps": [0, 0]}

Pair = tuple[int, int]


def step(target: int, difference: int) -> int:
    """How many rows below 10-10 a difference stands."""
    return sum(least <= difference for least in PRINTED[target]) - 1


def expected(target: int, points: Pair, culprit: int, gained: int) -> tuple[Pair, Pair]:
    """VP and MP of both lines when ``culprit`` is at fault and the other line is given ``gained`` points."""
    final = list(points)
    final[1 - culprit] += gained
    down = max(step(target, max(0, final[1 - culprit] - final[culprit])), 4)
    vp, mp = [0, 0], [0, 0]
    vp[1 - culprit], mp[1 - culprit] = 10 + down, PRINTED[target][down]
    mp[culprit] = -PRINTED[target][-1]
    return (vp[0], vp[1]), (mp[0], mp[1])


@pytest.fixture(scope="module")
def game() -> ScoredGame:
    return registry.game(registry.keys()[0])


def rules(game: ScoredGame, target: int) -> Json:
    return {**game.presets["online_002"], "forfeit_causes": CAUSES, "target": target}


def settled(game: ScoredGame, target: int, points: Pair, culprit: int, how: Json) -> tuple[Pair, Pair]:
    """What the program makes of it, from the deals to the VP and MP of both lines."""
    fault = {"cause": "abandon", "offenders": [culprit], "tiebreak": 0, **how}
    score = game.settle_forfeit(rules(game, target), [DealScore(points)], fault)
    first, second = forfeit_results(PUBLISHED[f"{target}pt"], ForfeitTerms(), score.difference, (culprit,), "abandon")
    return (first.vp, second.vp), (first.mp, second.mp)


# R-VP-06, R-VP-07, R-VP-08
@pytest.mark.without_coverage
@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize("target", [7, 11, 21])
@pytest.mark.parametrize("how", [{**IN_DEAL, "snapshot": OPEN}, BETWEEN], ids=["in the deal", "between two deals"])
def test_every_pair_of_points_at_a_fault(game: ScoredGame, target: int, culprit: int, how: Json) -> None:
    """961 pairs: a match that was won on points is refused, every other one is as the table says."""
    compared = 0
    for points in product(range(MOST + 1), repeat=2):
        if max(points) >= target and points[0] != points[1]:
            with pytest.raises(RefusedError, match="forfeit_after_end"):
                settled(game, target, points, culprit, how)
            continue
        compared += 1
        assert settled(game, target, points, culprit, how) == expected(target, points, culprit, 5), points
    assert compared == target * target + MOST - target + 1


# R-VP-06
@pytest.mark.without_coverage
@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize("target", [7, 11, 21])
def test_every_pair_of_points_with_everything_awarded_already(game: ScoredGame, target: int, culprit: int) -> None:
    """The other line is given the added sweep only: here the 14 VP are often the better of the two."""
    line = culprit
    snapshot = {"cards": line, "coins": line, "settebello": line, "primiera": line, "sweeps": [0, 0]}
    floored = 0
    for points in product(range(target), repeat=2):
        shifted = (points[0] + 4 * (culprit == 0), points[1] + 4 * (culprit == 1))
        found = settled(game, target, points, culprit, {**IN_DEAL, "snapshot": snapshot})
        assert found == expected(target, shifted, culprit, 1), points
        floored += found[0][1 - culprit] == 14
    assert floored > target * target // 2


# R-PEN-11
@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize("target", [7, 11, 21])
def test_every_pair_of_points_at_a_loss_by_penalty(game: ScoredGame, target: int, culprit: int) -> None:
    ruleset = {**game.presets["classica_001"], "target": target}
    for points in product(range(target), repeat=2):
        score = game.settle_ruling(ruleset, [DealScore(points)], [culprit], 0)
        first, second = forfeit_results(PUBLISHED[f"{target}pt"], ForfeitTerms(), score.difference, (culprit,), "loss")
        assert ((first.vp, second.vp), (first.mp, second.mp)) == expected(target, points, culprit, 5), points


# R-VP-03
@pytest.mark.parametrize("target", [7, 11, 21])
def test_every_pair_of_points_of_a_match_that_was_played(target: int) -> None:
    for points in product(range(MOST + 1), repeat=2):
        down, difference = step(target, abs(points[0] - points[1])), points[0] - points[1]
        sign = 1 if difference >= 0 else -1
        first, second = results_played(PUBLISHED[f"{target}pt"], points)
        assert (first, second) == (
            LineResult(10 + sign * down, difference),
            LineResult(10 - sign * down, -difference),
        ), points


# R-VP-06, R-VP-07, R-VP-11
@pytest.mark.parametrize("target", [7, 11, 21])
@pytest.mark.parametrize("floor", [11, 14, 18])
def test_every_difference_and_floor(target: int, floor: int) -> None:
    """The least VP of who is not at fault, with the least MP of that row; by choice exactly the floor."""
    scale, terms = PUBLISHED[f"{target}pt"], ForfeitTerms(victim_vp_floor=floor)
    for difference in range(2 * MOST):
        down = max(step(target, difference), floor - 10)
        victim, offender = LineResult(10 + down, PRINTED[target][down]), LineResult(0, -PRINTED[target][-1])
        assert forfeit_results(scale, terms, difference, (1,), "abandon") == (victim, offender)
        exactly = replace(terms, victim_vp_value="floor")
        least = LineResult(floor, PRINTED[target][floor - 10])
        assert forfeit_results(scale, exactly, difference, (1,), "abandon") == (least, offender)


# R-VP-10
@pytest.mark.parametrize("target", [7, 11, 21])
def test_every_difference_at_a_fault_of_both_lines(target: int) -> None:
    for difference in range(2 * MOST):
        lost = LineResult(0, -PRINTED[target][-1])
        assert forfeit_results(PUBLISHED[f"{target}pt"], ForfeitTerms(), difference, (0, 1), "abandon") == (lost, lost)
