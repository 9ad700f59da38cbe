"""The published VP scales, as the online regulation prints them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.competition.scoring import (
    PUBLISHED,
    LineResult,
    Scale,
    ScaleRow,
    UnknownScaleError,
    loser_row,
    results_played,
    row_for,
    scale_for,
    scale_from_json,
    scale_to_json,
    winner_row,
)
from tournaments.games.contract import Json, RefusedError

# The table row by row: VP, then "da MP - a MP" of the three columns ("+" and more, "" a blank cell).
PRINTED = """
10-10  0-0  0-0    0-0
11-9   1-1  1-1    1-1
12-8   2-2  2-2    2-3
13-7   3-3  3-3    4-5
14-6   4-4  4-4    6-7
15-5   5-5  5-5    8-9
16-4   6-6  6-7    10-11
17-3   7-7  8-9    12-13
18-2   8-+  10-11  14-16
19-1   .    12-13  17-19
20-0   .    14-+   20-+
"""

# VP of the winner for MP differences 0 to 25.
LOOKUP = {
    "7pt": "10 11 12 13 14 15 16 17 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18",
    "11pt": "10 11 12 13 14 15 16 16 17 17 18 18 19 19 20 20 20 20 20 20 20 20 20 20 20 20",
    "21pt": "10 11 12 12 13 13 14 14 15 15 16 16 17 17 18 18 18 19 19 19 20 20 20 20 20 20",
}

# The least MP of each row, from 10 VP to 20.
MINIMA = {
    "7pt": (0, 1, 2, 3, 4, 5, 6, 7, 8, None, None),
    "11pt": (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14),
    "21pt": (0, 1, 2, 4, 6, 8, 10, 12, 14, 17, 20),
}


def printed_rows(column: int) -> tuple[ScaleRow, ...]:
    rows = []
    for line in PRINTED.split("\n")[1:-1]:
        cells = line.split()
        if cells[column] != ".":
            winner, loser = cells[0].split("-")
            from_mp, to_mp = cells[column].split("-")
            rows.append(ScaleRow(int(winner), int(loser), int(from_mp), None if to_mp == "+" else int(to_mp)))
    return tuple(rows)


# R-VP-01
@pytest.mark.parametrize(("key", "column"), [("7pt", 1), ("11pt", 2), ("21pt", 3)])
def test_scale_is_the_printed_table(key: str, column: int) -> None:
    assert PUBLISHED[key] == Scale(key, printed_rows(column))


# R-VP-03
@pytest.mark.parametrize("key", ["7pt", "11pt", "21pt"])
def test_lookup_of_every_difference(key: str) -> None:
    winners = [row_for(PUBLISHED[key], difference).winner_vp for difference in range(26)]
    assert winners == [int(vp) for vp in LOOKUP[key].split()]
    losers = [row_for(PUBLISHED[key], difference).loser_vp for difference in range(26)]
    assert losers == [20 - vp for vp in winners]


# R-VP-07
@pytest.mark.parametrize("key", ["7pt", "11pt", "21pt"])
def test_row_minima(key: str) -> None:
    rows = [winner_row(PUBLISHED[key], vp) for vp in range(10, 21)]
    assert tuple(row.from_mp if row else None for row in rows) == MINIMA[key]
    rows = [loser_row(PUBLISHED[key], vp) for vp in range(10, -1, -1)]
    assert tuple(row.from_mp if row else None for row in rows) == MINIMA[key]


# R-VP-02
@pytest.mark.parametrize(
    ("length", "key"),
    [
        ({"target": 7}, "7pt"),
        ({"target": 11}, "11pt"),
        ({"target": 21}, "21pt"),
        ({"deals": 1}, "7pt"),
        ({"deals": 2}, "7pt"),
        ({"deals": 3}, "11pt"),
        ({"deals": 4}, "21pt"),
        ({"deals": 5}, "21pt"),
    ],
)
def test_scale_by_length_of_match(length: dict[str, int], key: str) -> None:
    assert scale_for(**length) is PUBLISHED[key]


# R-VP-02
@pytest.mark.parametrize(
    ("length", "code"),
    [
        *[pytest.param({"target": target}, "unknown_scale", id=f"{target} points") for target in (0, 1, 10, 16, 31)],
        *[pytest.param({"deals": deals}, "unknown_scale", id=f"{deals} deals") for deals in (0, 6, 7)],
        pytest.param({}, "unknown_scale", id="neither"),
        pytest.param({"target": 21, "deals": 4}, "scale_ambiguous", id="both"),
    ],
)
def test_no_silent_fallback(length: dict[str, int], code: str) -> None:
    with pytest.raises(UnknownScaleError) as refusal:
        scale_for(**length)
    assert (refusal.value.code, refusal.value.field) == (code, "scale")
    assert refusal.value.params == {"target": length.get("target"), "deals": length.get("deals")}


def test_a_negative_difference_is_a_bug() -> None:
    with pytest.raises(ValueError, match="never negative"):
        row_for(PUBLISHED["7pt"], -1)


# R-VP-03, R-VP-05
@pytest.mark.parametrize(
    ("key", "points", "lines"),
    [
        pytest.param("11pt", (11, 8), (LineResult(13, 3), LineResult(7, -3)), id="first line wins"),
        pytest.param("21pt", (6, 23), (LineResult(1, -17), LineResult(19, 17)), id="second line wins"),
        pytest.param("7pt", (3, 3), (LineResult(10, 0), LineResult(10, 0)), id="level: tie-break deals give no MP"),
        pytest.param("7pt", (14, 0), (LineResult(18, 14), LineResult(2, -14)), id="past the last row"),
    ],
)
def test_played_match(key: str, points: tuple[int, int], lines: tuple[LineResult, LineResult]) -> None:
    assert results_played(PUBLISHED[key], points) == lines


# R-VP-03
@given(st.sampled_from(sorted(PUBLISHED)), st.integers(0, 60), st.integers(0, 60))
def test_a_played_match_is_the_same_from_both_sides(key: str, one: int, other: int) -> None:
    there, back = results_played(PUBLISHED[key], (one, other)), results_played(PUBLISHED[key], (other, one))
    assert there == back[::-1]
    assert sum(line.vp for line in there) == 20
    assert sum(line.mp for line in there) == 0


# R-VP-04
def test_scales_survive_json() -> None:
    for scale in PUBLISHED.values():
        assert scale_from_json(json.loads(json.dumps(scale_to_json(scale)))) == scale


def changed(**values: Any) -> Json:
    data = scale_to_json(PUBLISHED["7pt"])
    data["rows"][2].update(values)
    return data


def without(*names: str) -> Json:
    data = scale_to_json(PUBLISHED["7pt"])
    for name in names:
        del (data if name in data else data["rows"][0])[name]
    return data


# R-VP-04
@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param(None, "not_an_object", "scale", id="nothing"),
        pytest.param({"key": "x", "rows": [], "note": ""}, "unknown_field", "note", id="unknown field"),
        pytest.param(without("key"), "missing_field", "key", id="no key"),
        pytest.param(without("from_mp"), "missing_field", "rows.0.from_mp", id="no start"),
        pytest.param({"key": "", "rows": []}, "bad_value", "key", id="empty key"),
        pytest.param({"key": 7, "rows": []}, "bad_value", "key", id="key is a number"),
        pytest.param({"key": "x", "rows": {}}, "bad_value", "rows", id="rows are an object"),
        pytest.param({"key": "x", "rows": []}, "scale_empty", "rows", id="no rows"),
        pytest.param({"key": "x", "rows": [7]}, "not_an_object", "rows.0", id="row is a number"),
        pytest.param(changed(bonus=1), "unknown_field", "rows.2.bonus", id="unknown field of a row"),
        pytest.param(changed(from_mp="2"), "bad_value", "rows.2.from_mp", id="text for a number"),
        pytest.param(changed(from_mp=2.0), "bad_value", "rows.2.from_mp", id="a number that is not whole"),
        pytest.param(changed(winner_vp=True), "bad_value", "rows.2.winner_vp", id="a choice for a number"),
        pytest.param(changed(loser_vp=None), "bad_value", "rows.2.loser_vp", id="only the last limit may be open"),
        pytest.param(changed(winner_vp=7), "scale_row_impossible", "rows.2", id="winner below loser"),
        pytest.param(changed(loser_vp=-1), "scale_row_impossible", "rows.2", id="negative VP"),
        pytest.param(changed(to_mp=1), "scale_row_impossible", "rows.2", id="ends before it begins"),
        pytest.param(changed(to_mp=None), "scale_gap", "rows.3", id="open in the middle"),
        pytest.param(changed(to_mp=3), "scale_gap", "rows.3", id="overlap"),
        pytest.param(changed(winner_vp=11), "scale_not_rising", "rows.2", id="no more VP than the row before"),
        pytest.param(changed(loser_vp=10), "scale_not_rising", "rows.2", id="loser gains"),
    ],
)
def test_a_scale_that_is_wrong_names_the_field(data: Json, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        scale_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-VP-04
@pytest.mark.parametrize(
    ("rows", "code", "field"),
    [
        pytest.param((ScaleRow(10, 10, 1, None),), "scale_starts_level", "rows.0", id="does not begin at 0"),
        pytest.param((ScaleRow(11, 9, 0, None),), "scale_starts_level", "rows.0", id="unequal when level"),
        pytest.param((ScaleRow(10, 10, 0, 4),), "scale_must_end_open", "rows.0", id="ends"),
    ],
)
def test_a_scale_covers_every_difference(rows: tuple[ScaleRow, ...], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        Scale("club", rows)
    assert (refusal.value.code, refusal.value.field) == (code, field)
