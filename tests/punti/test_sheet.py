"""The sheet as JSON and as values of a form, and what contradicts it."""

from dataclasses import replace
from typing import Any

import pytest

from punti.errors import RefusalError
from punti.presets import BRISCOLA, BRISCOLA_120, BURRACO_3
from punti.rules import Rules
from punti.sheet import Drawing, Sheet, Written, check, from_json, read, to_json, write
from tests.punti.matches import TO_21

SEVERAL = Rules(most_lines=6, people="singles")
SHEETS = [
    Sheet((12, 9)),
    Sheet((-150, 2_005), tiebreak=2),
    Sheet((3, None, 0, 5), left={1: "abandon"}),
    Sheet((None, None, None), left={0: "no_show", 2: "disqualification"}),
    Sheet((21, 3), is_total=True),
    Drawing(2, (1, 0), 2),
    Drawing(1, (3, 1, 2), 4),
]


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_a_sheet_survives_json_and_the_form(sheet: Written) -> None:
    """R-PTI-05"""
    assert from_json(to_json(sheet)) == sheet
    assert read(write(sheet)) == sheet


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        (7, "depth_unknown", "depth"),
        ({"depth": "cards"}, "depth_unknown", "depth"),
        ({"depth": "points", "points": [1, 2], "order": []}, "sheet_beyond", "depth"),
        ({"depth": "points", "points": 7}, "values_of_lines", "points_a"),
        ({"depth": "points", "points": [1] * 7}, "values_of_lines", "points_a"),
        ({"depth": "points", "points": [1, "2"]}, "whole_number", "points_b"),
        ({"depth": "points", "points": [1, 2], "tiebreak": "x"}, "whole_number", "tiebreak"),
        ({"depth": "points", "points": [1, 2], "left": {"2": "abandon"}}, "left_unknown", "left_a"),
        ({"depth": "points", "points": [1, 2], "left": 7}, "left_unknown", "left_a"),
        ({"depth": "card", "order": [0, 1]}, "whole_number", "lines"),
        ({"depth": "card", "order": 7, "lines": 2}, "order_unknown", "order_1"),
        ({"depth": "card", "order": [2], "lines": 2}, "order_unknown", "order_1"),
        ({"depth": "card", "order": [0], "lines": 9}, "order_unknown", "order_1"),
    ],
    ids=str,
)
def test_what_is_no_sheet_is_refused_by_its_field(data: Any, code: str, field: str) -> None:
    """R-PTI-05"""
    with pytest.raises(RefusalError) as refused:
        from_json(data)
    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize(
    ("form", "code", "field"),
    [
        ({"depth": "x"}, "depth_unknown", "depth"),
        ({"depth": "points", "points_a": "1.5", "points_b": "2"}, "whole_number", "points_a"),
        ({"depth": "points", "lines": "7"}, "values_of_lines", "lines"),
        ({"depth": "card", "lines": "2"}, "order_missing", "order_1"),
        ({"depth": "card", "lines": "2", "order_1": "ab"}, "order_unknown", "order_1"),
        ({"depth": "card", "lines": "2", "order_2": "z"}, "order_unknown", "order_2"),
    ],
    ids=str,
)
def test_what_is_typed_wrong_is_refused_by_its_field(form: dict[str, str], code: str, field: str) -> None:
    """R-PTI-05"""
    with pytest.raises(RefusalError) as refused:
        read(form)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value)


def test_a_minus_may_be_written_in_every_way() -> None:
    """R-PTI-05"""
    form = {"depth": "points", "points_a": "−150", "points_b": "–5", "points_c": "-0"}
    assert read(form) == Sheet((-150, -5, 0))


def test_the_level_line_that_is_not_named_drew_the_lowest_card() -> None:
    """R-PTI-14"""
    assert read({"depth": "card", "tiebreak": "1", "lines": "4", "level": "bd", "order_1": "d"}) == Drawing(
        1, (3, 1), 4
    )
    two_left = read({"depth": "card", "tiebreak": "1", "lines": "4", "level": "bcd", "order_1": "D"})
    assert two_left == Drawing(1, (3,), 4)


def test_a_line_beyond_the_table_counts_where_something_is_written() -> None:
    """R-PTI-03"""
    assert read({"depth": "points", "lines": "2", "points_a": "1", "points_d": "2"}) == Sheet((1, None, None, 2))


@pytest.mark.parametrize(
    ("rules", "sheet", "code", "field"),
    [
        pytest.param(TO_21, Sheet((1,)), "lines_at_table", "lines", id="R-PTI-03 one line"),
        pytest.param(TO_21, Sheet((1, 2), tiebreak=11), "tiebreak_range", "tiebreak", id="R-PTI-13 an eleventh"),
        pytest.param(TO_21, Drawing(0, (0, 1), 2), "drawing_without_tie", "tiebreak", id="R-PTI-14 without a tie"),
        pytest.param(TO_21, Drawing(1, (0, 0), 2), "order_twice", "order_1", id="R-PTI-14 named twice"),
        pytest.param(TO_21, Drawing(1, (0,), 2), "order_twice", "order_1", id="R-PTI-14 nobody else"),
        pytest.param(TO_21, Sheet((-1, 2)), "points_bound", "points_a", id="R-PTI-05 less than nothing"),
        pytest.param(BURRACO_3, Sheet((3_005, 0)), "points_bound", "points_a", id="R-PTI-05 too much"),
        pytest.param(BURRACO_3, Sheet((100, 7)), "points_step", "points_b", id="R-PTI-06 in fives"),
        pytest.param(BRISCOLA_120, Sheet((70, 49)), "deal_sum", "points_a", id="R-PTI-07 not 120"),
        pytest.param(BRISCOLA, Sheet((1, 1)), "deal_sum_most", "points_a", id="R-PTI-07 both won it"),
        pytest.param(TO_21, Sheet((None, None)), "deal_empty", "points_a", id="R-PTI-05 nothing"),
        pytest.param(TO_21, Sheet((3, None)), "deal_alone", "points_a", id="R-PTI-03 alone"),
        pytest.param(TO_21, Sheet((None, None)), "deal_empty", "points_a", id="R-PTI-05 nothing written"),
        pytest.param(TO_21, Sheet((None, 3), left={0: "abandon"}), "leave_cause", "left_a", id="R-PTI-21 of two"),
        pytest.param(SEVERAL, Sheet((None, 3, 2), left={0: "bored"}), "leave_cause", "left_a", id="R-PTI-22 why"),
        pytest.param(
            SEVERAL, Sheet((1, 3, 2), left={0: "abandon"}), "left_points", "points_a", id="R-PTI-22 with points"
        ),
    ],
)
def test_a_sheet_that_contradicts_itself_or_the_rules(rules: Rules, sheet: Written, code: str, field: str) -> None:
    """R-PTI-06, R-PTI-07"""
    with pytest.raises(RefusalError) as refused:
        check(rules, sheet)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value)


def test_every_wrong_number_is_said_at_once() -> None:
    """R-PTI-05"""
    with pytest.raises(RefusalError) as refused:
        check(BURRACO_3, Sheet((9_000, 7)))
    assert [each.field for each in (refused.value, *refused.value.also)] == ["points_a", "points_b"]


def test_sheets_that_can_be() -> None:
    """R-PTI-07"""
    check(BRISCOLA_120, Sheet((61, 59)))
    check(BRISCOLA, Sheet((0, 0)))
    check(BURRACO_3, Sheet((-1_000, 3_000)))
    check(BURRACO_3, Sheet((9_000, -3_000), is_total=True))
    check(SEVERAL, Sheet((None, None, None), left={0: "abandon", 1: "no_show"}))
    check(replace(SEVERAL, deal_sum=10), Sheet((4, None, 6), left={1: "abandon"}))
    check(TO_21, Drawing(1, (1, 0), 2))


@pytest.mark.parametrize("typed", ["999999999", "-999999999", "−5", "9" * 40])
def test_a_number_out_of_bounds_is_not_called_no_number(typed: str) -> None:
    """R-PTI-05"""
    with pytest.raises(RefusalError) as refused:
        check(TO_21, read({"depth": "points", "points_a": typed, "points_b": "0"}))
    assert (refused.value.code, refused.value.field) == ("points_bound", "points_a")
