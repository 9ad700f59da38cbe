"""The verdicts of ``script/bench --gate``, from figures that are made up."""

import pytest

from bench.gate import GOALS, Goal, Verdict, verdicts

MOST, LEAST = Goal("at most ten", 10, noise=1.2), Goal("at least a half", 0.5, is_least=True, noise=1.2)


@pytest.mark.parametrize(
    ("goal", "then", "now", "is_lost"),
    [
        (MOST, 8, 9.9, False),
        (MOST, 8, 10.1, True),
        # Missed, but by a move that two runs of one program may show.
        (MOST, 9.5, 10.5, False),
        (MOST, 9.5, 12, True),
        # What was missed already cannot be lost.
        (MOST, 11, 30, False),
        (MOST, 11, 9, False),
        (LEAST, 0.7, 0.51, False),
        (LEAST, 0.7, 0.49, True),
        (LEAST, 0.55, 0.48, False),
        (LEAST, 0.4, 0.1, False),
    ],
)
def test_a_goal_is_lost_where_it_was_met_and_is_missed_by_more_than_noise(
    goal: Goal, then: float, now: float, *, is_lost: bool
) -> None:
    assert goal.is_lost(now, then) is is_lost


def test_each_ratio_is_said_with_the_factor_by_which_it_moved() -> None:
    found = verdicts({"kept": 0.8, "standings": 5.0, "memory": 1.5}, {"standings": 2.0, "kept": 1.0})
    assert [each.name for each in found] == ["standings", "kept", "memory"]
    assert [each.is_lost for each in found] == [True, True, False]
    standings, kept, memory = [each.row() for each in found]
    assert "2.50 times 2" in standings and "at most 2.5" in standings and standings.endswith("LOST")
    assert "0.80 times 1" in kept and "at least 0.9" in kept and kept.endswith("LOST")
    assert "not measured before" in memory and memory.endswith(" met")


def test_a_goal_that_was_never_met_is_said_to_be_missed() -> None:
    assert Verdict("standings", GOALS["standings"].bound * 2, 9.0).row().endswith("not met")
