"""The order of a match: boards, forfeits, the decider, the end."""

import pytest

from squadre.errors import RefusalError
from squadre.match import Board, Position, Record, Setting, all_boards, board_points, position
from squadre.match_checks import check
from squadre.presets import BEST_OF_FIVE, POINTS, SCOPA_BRISCOLA_21
from squadre.rules import Rules

KNOCKOUT = Setting(must_decide=True)
ROUND = Setting()


def boards(**points: tuple[int, int]) -> Record:
    """A sheet: ``b1=(21, 15)``."""
    return Record({int(name[1:]): Board(each) for name, each in points.items()})


def after(rules: Rules, *records: Record, setting: Setting = ROUND) -> Position:
    check(rules, records, setting)
    return position(rules, records, setting)


@pytest.mark.parametrize(
    ("rules", "board", "points"),
    [
        (SCOPA_BRISCOLA_21, Board((21, 15)), (2, 0)),
        (SCOPA_BRISCOLA_21, Board((15, 21)), (0, 2)),
        (SCOPA_BRISCOLA_21, Board((60, 60)), (1, 1)),
        (POINTS, Board((60, 61)), (60, 61)),
    ],
)
def test_a_board_gives_points_for_its_result_or_those_that_are_written(
    rules: Rules, board: Board, points: tuple[int, int]
) -> None:
    """R-SQU-05"""
    assert board_points(rules, board) == points


@pytest.mark.parametrize(
    ("rules", "lost", "points"),
    [
        (SCOPA_BRISCOLA_21, (1,), (2, 0)),
        (SCOPA_BRISCOLA_21, (0, 1), (0, 0)),
        (POINTS, (0,), (0, 21)),
        (POINTS, (0, 1), (0, 0)),
    ],
)
def test_a_board_may_be_lost_by_forfeit(rules: Rules, lost: tuple[int, ...], points: tuple[int, int]) -> None:
    """R-SQU-06"""
    assert board_points(rules, Board(lost=lost)) == points


def test_boards_are_written_as_they_end() -> None:
    """R-SQU-07, R-SQU-08"""
    first = boards(b2=(60, 60))
    assert after(SCOPA_BRISCOLA_21, first) == Position((1, 1), ((0, 1),), is_ended=False, is_level=False)
    found = after(SCOPA_BRISCOLA_21, first, boards(b1=(21, 15), b3=(0, 1)))
    assert (found.totals, found.ranking, found.is_over) == ((3, 3), ((0, 1),), True)
    assert after(SCOPA_BRISCOLA_21, first, boards(b1=(21, 15)), boards(b3=(1, 0))).ranking == ((0,), (1,))


def test_the_best_of_five_is_over_with_the_third_win() -> None:
    """R-SQU-08"""
    assert not after(BEST_OF_FIVE, boards(b1=(11, 5), b2=(11, 5))).is_over
    assert not after(BEST_OF_FIVE, boards(b1=(11, 5), b2=(11, 5), b3=(5, 11), b4=(5, 11))).is_over
    found = after(BEST_OF_FIVE, boards(b1=(11, 5), b2=(11, 5), b3=(5, 11), b4=(11, 9)))
    assert (found.totals, found.is_over) == ((3, 1), True)


def test_a_level_match_is_a_draw_and_in_a_knockout_goes_to_the_decider() -> None:
    """R-SQU-09"""
    level = boards(b1=(21, 15), b2=(60, 60), b3=(0, 1))
    assert after(SCOPA_BRISCOLA_21, level).is_over
    open_match = after(SCOPA_BRISCOLA_21, level, setting=KNOCKOUT)
    assert (open_match.is_level, open_match.is_over) == (True, False)
    found = after(SCOPA_BRISCOLA_21, level, Record(decider=(3, 5)), setting=KNOCKOUT)
    assert (found.totals, found.ranking, found.is_over) == ((3, 3), ((1,), (0,)), True)


def test_who_never_came_is_behind_who_did() -> None:
    """R-SQU-11"""
    found = after(SCOPA_BRISCOLA_21, setting=Setting(must_decide=True, absent=frozenset({0})))
    assert (found.ranking, found.is_over) == (((1,), (0,)), True)


@pytest.mark.parametrize(
    ("records", "setting", "code", "field"),
    [
        ([boards(b1=(1, 0)), boards(b1=(1, 0))], ROUND, "board_twice", "points_1_a"),
        ([boards(b1=(1, 0), b2=(1, 0), b3=(1, 0)), boards(b2=(1, 0))], ROUND, "board_twice", "points_2_a"),
        ([Record(decider=(1, 0))], KNOCKOUT, "decider_too_early", "depth"),
        ([boards(b1=(1, 0), b2=(1, 0), b3=(1, 0)), Record(decider=(1, 0))], KNOCKOUT, "decider_not_level", "depth"),
        ([boards(b1=(1, 0), b2=(0, 1), b3=(1, 1)), Record(decider=(1, 0))], ROUND, "decider_not_level", "depth"),
        (
            [boards(b1=(1, 0)), Record(decider=(1, 0)), boards(b2=(1, 0))],
            Setting(must_decide=True, time_called=True),
            "decider_not_level",
            "depth",
        ),
        (
            [boards(b1=(1, 1)), Record(decider=(1, 0)), boards(b2=(1, 0))],
            Setting(must_decide=True, time_called=True),
            "board_after_decider",
            "depth",
        ),
    ],
)
def test_sheets_that_cannot_follow_each_other(records: list[Record], setting: Setting, code: str, field: str) -> None:
    """R-SQU-07, R-SQU-08, R-SQU-09"""
    with pytest.raises(RefusalError) as refused:
        check(SCOPA_BRISCOLA_21, records, setting)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert "%(" not in str(refused.value)


def test_a_board_after_the_end_is_refused() -> None:
    """R-SQU-08"""
    with pytest.raises(RefusalError) as refused:
        check(BEST_OF_FIVE, [boards(b1=(1, 0), b2=(1, 0), b3=(1, 0)), boards(b4=(1, 0))], ROUND)
    assert refused.value.code == "board_after_end"


def test_who_sits_is_said_before_the_result_or_with_it() -> None:
    """R-SQU-16"""
    named = Record({1: Board(who=((1,), (2,))), 2: Board(who=((2,), ()))})
    assert after(SCOPA_BRISCOLA_21, named) == Position((0, 0), ((0, 1),), is_ended=False, is_level=False)
    results = Record({1: Board((21, 15)), 2: Board((61, 59), who=((3,), (1,)))})
    assert all_boards([named, results]) == {
        1: Board((21, 15), who=((1,), (2,))),
        2: Board((61, 59), who=((3,), (1,))),
    }
    assert after(SCOPA_BRISCOLA_21, named, results).totals == (4, 0)


def test_who_sat_is_said_after_the_result_too() -> None:
    """R-SQU-16"""
    result, named = Record({1: Board((21, 15), who=((1,), ()))}), Record({1: Board(who=((), (2,)))})
    check(SCOPA_BRISCOLA_21, [result, named], ROUND)
    assert all_boards([result, named]) == {1: Board((21, 15), who=((1,), (2,)))}
    assert after(SCOPA_BRISCOLA_21, result, named).totals == (2, 0)


@pytest.mark.parametrize(
    ("records", "field"),
    [
        ([Record({1: Board(who=((1,), (1,))), 2: Board(who=((1,), (2,)))})], "who_2_a_1"),
        ([Record({3: Board(who=((), (4,)))}), Record({1: Board((1, 0), who=((), (4,)))})], "who_1_b_1"),
    ],
)
def test_nobody_sits_at_two_boards(records: list[Record], field: str) -> None:
    """R-SQU-17"""
    with pytest.raises(RefusalError) as refused:
        check(SCOPA_BRISCOLA_21, records, ROUND)
    assert (refused.value.code, refused.value.field) == ("member_twice", field)
    assert "%(" not in str(refused.value)
