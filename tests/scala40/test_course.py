"""The course of a table: cells with marks, and how each line stands."""

import pytest

from scala40.course import Cell, rows, states
from scala40.match import Record, Setting
from scala40.rules import Rules
from tests.scala40.paper import FINAL, FOUR, deals, drawn, extra, stands

LEVEL = deals("0 104 110 104")


def test_a_row_for_every_deal_with_its_marks() -> None:
    """R-S40-47"""
    played = [*deals("0 50 101 x", "7 0! - -"), Record((0, 104, 0, 0))]
    found = rows(Rules(), played[:2], FOUR)
    assert found[0] == (
        Cell(0, 0, ("closed",)),
        Cell(50, 50),
        Cell(101, 101, ("bust",)),
        Cell(None, None, ("left",)),
    )
    assert found[1] == (Cell(7, 7), Cell(0, 50, ("closed_in_hand",)), Cell(None, None), Cell(None, None))


def test_tiebreaks_have_points_and_no_totals() -> None:
    """R-S40-47"""
    found = rows(Rules(), [*LEVEL, *extra("- 9 - 9", "- 0 - x"), drawn(3, 1, 3)], FOUR)
    assert found[1] == (Cell(None, None), Cell(9, None), Cell(None, None), Cell(9, None))
    assert found[2] == (Cell(None, None), Cell(0, None, ("closed",)), Cell(None, None), Cell(None, None, ("left",)))
    assert found[3] == (Cell(None, None), Cell(None, None, ("highest_card",)), Cell(None, None), Cell(None, None))


@pytest.mark.parametrize(
    ("played", "setting", "expected"),
    [
        pytest.param([], FOUR, "playing playing playing playing", id="R-S40-47 before the first deal"),
        pytest.param(deals("0 101 20 x"), FOUR, "through out through left", id="R-S40-47 through as two are left"),
        pytest.param(deals("0 101 20 30"), FOUR, "playing out playing playing", id="R-S40-47 one is out"),
        pytest.param(LEVEL, FOUR, "through level out level", id="R-S40-47 through while others play the extra deal"),
        pytest.param([*LEVEL, *extra("- 0 - 9")], FOUR, "through through out out", id="R-S40-47 after the extra deal"),
        pytest.param(
            [*LEVEL, *extra("- x - -")], FOUR, "through left out through", id="R-S40-47 left in the tie-break"
        ),
        pytest.param(
            deals("0 20 30 -"),
            Setting(4, 2, frozenset({3})),
            "playing playing playing absent",
            id="R-S40-47 an empty chair",
        ),
        pytest.param(deals("0 101 101 101"), FINAL, "through out out out", id="R-S40-47 a final has one winner"),
    ],
)
def test_states(played: list[Record], setting: Setting, expected: str) -> None:
    assert " ".join(states(stands(played, setting), setting)) == expected


def test_deals_of_a_line_end_with_its_exit() -> None:
    """R-S40-47"""
    played = deals("0 50 101 x", "7 0 - -", "3 60 - -")
    assert [standing.deals for standing in stands(played[:1]).standings] == [1, 1, 1, 1]
    assert [standing.total for standing in stands(played[:1]).standings] == [0, 50, 101, 0]
