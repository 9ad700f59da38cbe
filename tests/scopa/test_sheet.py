"""The paper sheet at three depths: what it is worth, and what it cannot say."""

from typing import Any

import pytest

from scopa.errors import RefusalError
from scopa.presets import CLASSICA_001, ONLINE_002, VALLIADI_2022, WIKIPEDIA_004
from scopa.rules import Rules
from scopa.scoring import Award
from scopa.sheet import from_json, to_json
from scopa.sheet_checks import most_points, most_sweeps
from scopa.sheet_score import score

NOBODY = Rules(leftovers_to="nobody")

POINTS: dict[str, Any] = {"depth": "points", "points": [3, 1]}
AWARDS: dict[str, Any] = {
    "depth": "awards",
    "cards": 0,
    "coins": None,
    "settebello": 0,
    "primiera": 1,
    "sweeps": [2, 1],
}
COUNTS: dict[str, Any] = {
    "depth": "counts",
    "cards": [22, 18],
    "coins": [5, 5],
    "settebello": 0,
    "best": [["7d", "6c", "As", "7b"], ["6d", "7c", "7s", "6b"]],
    "sweeps": [2, 1],
}
RADIO = COUNTS | {"best": None, "primiera": 1}
TWO_SUITS: dict[str, Any] = {
    "depth": "counts",
    "cards": [20, 20],
    "coins": [10, 0],
    "settebello": 0,
    "best": [["7d", "7c", "6s", None], [None, "6c", "7s", "7b"]],
    "sweeps": [0, 0],
}


def points(rules: Rules, sheet: dict[str, Any]) -> tuple[int, ...]:
    return score(rules, from_json(sheet)).points


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        pytest.param(POINTS, (3, 1), id="R-SCO-26 points only"),
        pytest.param(AWARDS, (4, 2), id="R-SCO-27 who took what"),
        pytest.param(COUNTS, (4, 2), id="R-SCO-28 counts and best cards"),
        pytest.param(RADIO, (4, 2), id="R-SCO-28 counts and who has the primiera"),
        pytest.param(RADIO | {"primiera": None}, (4, 1), id="R-SCO-28 nobody has the primiera"),
        pytest.param(AWARDS | {"settebello": 1, "primiera": None}, (3, 2), id="R-SCO-27 nobody has the primiera"),
    ],
)
def test_score(sheet: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points(VALLIADI_2022, sheet) == expected


def test_counts_explain_themselves() -> None:
    """R-SCO-28: the awards name the values compared, primiera sums among them."""
    assert score(VALLIADI_2022, from_json(COUNTS)).awards == (
        Award("cards", (1, 0), (22, 18)),
        Award("coins", (0, 0), (5, 5)),
        Award("settebello", (1, 0), None),
        Award("primiera", (0, 1), (76, 78)),
        Award("sweeps", (2, 1), (2, 1)),
    )


def test_a_line_without_a_suit_on_the_sheet() -> None:
    """R-SCO-22, R-SCO-28: both lack one, so 002 gives nobody the primiera and 004 compares 60 with 60."""
    assert points(ONLINE_002, TWO_SUITS) == (2, 0)
    assert points(WIKIPEDIA_004, TWO_SUITS) == (2, 0)


def test_each_takes_a_point_where_the_rules_say_so() -> None:
    """R-SCO-19, R-SCO-20, R-SCO-23, R-SCO-27"""
    each = AWARDS | {"cards": "each", "coins": "each", "primiera": "each"}
    assert points(CLASSICA_001, each) == (6, 4)
    level = RADIO | {"cards": [20, 20], "primiera": "each"}
    assert points(CLASSICA_001, level) == (6, 4)


@pytest.mark.parametrize("sheet", [POINTS, AWARDS, COUNTS, RADIO, TWO_SUITS])
def test_sheets_survive_json(sheet: dict[str, Any]) -> None:
    whole = sheet | {"tiebreak": 2, "last_capture": 1}
    assert to_json(from_json(whole)) == whole
    assert to_json(from_json(sheet)) == sheet | {"tiebreak": 0, "last_capture": None}


BAD_SHAPES: list[tuple[Any, str, str]] = [
    (None, "depth_unknown", "depth"),
    ({"points": [1, 2]}, "depth_unknown", "depth"),
    ({"depth": "guess"}, "depth_unknown", "depth"),
    ({"depth": "points"}, "two_values", "points_a"),
    ({"depth": "points", "points": [1]}, "two_values", "points_a"),
    ({"depth": "points", "points": [1, "2"]}, "whole_number", "points_b"),
    ({"depth": "points", "points": [True, 2]}, "whole_number", "points_a"),
    (POINTS | {"tiebreak": "1"}, "whole_number", "tiebreak"),
    (POINTS | {"last_capture": 2}, "last_capture_unknown", "last_capture"),
    ({"depth": "awards"}, "choice_missing", "cards"),
    (AWARDS | {"coins": 2}, "owner_unknown", "coins"),
    (AWARDS | {"primiera": True}, "owner_unknown", "primiera"),
    (COUNTS | {"best": [[]]}, "best_shape", "best_a_d"),
    (COUNTS | {"best": [["7d"], [None] * 4]}, "best_shape", "best_a_d"),
    (COUNTS | {"best": [["7d", "7d", "As", "7b"], [None] * 4]}, "best_of_other_suit", "best_a_c"),
    (COUNTS | {"best": [["8d", "6c", "As", "7b"], [None] * 4]}, "unknown_card", "best_a_d"),
    (COUNTS | {"best": None}, "choice_missing", "primiera"),
]


@pytest.mark.parametrize(
    ("sheet", "code", "field"), BAD_SHAPES, ids=[f"{c}-{f}-{n}" for n, (_, c, f) in enumerate(BAD_SHAPES)]
)
def test_what_is_no_sheet(sheet: Any, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        from_json(sheet)
    assert (refused.value.code, refused.value.field) == (code, field)


def best(**changed: str | None) -> dict[str, Any]:
    """The counts sheet with other best cards: ``a_d="6d"``."""
    cards = [list(each) for each in COUNTS["best"]]
    for place, name in changed.items():
        cards["ab".index(place[0])]["dcsb".index(place[2])] = name
    return COUNTS | {"best": cards}


CONTRADICTIONS: list[tuple[str, Rules, dict[str, Any], str, str]] = [
    ("R-SCO-26 negative points", ONLINE_002, {"depth": "points", "points": [-1, 2]}, "negative", "points_a"),
    ("R-SCO-26 more than a deal has", ONLINE_002, {"depth": "points", "points": [20, 3]}, "points_bound", "points_a"),
    ("R-SCO-26 fourth tie-break", ONLINE_002, POINTS | {"tiebreak": 4}, "tiebreak_bound", "tiebreak"),
    ("R-SCO-26 tie-break below nothing", ONLINE_002, POINTS | {"tiebreak": -1}, "tiebreak_bound", "tiebreak"),
    ("R-SCO-27 each without the rule", ONLINE_002, AWARDS | {"cards": "each"}, "each_not_allowed", "cards"),
    (
        "R-SCO-27 settebello for each",
        CLASSICA_001,
        AWARDS | {"coins": 1, "settebello": "each"},
        "each_not_allowed",
        "settebello",
    ),
    ("R-SCO-27 nobody where each", CLASSICA_001, AWARDS, "each_not_nobody", "coins"),
    ("R-SCO-27 no settebello", ONLINE_002, AWARDS | {"settebello": None}, "settebello_missing", "settebello"),
    ("R-SCO-27 negative sweeps", ONLINE_002, AWARDS | {"sweeps": [0, -2]}, "negative", "sweeps_b"),
    ("R-SCO-27 too many sweeps", ONLINE_002, AWARDS | {"sweeps": [10, 9]}, "sweeps_bound", "sweeps_a"),
    ("R-SCO-28 41 cards", ONLINE_002, COUNTS | {"cards": [22, 19]}, "cards_sum", "cards_a"),
    ("R-SCO-28 39 cards", ONLINE_002, COUNTS | {"cards": [22, 17]}, "cards_sum", "cards_a"),
    ("R-SCO-28 11 coins", ONLINE_002, COUNTS | {"coins": [5, 6]}, "coins_sum", "coins_a"),
    ("R-SCO-28 cards below nothing", ONLINE_002, COUNTS | {"cards": [-1, 41]}, "out_of_range", "cards_a"),
    ("R-SCO-28 eleven coins of one", ONLINE_002, COUNTS | {"coins": [-1, 11]}, "out_of_range", "coins_a"),
    (
        "R-SCO-28 more coins than cards",
        ONLINE_002,
        COUNTS | {"cards": [4, 36], "sweeps": [0, 0]},
        "coins_above_cards",
        "coins_a",
    ),
    ("R-SCO-28 more sweeps than cards", ONLINE_002, COUNTS | {"sweeps": [12, 0]}, "sweeps_cards", "sweeps_a"),
    ("R-SCO-28 no settebello", ONLINE_002, COUNTS | {"settebello": None}, "settebello_missing", "settebello"),
    ("R-SCO-28 settebello of each", CLASSICA_001, COUNTS | {"settebello": "each"}, "each_not_allowed", "settebello"),
    (
        "R-SCO-28 settebello without coins",
        ONLINE_002,
        COUNTS | {"coins": [0, 10]},
        "settebello_no_coins",
        "settebello",
    ),
    ("R-SCO-28 settebello not the best coin", ONLINE_002, COUNTS | {"settebello": 1}, "settebello_best", "best_a_d"),
    ("R-SCO-28 one card, two piles", ONLINE_002, best(b_c="6c"), "best_twice", "best_b_c"),
    ("R-SCO-28 both settebello", ONLINE_002, best(b_d="7d"), "best_twice", "best_b_d"),
    ("R-SCO-28 nobody has a seven", ONLINE_002, best(b_c="5c"), "best_no_seven", "best_a_c"),
    ("R-SCO-28 coins but no best coin", ONLINE_002, best(b_d=None), "best_coins", "best_a_d"),
    (
        "R-SCO-28 five coins under a two",
        ONLINE_002,
        best(b_d="2d"),
        "best_coins",
        "best_a_d",
    ),
    (
        "R-SCO-28 too many cards for the best of them",
        ONLINE_002,
        best(a_c="Rc", a_s="Rs", a_b="Rb", b_b="7b"),
        "best_cards",
        "best_a_c",
    ),
    (
        "R-SCO-28 last capture without cards",
        ONLINE_002,
        RADIO | {"cards": [40, 0], "coins": [10, 0], "sweeps": [0, 0], "last_capture": 1},
        "last_capture_no_cards",
        "last_capture",
    ),
    ("R-SCO-28 primiera for each", ONLINE_002, RADIO | {"primiera": "each"}, "each_not_allowed", "primiera"),
    ("R-SCO-15 41 cards of nobody", NOBODY, COUNTS | {"cards": [22, 19]}, "cards_sum", "cards_a"),
    ("R-SCO-15 thirty-five of other suits", NOBODY, COUNTS | {"coins": [3, 2]}, "other_suits_sum", "coins_a"),
    ("R-SCO-15 all coins, no settebello", NOBODY, COUNTS | {"settebello": None}, "settebello_missing", "settebello"),
    ("R-SCO-15 four coins under a two", NOBODY, best(b_d="2d"), "best_coins", "best_b_d"),
    (
        "R-SCO-34 level third without last capture",
        ONLINE_002,
        {"depth": "points", "points": [2, 2], "tiebreak": 3},
        "last_capture_missing",
        "last_capture",
    ),
]


@pytest.mark.parametrize(
    ("rules", "sheet", "code", "field"), [each[1:] for each in CONTRADICTIONS], ids=[each[0] for each in CONTRADICTIONS]
)
def test_a_sheet_that_contradicts_itself(rules: Rules, sheet: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        score(rules, from_json(sheet))
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_refusal_names_the_values() -> None:
    """R-SCO-28"""
    with pytest.raises(RefusalError) as refused:
        score(ONLINE_002, from_json(COUNTS | {"cards": [22, 19]}))
    assert refused.value.params == {"a": 22, "b": 19, "whole": 40}


@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param(POINTS | {"tiebreak": 3, "points": [2, 2], "last_capture": 0}, id="R-SCO-34 level third"),
        pytest.param(POINTS | {"tiebreak": 3}, id="R-SCO-34 decided third needs no last capture"),
        pytest.param(POINTS | {"tiebreak": 2, "points": [2, 2]}, id="R-SCO-34 level second"),
    ],
)
def test_tiebreak_sheets(sheet: dict[str, Any]) -> None:
    assert sum(points(ONLINE_002, sheet)) == 4


@pytest.mark.without_coverage
@pytest.mark.parametrize(
    "sheet",
    [
        pytest.param(COUNTS | {"cards": [20, 18], "coins": [5, 4], "settebello": 0}, id="R-SCO-15 fewer than 40"),
        pytest.param(RADIO | {"cards": [20, 18], "coins": [5, 4], "settebello": None}, id="R-SCO-15 no settebello"),
        pytest.param(
            COUNTS | {"cards": [20, 18], "coins": [9, 0], "best": [["7d", "6c", "As", "7b"], [None, "5c", "7s", "Ab"]]},
            id="R-SCO-15 no seven of cups",
        ),
    ],
)
def test_where_leftovers_are_nobodys_cards_may_be_missing(sheet: dict[str, Any]) -> None:
    assert sum(points(NOBODY, sheet)) >= 3


@pytest.mark.parametrize(
    ("rules", "bound"),
    [
        pytest.param(ONLINE_002, 18, id="R-SCO-26 every other play"),
        pytest.param(Rules(sweep_exclusion="none"), 18, id="R-SCO-26 nothing excluded"),
        pytest.param(CLASSICA_001, 15, id="R-SCO-26 not in the last six plays"),
        pytest.param(Rules(sides="pairs", sweep_exclusion="last_cycle"), 12, id="R-SCO-26 not in the last twelve"),
    ],
)
def test_most_sweeps(rules: Rules, bound: int) -> None:
    assert most_sweeps(rules) == bound


def test_most_points() -> None:
    """R-SCO-26"""
    assert (most_points(ONLINE_002), most_points(CLASSICA_001), most_points(Rules(sweep_points=0))) == (22, 27, 4)
    assert most_points(Rules(partners="scores")) == most_points(Rules())
    assert points(ONLINE_002, {"depth": "points", "points": [22, 0]}) == (22, 0)
