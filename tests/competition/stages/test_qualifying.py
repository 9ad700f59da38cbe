"""Who goes on from the groups."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tournaments.competition.stages.qualifying import GroupRow, Qualified, count_going_on, qualifiers
from tournaments.games.contract import RefusedError


def table(group: int, *averages: int | Fraction, lots: Sequence[int] = ()) -> tuple[GroupRow, ...]:
    """A group by place, with an average for each; keys are the number of the group and the place there."""
    return tuple(
        GroupRow(10 * group + place, place, (average,), lots[place - 1] if lots else 0)
        for place, average in enumerate(averages, 1)
    )


# The second group is one larger: points for each match.
THREE = table(1, Fraction(6, 2), Fraction(3, 2), 0)
FOUR = table(2, Fraction(8, 3), Fraction(5, 3), 1, Fraction(1, 3))


def keys(going_on: tuple[Qualified, ...]) -> list[int]:
    return [each.key for each in going_on]


# R-GRP-11
def test_the_first_of_each_group_go_on_place_by_place() -> None:
    assert qualifiers([THREE, FOUR], first=2) == (
        Qualified(11, 1, 1),
        Qualified(21, 2, 1),
        Qualified(22, 2, 2),
        Qualified(12, 1, 2),
    )


# R-GRP-11, R-GRP-12
def test_the_best_of_all_others_go_on_by_points_per_match() -> None:
    assert keys(qualifiers([THREE, FOUR], first=1, best=1)) == [11, 21, 22]
    assert keys(qualifiers([THREE, FOUR], first=1, best=4)) == [11, 21, 22, 12, 23, 24]


# R-GRP-12
def test_one_cut_through_all_groups_takes_the_best_of_everybody() -> None:
    assert keys(qualifiers([THREE, FOUR], first=0, best=4)) == [11, 21, 22, 12]


# R-GRP-12
def test_level_averages_are_decided_by_the_place_in_the_group_and_then_by_lot() -> None:
    assert keys(qualifiers([table(1, 3, 3), table(2, 3, 2)], first=0, best=2)) == [11, 21]
    tables = [table(2, 3, 2, lots=(1, 3)), table(1, 3, 2, lots=(4, 2))]
    assert keys(qualifiers(tables, first=1, best=1)) == [21, 11, 12]


# R-GRP-12
def test_nobody_goes_on_before_a_better_one_of_the_same_group() -> None:
    # 12 is ahead of 13, which it beat, though 13 has more for each match.
    tables = [table(1, 3, 1, 2), table(2, 3, Fraction(3, 2), Fraction(1, 2))]
    assert keys(qualifiers(tables, first=1, best=1)) == [11, 21, 22]
    assert keys(qualifiers(tables, first=1, best=3)) == [11, 21, 22, 12, 13]


# R-GRP-12
def test_of_those_at_one_place_the_first_of_the_standings_go_on() -> None:
    # 13 counts no more than 12 only where 12 has still to go on, too.
    tables = [table(1, 3, 1, 2), table(2, 3, 2, Fraction(3, 2))]
    assert keys(qualifiers(tables, first=2, best=1))[-1] == 13


# R-GRP-11
@pytest.mark.parametrize(
    ("first", "best", "code", "field"),
    [
        pytest.param(-1, 4, "bad_first_of_group", "first", id="fewer than none of each"),
        pytest.param(4, 0, "bad_first_of_group", "first", id="more than the smallest group has"),
        pytest.param(1, 6, "bad_best_of_others", "best", id="more than are left"),
        pytest.param(1, -1, "bad_best_of_others", "best", id="fewer than none"),
        pytest.param(0, 1, "too_few_go_on", "first", id="one alone"),
    ],
)
def test_a_cut_that_the_groups_cannot_give_is_refused(first: int, best: int, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        count_going_on([3, 4], first, best)
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-GRP-11
def test_a_group_from_which_some_have_left_sends_those_it_has() -> None:
    assert keys(qualifiers([THREE[:1], FOUR], first=2)) == [11, 21, 22]
    assert count_going_on([3, 4], first=2, best=1) == 5


# R-GRP-11
def test_without_groups_nobody_can_go_on() -> None:
    assert qualifiers([], 0) == ()
