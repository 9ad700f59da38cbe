"""Deals that cannot follow each other: each refusal names its field, the value and the rule."""

from collections.abc import Mapping
from typing import Any

import pytest

from scala40.errors import RefusalError
from scala40.match import Record, Setting
from scala40.match_checks import check
from scala40.phrases import PHRASES
from scala40.rules import Rules
from tests.scala40.paper import FINAL, FOUR, deals, drawn, extra, record

SHORT = Setting(lines=4, through=2, absent=frozenset({3}))
OVER = deals("0 101 20 102")
ONE_OUT = deals("0 101 20 30")
ONE_LEFT = deals("0 50 20 x")
LEVEL = deals("0 104 110 104")


def refused(
    records: list[Record], setting: Setting = FOUR, rules: Rules | None = None
) -> tuple[str, str, Mapping[str, Any]]:
    with pytest.raises(RefusalError) as refusal:
        check(rules or Rules(), records, setting)
    raised = refusal.value
    assert PHRASES[raised.code] % {"name": "", **raised.params}
    return raised.code, raised.field, raised.params


@pytest.mark.parametrize(
    ("played", "setting", "code", "field"),
    [
        pytest.param([], Setting(lines=7), "lines_at_table", "", id="R-S40-02 a table of seven"),
        pytest.param([], Setting(lines=1), "lines_at_table", "", id="R-S40-02 a table of one"),
        pytest.param(deals("0 12 30"), FOUR, "lines_of_sheet", "lines", id="R-S40-34 three on the sheet of four"),
        pytest.param([*OVER, record("0 - 9 -")], FOUR, "deal_after_end", "", id="R-S40-36 a deal after the end"),
        pytest.param([*ONE_OUT, record("0 5 9 9")], FOUR, "line_out", "points_b", id="R-S40-35 points of who is out"),
        pytest.param(deals("0 12 30 9"), SHORT, "line_absent", "points_d", id="R-S40-34 points of who never came"),
        pytest.param([*ONE_LEFT, record("0 5 9 9")], FOUR, "line_has_left", "points_d", id="R-S40-34 of who left"),
        pytest.param([*ONE_LEFT, record("0 5 9 x")], FOUR, "line_has_left", "left_d", id="R-S40-34 leaving twice"),
        pytest.param(deals("0 12 30 -"), FOUR, "points_missing", "points_d", id="R-S40-34 points that are missing"),
        pytest.param(deals("- - - x"), FOUR, "deal_goes_on", "left_d", id="R-S40-45 three stay: the deal goes on"),
        pytest.param([*ONE_OUT, record("0 - x 9")], FOUR, "deal_ended_by_leaving", "left_c",
                     id="R-S40-45 it has ended"),
        pytest.param([*LEVEL, *extra("- 0 - 9"), record("0 - - -")], FOUR, "deal_after_tiebreak", "",
                     id="R-S40-38 a regular deal after a tie-break"),
        pytest.param([*LEVEL, record("0 - - 9")], FOUR, "deal_after_end", "", id="R-S40-40 the tie comes first"),
        pytest.param(extra("0 1 2 3"), FOUR, "tiebreak_too_early", "tiebreak", id="R-S40-38 nothing is finished"),
        pytest.param([*OVER, *extra("0 - 9 -")], FOUR, "tiebreak_not_level", "tiebreak", id="R-S40-38 nobody is level"),
        pytest.param([*LEVEL, record("- 0 - 9", 2)], FOUR, "tiebreak_number", "tiebreak",
                     id="R-S40-38 the second first"),
        pytest.param([*LEVEL, *extra("0 0 - 9")], FOUR, "line_not_level", "points_a", id="R-S40-38 who is not level"),
        pytest.param([*LEVEL, *extra("- 0 - -")], FOUR, "points_missing", "points_d", id="R-S40-38 who is level"),
        pytest.param([*LEVEL, drawn(1, 1, 3)], FOUR, "tiebreak_deal", "depth", id="R-S40-38 cards before the deals"),
        pytest.param([*LEVEL, *extra("- 9 - 9", "- 9 - 9", "- 9 - 8")], FOUR, "tiebreak_card", "depth",
                     id="R-S40-38 a third deal"),
        pytest.param([*LEVEL, *extra("- 9 - 9", "- 9 - 9"), drawn(3, 1, 2)], FOUR, "order_lines", "order_1",
                     id="R-S40-38 cards drawn by another"),
        pytest.param([*deals("0 104 104 104"), *extra("- 9 9 9", "- 9 9 9"), drawn(3, 1, 2)], FOUR, "order_lines",
                     "order_1", id="R-S40-38 cards drawn by two of three"),
        pytest.param([*deals("0 104 104 104"), *extra("- x - -")], FOUR, "deal_goes_on", "left_b",
                     id="R-S40-45 two stay level: the tie-break goes on"),
        pytest.param([*LEVEL, *extra("- x - 9")], FOUR, "deal_ended_by_leaving", "left_b",
                     id="R-S40-45 nobody is left to play it"),
    ],
)  # fmt: skip
def test_refusals(played: list[Record], setting: Setting, code: str, field: str) -> None:
    assert refused(played, setting)[:2] == (code, field)


def test_a_refusal_names_the_value_and_the_rule() -> None:
    """R-S40-35"""
    _, _, values = refused([*ONE_OUT, record("0 5 9 9")])
    assert values == {"line": "B", "total": 101, "deal": 1, "out_at": 101}


def test_the_field_is_that_of_the_depth() -> None:
    """R-S40-32"""
    counted = Record((0, 5, 9, 9), closer=0, depth="cards")
    assert refused([*ONE_OUT, counted])[:2] == ("line_out", "cards_b")


@pytest.mark.parametrize(
    ("played", "setting"),
    [
        pytest.param(OVER, FOUR, id="R-S40-36 a table to its end"),
        pytest.param([*LEVEL, *extra("- 9 - 9", "- 0 - 0"), drawn(3, 3, 1)], FOUR, id="R-S40-38 to the card"),
        pytest.param(deals("0 12 30 -"), SHORT, id="R-S40-34 a chair that stays empty"),
        pytest.param([*deals("0 12 30 x"), *deals("0 99 100 -")], FOUR, id="R-S40-45 a deal goes on without him"),
        pytest.param([*ONE_OUT, record("- - x -")], FOUR, id="R-S40-45 a leaving that ends the table"),
        pytest.param([*LEVEL, *extra("- x - -")], FOUR, id="R-S40-45 a leaving that ends the tie-break"),
        pytest.param([*deals("0 104 104 104"), *extra("- x 0 9")], FOUR, id="R-S40-45 a tie-break without him"),
        pytest.param(
            deals("0 20 20 50", "3 0 0 5"),
            Setting(lines=4, through=2, time_called=True),
            id="R-S40-44 deals before the time",
        ),
        pytest.param(
            [*deals("0 20 20 50"), *extra("- 0 4 -")],
            Setting(lines=4, through=2, time_called=True),
            id="R-S40-44 a tie-break after the time",
        ),
        pytest.param([Record((0, 0, 0, 0)), *deals("0 5 9 9")], FOUR, id="R-S40-26 a void deal"),
        pytest.param(deals("0 101 50 102", "0 - 60 -"), FINAL, id="R-S40-42 a final"),
    ],
)
def test_deals_that_follow_each_other(played: list[Record], setting: Setting) -> None:
    check(Rules(), played, setting)
