"""A match of which only the totals are known, and the widest difference of one with VP."""

from dataclasses import replace

import pytest

from punti.errors import RefusalError
from punti.match import Record, Setting, position
from punti.match_checks import check
from punti.presets import BRISCOLA, BRISCOLA_120, BURRACO_3, PINNACOLA
from punti.rules import Rules
from tests.punti.matches import KNOCKOUT, ROUND, TO_21, deals, total

CALLED = Setting(time_called=True)
EVEN = Rules(match_mode="fixed_deals", target=None, deals=2, deal_most=100, deal_sum=100)


@pytest.mark.parametrize(
    ("rules", "points", "setting", "code", "field"),
    [
        pytest.param(TO_21, (20, 3), KNOCKOUT, "totals_unfinished", "points_a", id="nobody is there"),
        pytest.param(TO_21, (22, 22), ROUND, "totals_level", "points_a", id="level, and played on"),
        pytest.param(BRISCOLA, (4, 1), KNOCKOUT, "totals_bound", "points_a", id="one too many"),
        pytest.param(BURRACO_3, (9_005, 0), ROUND, "totals_bound", "points_a", id="more than three deals make"),
        pytest.param(BURRACO_3, (0, -3_005), ROUND, "totals_least", "points_b", id="less than three deals make"),
        pytest.param(BRISCOLA_120, (70, 40), ROUND, "totals_sum", "points_a", id="not 120 together"),
        pytest.param(EVEN, (60, 60), Setting(time_called=True), "totals_sum", "points_a", id="no whole deals"),
        pytest.param(EVEN, (150, 60), ROUND, "totals_sum", "points_a", id="no whole deals, played on"),
        pytest.param(
            replace(EVEN, level_at_end="draw", deal_sum_test="at_most"),
            (150, 60),
            ROUND,
            "totals_sum_most",
            "points_a",
            id="more than two deals make together",
        ),
    ],
)
def test_totals_with_which_no_match_ends(
    rules: Rules, points: tuple[int, ...], setting: Setting, code: str, field: str
) -> None:
    """R-PTI-16, R-PTI-17"""
    with pytest.raises(RefusalError) as refused:
        check(rules, total(*points), setting)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value)


@pytest.mark.parametrize(
    ("rules", "points", "setting"),
    [
        (TO_21, (21, 20), KNOCKOUT),
        (TO_21, (20, 3), CALLED),
        (BRISCOLA, (3, 2), KNOCKOUT),
        (BRISCOLA_120, (61, 59), ROUND),
        (BURRACO_3, (2_450, -150), ROUND),
        (PINNACOLA, (1_505, 1_495), KNOCKOUT),
        (EVEN, (160, 40), ROUND),
        (EVEN, (250, 50), ROUND),
        (EVEN, (60, 40), CALLED),
        (EVEN, (110, 90), KNOCKOUT),
        (replace(EVEN, deal_sum_test="at_most"), (110, 30), ROUND),
        (replace(EVEN, deal_sum_test="at_most"), (110, 30), KNOCKOUT),
    ],
    ids=str,
)
def test_totals_with_which_a_match_ends(rules: Rules, points: tuple[int, ...], setting: Setting) -> None:
    """R-PTI-15"""
    check(rules, total(*points), setting)
    assert position(rules, total(*points), setting).is_over


def test_a_total_stands_alone() -> None:
    """R-PTI-18"""
    for records in ([*total(21, 3), *deals((1, 0))], [*deals((1, 0)), *total(21, 3)]):
        with pytest.raises(RefusalError) as refused:
            check(TO_21, records, KNOCKOUT)
        assert (refused.value.code, refused.value.field) == ("totals_beside_deals", "depth")


def test_level_totals_of_a_knockout_go_to_tie_breaks() -> None:
    """R-PTI-12"""
    tied = total(22, 22)
    check(TO_21, [*tied, Record((2, 1), tiebreak=1)], KNOCKOUT)
    assert position(TO_21, [*tied, Record((2, 1), tiebreak=1)], KNOCKOUT).groups[0].lines == (0,)


def test_a_difference_too_wide_for_vp_is_refused_on_the_line_ahead() -> None:
    """R-PTI-24"""
    for rows, field in ((deals((3_000, -1_000), (3_000, -1_000)), "points_a"), (total(-3_000, 3_505), "points_b")):
        with pytest.raises(RefusalError) as refused:
            check(BURRACO_3, rows, ROUND)
        assert (refused.value.code, refused.value.field) == ("difference_bound", field)
    check(BURRACO_3, total(3_500, -3_000), ROUND)
    check(replace(BURRACO_3, vp="none"), deals((3_000, -1_000), (3_000, -1_000)), ROUND)
