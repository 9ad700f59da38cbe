"""Ranking by merits, with shared places."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.competition.discipline import Deduction
from tournaments.competition.standings.merits import Earned, merits
from tournaments.competition.standings.places import Course, Seat, careers, standings
from tournaments.competition.standings.ranking import Ranked, rank
from tournaments.games.contract import RefusedError


# R-KO-14
def test_equal_merits_share_a_place_and_the_next_place_counts_them() -> None:
    rows = rank(["b", "a", "c", "d"], {"a": (3, 1), "b": (3, 2), "c": (3, 1), "d": (0, 9)}.__getitem__)
    assert rows == (Ranked(1, "b"), Ranked(2, "a", True), Ranked(2, "c", True), Ranked(4, "d"))


# R-KO-14
def test_averages_are_compared_exactly() -> None:
    rows = rank([1, 2], lambda key: (Fraction(key, 3),), first_place=5)
    assert rows == (Ranked(5, 2), Ranked(6, 1))


def test_nobody_to_rank() -> None:
    assert rank([], lambda row: (0,)) == ()


# R-KO-14
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(Earned(1, vp=2), Earned(2, vp=1, mp=9, wins=9, points=9, lot=1), id="VP first"),
        pytest.param(Earned(1, mp=-1), Earned(2, mp=-2, wins=9, points=9, lot=1), id="then MP"),
        pytest.param(Earned(1, wins=1), Earned(2, points=9, lot=1), id="then wins"),
        pytest.param(Earned(1, points=1), Earned(2, lot=1), id="then points scored"),
        pytest.param(Earned(1, lot=1), Earned(2, lot=2), id="then the first lot"),
        pytest.param(Earned(1, lot=9), Earned(2), id="a lot before none"),
    ],
)
def test_criteria_in_their_order(better: Earned, worse: Earned) -> None:
    assert merits()(better) > merits()(worse)


# R-KO-14
def test_without_lots_equals_stay_equal() -> None:
    assert merits()(Earned(1, vp=20, mp=3)) == merits()(Earned(2, vp=20, mp=3))


# R-KO-14
def test_a_ruleset_may_compare_in_another_order() -> None:
    assert merits(("wins", "vp"))(Earned(1, vp=4, wins=2)) == (2, 4)


# R-KO-14
def test_an_unknown_criterion_is_refused() -> None:
    with pytest.raises(RefusedError) as refusal:
        merits(("vp", "luck"))
    assert (refusal.value.code, refusal.value.field, refusal.value.params) == (
        "unknown_criterion",
        "criteria",
        {"given": "luck"},
    )


# R-KO-14
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=40))
def test_a_place_is_one_more_than_how_many_are_better(rows: list[tuple[int, int]]) -> None:
    for ranked in rank(rows, lambda row: row):
        assert ranked.place == 1 + sum(row > ranked.row for row in rows)
        assert ranked.shared == (rows.count(ranked.row) > 1)


# R-PEN-06, R-PEN-07
@pytest.mark.parametrize(
    ("course", "earned"),
    [
        pytest.param(Course(last_round=1), (8, 4, 20), id="VP, MP and points are taken off"),
        pytest.param(
            Course(last_round=1, uses_vp=False, low_wins=True), (8, 4, 26), id="points added where few are better"
        ),
        pytest.param(Course(last_round=1, low_wins=True), (8, 4, 26), id="added also where the game has VP"),
    ],
)
def test_penalties_are_taken_from_what_an_entry_has_earned(course: Course, earned: tuple[int, int, int]) -> None:
    seats = [Seat(1, 1, "main", 1, 2, is_over=True, place=1, points=23, vp=10, mp=5)]
    deductions = {1: Deduction(points=3, vp=2, mp=1), 9: Deduction(points=1)}
    found = careers(seats, course, deductions=deductions)
    assert [(each.key, each.vp, each.mp, each.points) for each in found.values()] == [(1, *earned)]


# R-KO-14, R-PEN-07
def test_where_fewer_points_win_fewer_of_them_go_first_also_with_vp() -> None:
    seats = [Seat(key, 1, "main", 1, 2, is_over=True, place=2, points=points) for key, points in ((1, 40), (2, 30))]
    course = Course(last_round=1, low_wins=True)
    assert [row.career.key for row in standings(careers(seats, course).values(), course).rows] == [2, 1]
    charged = careers(seats, course, deductions={2: Deduction(points=20)})
    assert [row.career.key for row in standings(charged.values(), course).rows] == [1, 2]


# R-KO-14
@pytest.mark.parametrize(("most", "keys"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (9, [1, 2, 3])])
def test_only_so_many_are_put_in_order(most: int, keys: list[int]) -> None:
    final = [Seat(key, 2, "main", 1, 2, is_over=True, place=key) for key in (1, 2)]
    seats = [Seat(3, 1, "main", 1, 4, is_over=True, place=2), *final]
    found = standings(careers(seats, Course(last_round=2)).values(), Course(last_round=2), most)
    assert ([row.career.key for row in found.rows], found.total) == (keys, 3)


@pytest.mark.without_coverage
# R-KO-14
@given(
    st.lists(st.tuples(st.integers(1, 3), st.booleans(), st.integers(1, 2), st.integers(0, 2), st.booleans())),
    st.integers(0, 12),
)
def test_the_first_rows_are_those_of_all(rows: list[tuple[int, bool, int, int, bool]], most: int) -> None:
    course = Course(last_round=3)
    seats = [
        Seat(key, round_, "main", 1, 9 - round_, is_over=is_over, place=place, vp=vp, is_withdrawn=is_withdrawn)
        for key, (round_, is_over, place, vp, is_withdrawn) in enumerate(rows)
    ]
    whole = standings(careers(seats, course).values(), course)
    first = standings(careers(seats, course).values(), course, most)
    assert first.rows == whole.rows[:most]
    assert (first.total, first.still_in, first.withdrawn) == (whole.total, whole.still_in, whole.withdrawn)
    assert whole.total == len(whole.rows)
    assert whole.still_in == sum(row.place is None for row in whole.rows)
    assert whole.withdrawn == sum(seat.is_withdrawn for seat in seats)
