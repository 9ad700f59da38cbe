"""The match: its end, its ties, its tie-break deals."""

import pytest

from gamekit.order import regular
from scopa.errors import RefusalError
from scopa.match import Record, Setting, check, regular_end, totals
from scopa.presets import ONLINE_002, PRESETS, VALLIADI_2022, WIKIPEDIA_004
from scopa.rules import Rules
from tests.scopa.matches import is_over, ranking, tiebreak_due

OPEN = Setting()
KO = Setting(must_decide=True)
TIME = Setting(time_called=True)
KO_TIME = Setting(must_decide=True, time_called=True)

FIXED_3 = Rules(match_mode="fixed_deals", deals=3, tie_at_end_nonko="draw", draws_allowed=True)
EXCEED = Rules(target_test="exceed")
CAPPOTTO = Rules(cappotto="7-0", target=11)
HIGH_CARD = Rules(tie_after_time="high_card")


def deals(*points: tuple[int, int]) -> list[Record]:
    return [Record(each) for each in points]


def ties(*points: tuple[int, int], last_capture: int | None = None) -> list[Record]:
    """Tie-break deals numbered from 1; the last capture is of the last."""
    played = [Record(each, number) for number, each in enumerate(points, start=1)]
    return [*played[:-1], Record(played[-1].points, len(points), last_capture)]


LEVEL = deals((6, 5), (5, 6))


@pytest.mark.parametrize(
    ("rules", "played", "over"),
    [
        pytest.param(WIKIPEDIA_004, deals((6, 5), (4, 5)), False, id="R-SCO-29 004: ten is not eleven"),
        pytest.param(WIKIPEDIA_004, deals((6, 5), (5, 5)), True, id="R-SCO-29 004: eleven and greater"),
        pytest.param(EXCEED, deals((6, 5), (5, 5)), False, id="R-SCO-29 002 to the letter: passed, not reached"),
        pytest.param(EXCEED, deals((6, 5), (6, 5)), True, id="R-SCO-29 twelve passes eleven"),
        pytest.param(VALLIADI_2022, deals((10, 5), (10, 5)), False, id="R-SCO-29 000: 20 of 21"),
        pytest.param(VALLIADI_2022, deals((10, 5), (11, 5)), True, id="R-SCO-29 000: 21"),
        pytest.param(FIXED_3, deals((20, 0), (20, 0)), False, id="R-SCO-30 two of three deals"),
        pytest.param(FIXED_3, deals((1, 0), (1, 0), (0, 1)), True, id="R-SCO-30 three deals"),
        pytest.param(WIKIPEDIA_004, deals((6, 5), (6, 7)), False, id="R-SCO-32 004: twelve each plays on"),
        pytest.param(ONLINE_002, deals((6, 5), (6, 7)), True, id="R-SCO-32 002: twelve each is a draw"),
        pytest.param(FIXED_3, deals((1, 0), (0, 1), (2, 2)), True, id="R-SCO-32 002: level after the last deal"),
        pytest.param(WIKIPEDIA_004, deals((7, 0)), False, id="R-SCO-36 no cappotto unless agreed"),
        pytest.param(CAPPOTTO, deals((7, 0)), True, id="R-SCO-36 seven to nothing"),
        pytest.param(CAPPOTTO, deals((7, 1)), False, id="R-SCO-36 seven to one"),
        pytest.param(CAPPOTTO, deals((6, 0)), False, id="R-SCO-36 six to nothing"),
        pytest.param(CAPPOTTO, [], False, id="R-SCO-36 nothing played"),
    ],
)
def test_match_over(rules: Rules, played: list[Record], over: bool) -> None:
    assert is_over(rules, played, OPEN) is over


def test_both_past_the_target_the_higher_total_wins() -> None:
    """R-SCO-31"""
    played = deals((10, 9), (1, 4))
    assert totals(WIKIPEDIA_004, played) == (11, 13)
    assert ranking(WIKIPEDIA_004, played, OPEN) == [[1], [0]]


def test_a_lead_inside_a_deal_is_worth_nothing() -> None:
    """R-SCO-18: the example of 004, ten to nine and the settebello taken."""
    assert not is_over(WIKIPEDIA_004, deals((10, 9)), OPEN)


def test_a_draw_is_one_group_of_equal_lines() -> None:
    """R-SCO-32"""
    assert ranking(ONLINE_002, deals((6, 5), (6, 7)), OPEN) == [[0, 1]]
    assert tiebreak_due(ONLINE_002, deals((6, 5), (6, 7)), OPEN) == 0


@pytest.mark.parametrize("name", PRESETS, ids=lambda name: f"R-SCO-33 {name}")
def test_a_level_knockout_match_gets_three_tiebreak_deals_in_every_preset(name: str) -> None:
    rules = PRESETS[name]
    half = rules.target or 0
    level = deals((half, half - 1), (1, 2))
    due = [tiebreak_due(rules, level + ties(*[(2, 2)] * played), KO) for played in (1, 2)]
    assert (tiebreak_due(rules, level, KO), *due) == (1, 2, 3)
    assert is_over(rules, level + ties((2, 2), (3, 2)), KO)
    assert not is_over(rules, level + ties((2, 2), (2, 2)), KO)


def test_no_tiebreak_before_the_end() -> None:
    """R-SCO-33"""
    assert tiebreak_due(ONLINE_002, deals((3, 3)), KO) == 0
    assert not is_over(ONLINE_002, deals((3, 3)), KO)
    assert tiebreak_due(ONLINE_002, deals((12, 3)), KO) == 0


def test_the_line_with_more_points_in_the_tiebreak_deal_wins() -> None:
    """R-SCO-33"""
    assert ranking(ONLINE_002, LEVEL + ties((1, 3)), KO) == [[1], [0]]
    assert ranking(ONLINE_002, LEVEL + ties((2, 2), (4, 1)), KO) == [[0], [1]]


@pytest.mark.parametrize("line", [0, 1], ids=["R-SCO-34 line A", "R-SCO-34 line B"])
def test_level_after_the_third_the_last_capture_loses(line: int) -> None:
    played = LEVEL + ties((2, 2), (1, 1), (3, 3), last_capture=line)
    assert is_over(ONLINE_002, played, KO)
    assert tiebreak_due(ONLINE_002, played, KO) == 0
    assert ranking(ONLINE_002, played, KO) == [[1 - line], [line]]


def test_only_the_last_capture_of_the_third_counts() -> None:
    """R-SCO-34"""
    earlier = [Record((2, 2), 1, last_capture=0), Record((1, 1), 2, last_capture=0)]
    assert ranking(ONLINE_002, LEVEL + earlier, KO) == [[0, 1]]
    assert ranking(ONLINE_002, [*LEVEL, *earlier, Record((3, 3), 3, last_capture=1)], KO) == [[0], [1]]
    assert ranking(ONLINE_002, [*LEVEL, *earlier, Record((3, 4), 3, last_capture=1)], KO) == [[1], [0]]


def test_fewer_tiebreak_deals_by_rule() -> None:
    """R-SCO-33"""
    once = Rules(ko_tiebreak_deals=1)
    assert ranking(once, LEVEL + ties((2, 2), last_capture=0), KO) == [[1], [0]]
    assert is_over(once, LEVEL + ties((2, 2), last_capture=0), KO)


def test_tiebreak_points_decide_the_winner_only() -> None:
    """R-SCO-35"""
    played = LEVEL + ties((4, 1))
    assert totals(ONLINE_002, played) == (11, 11)
    assert totals(Rules(spareggio_points_in_mp=True), played) == (15, 12)


@pytest.mark.parametrize(
    ("rules", "played", "setting", "due", "over"),
    [
        pytest.param(VALLIADI_2022, deals((5, 3)), TIME, 0, True, id="R-SCO-37 000: who leads at time wins"),
        pytest.param(VALLIADI_2022, deals((5, 5)), OPEN, 0, False, id="R-SCO-37 before time play goes on"),
        pytest.param(VALLIADI_2022, deals((5, 5)), TIME, 1, False, id="R-SCO-38 000: level at time, tie-break"),
        pytest.param(ONLINE_002, deals((5, 5)), TIME, 0, True, id="R-SCO-38 002: level at time, draw"),
        pytest.param(ONLINE_002, deals((5, 5)), KO_TIME, 1, False, id="R-SCO-38 002: in a knockout no draw"),
        pytest.param(HIGH_CARD, deals((5, 5)), TIME, 1, False, id="R-SCO-38 cut for the high card"),
        pytest.param(HIGH_CARD, deals((5, 5)) + ties((0, 1)), KO_TIME, 0, True, id="R-SCO-38 the high card decides"),
        pytest.param(HIGH_CARD, LEVEL, KO, 1, False, id="R-SCO-38 not at time: tie-break deals"),
        pytest.param(VALLIADI_2022, [], TIME, 1, False, id="R-SCO-38 nothing played at time"),
    ],
)
def test_time_called(rules: Rules, played: list[Record], setting: Setting, due: int, over: bool) -> None:
    assert (tiebreak_due(rules, played, setting), is_over(rules, played, setting)) == (due, over)


def test_a_regular_end_needs_a_reason() -> None:
    """R-SCO-37"""
    played = regular(deals((5, 3)), 2)
    assert not regular_end(VALLIADI_2022, played, KO)
    assert regular_end(VALLIADI_2022, played, KO_TIME)


@pytest.mark.parametrize(
    ("rules", "played", "setting"),
    [
        pytest.param(ONLINE_002, [], KO, id="nothing"),
        pytest.param(ONLINE_002, LEVEL + ties((2, 2), (1, 1), (3, 3), last_capture=1), KO, id="R-SCO-34 all three"),
        pytest.param(VALLIADI_2022, deals((5, 5)) + ties((2, 1)), TIME, id="R-SCO-38 spareggio after time"),
        pytest.param(HIGH_CARD, deals((5, 5)) + ties((0, 1)), TIME, id="R-SCO-38 high card"),
        pytest.param(WIKIPEDIA_004, deals((6, 5), (6, 7), (2, 1)), OPEN, id="R-SCO-32 playing on"),
        pytest.param(VALLIADI_2022, deals((5, 3)), TIME, id="R-SCO-37 stopped by the clock"),
    ],
)
def test_deals_that_can_follow_each_other(rules: Rules, played: list[Record], setting: Setting) -> None:
    check(rules, played, setting)
    assert len(played) <= 5


@pytest.mark.parametrize(
    ("rules", "played", "setting", "code"),
    [
        pytest.param(ONLINE_002, deals((12, 3), (1, 2)), KO, "deal_after_end", id="R-SCO-29 a deal after the end"),
        pytest.param(ONLINE_002, [*LEVEL, Record((1, 2))], KO, "deal_after_end", id="R-SCO-33 level knockout"),
        pytest.param(
            ONLINE_002, LEVEL + ties((2, 2)) + deals((1, 2)), KO, "deal_after_tiebreak", id="R-SCO-33 regular after"
        ),
        pytest.param(ONLINE_002, deals((6, 5)) + ties((1, 2)), KO, "tiebreak_not_level", id="R-SCO-33 not level"),
        pytest.param(ONLINE_002, deals((5, 5)) + ties((1, 2)), KO, "tiebreak_not_due", id="R-SCO-33 before the end"),
        pytest.param(ONLINE_002, LEVEL + ties((1, 2)), OPEN, "tiebreak_not_due", id="R-SCO-33 outside a knockout"),
        pytest.param(
            ONLINE_002, LEVEL + ties((1, 2), (2, 1)), KO, "tiebreak_not_due", id="R-SCO-33 after the decision"
        ),
        pytest.param(ONLINE_002, [*LEVEL, Record((1, 2), 2)], KO, "tiebreak_number", id="R-SCO-33 second first"),
        pytest.param(
            ONLINE_002,
            LEVEL + ties((2, 2), (1, 1), (3, 3)),
            KO,
            "last_capture_missing",
            id="R-SCO-34 who captured last?",
        ),
        pytest.param(HIGH_CARD, deals((5, 5)) + ties((1, 1)), TIME, "high_card_level", id="R-SCO-38 equal cards"),
        pytest.param(ONLINE_002, [Record((1, 2, 3))], KO, "lines_of_sheet", id="R-SCO-59 three lines"),
    ],
)
def test_deals_that_cannot_follow_each_other(rules: Rules, played: list[Record], setting: Setting, code: str) -> None:
    with pytest.raises(RefusalError) as refused:
        check(rules, played, setting)
    assert refused.value.code == code
