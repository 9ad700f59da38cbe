"""Who goes on from the groups."""

import pytest

from tournaments.competition.stages.qualifying import GroupRow, Qualified, count_going_on, qualified
from tournaments.games.contract import RefusedError


def table(*rows: GroupRow) -> tuple[GroupRow, ...]:
    return rows


# Keys are the number of the group and the place there; the second group is one larger.
THREE = table(GroupRow(11, 2, points=6), GroupRow(12, 2, points=3), GroupRow(13, 2, points=0))
FOUR = table(GroupRow(21, 3, points=8), GroupRow(22, 3, points=5), GroupRow(23, 3, points=3), GroupRow(24, 3, points=1))


def keys(going_on: tuple[Qualified, ...]) -> list[int]:
    return [each.key for each in going_on]


# R-GRP-11
def test_the_first_of_each_group_go_on_place_by_place() -> None:
    assert qualified([THREE, FOUR], first=2) == (
        Qualified(11, 1, 1), Qualified(21, 2, 1), Qualified(22, 2, 2), Qualified(12, 1, 2),
    )  # fmt: skip


# R-GRP-11, R-GRP-12
def test_the_best_of_all_others_go_on_by_points_per_match() -> None:
    assert keys(qualified([THREE, FOUR], first=1, best=1)) == [11, 21, 22]
    assert keys(qualified([THREE, FOUR], first=1, best=4)) == [11, 21, 22, 12, 23, 24]


# R-GRP-12
def test_one_cut_through_all_groups_takes_the_best_of_everybody() -> None:
    assert keys(qualified([THREE, FOUR], first=0, best=4)) == [11, 21, 22, 12]


# R-GRP-12
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param({"vp": 40}, {"vp": 36}, id="VP per match"),
        pytest.param({"vp": 40, "mp": -4}, {"vp": 40, "mp": -8}, id="MP per match"),
        pytest.param({"difference": 9}, {"difference": 8}, id="difference per match"),
        pytest.param({"lot": 1}, {"lot": 2}, id="lot"),
    ],
)
def test_level_points_are_decided_by_vp_then_mp_then_difference_then_lot(
    one: dict[str, int], other: dict[str, int]
) -> None:
    better, worse = GroupRow(12, 4, 6, **one), GroupRow(22, 4, 6, **other)
    tables = [(GroupRow(21, 4, 9), worse), (GroupRow(11, 4, 9), better)]
    assert keys(qualified(tables, first=1, best=1))[-1] == 12


# R-GRP-12
def test_averages_are_compared_exactly_and_without_a_match_nothing_is_divided() -> None:
    tables = [(GroupRow(11, 3, 9), GroupRow(12, 3, 1)), (GroupRow(21, 3, 9), GroupRow(22, 0, 0))]
    assert keys(qualified(tables, first=1, best=1))[-1] == 12
    third = [(GroupRow(11, 3, 9), GroupRow(12, 3, 1)), (GroupRow(21, 9, 27), GroupRow(22, 9, 3, lot=-1))]
    assert keys(qualified(third, first=1, best=1))[-1] == 22


# R-GRP-12
def test_nobody_goes_on_before_a_better_one_of_the_same_group() -> None:
    # Level on points, they met: 12 is ahead of 13, who has more VP.
    tables = [
        (GroupRow(11, 3, 9), GroupRow(12, 3, 4, vp=20), GroupRow(13, 3, 4, vp=40)),
        (GroupRow(21, 3, 9), GroupRow(22, 3, 4, vp=30), GroupRow(23, 3, 1)),
    ]
    assert keys(qualified(tables, first=1, best=1)) == [11, 21, 22]
    assert keys(qualified(tables, first=1, best=3)) == [11, 21, 22, 12, 13]


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
    assert keys(qualified([THREE[:1], FOUR], first=2)) == [11, 21, 22]
    assert count_going_on([3, 4], first=2, best=1) == 5


# R-GRP-11
def test_without_groups_nobody_can_go_on() -> None:
    assert qualified([], 0) == ()
