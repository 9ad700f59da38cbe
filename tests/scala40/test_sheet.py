"""Sheets of a deal: what they give, and each one that cannot be."""

from typing import Any

import pytest

from scala40.errors import RefusalError
from scala40.phrases import PHRASES
from scala40.rules import Rules
from scala40.scoring import Award, hand_points
from scala40.sheet import from_json, to_json
from scala40.sheet_score import score

COUNT = Rules()
DOUBLE = Rules(hand_close_penalty="double")
FLAT = Rules(hand_close_penalty="flat_100_unopened")


def points(*values: int | None, closer: int | None = 0, **more: Any) -> dict[str, Any]:
    return {
        "depth": "points",
        "tiebreak": 0,
        "closer": closer,
        "in_hand": False,
        "points": list(values),
        "left": {},
    } | more


def cards(*hands: Any, closer: int | None = 0, **more: Any) -> dict[str, Any]:
    shared = {"tiebreak": 0, "closer": closer, "in_hand": False, "unopened": [], "left": {}}
    return {"depth": "cards", "cards": list(hands)} | shared | more


def drawing(*order: int, lines: int = 4, tiebreak: int = 3) -> dict[str, Any]:
    return {"depth": "card", "tiebreak": tiebreak, "order": list(order), "lines": lines}


def scored(data: Any, rules: Rules = COUNT) -> tuple[int, ...]:
    return score(rules, from_json(data)).points


@pytest.mark.parametrize(
    ("rules", "data", "expected"),
    [
        pytest.param(COUNT, points(0, 12, None, 30), (0, 12, 0, 30), id="R-S40-30 points"),
        pytest.param(COUNT, points(0, 198), (0, 198), id="R-S40-31 the dearest hand"),
        pytest.param(COUNT, points(0, 2), (0, 2), id="R-S40-31 the cheapest hand"),
        pytest.param(COUNT, points(0, 198, 130), (0, 198, 130), id="R-S40-31 the two dearest hands"),
        pytest.param(COUNT, cards("", "*AK5", "23"), (0, 51, 5), id="R-S40-32 cards: joker, ace, king and five are 51"),
        pytest.param(COUNT, cards("", "*AK5", in_hand=True), (0, 51), id="R-S40-33 in hand the cards are counted"),
        pytest.param(DOUBLE, cards("", "*AK5", in_hand=True), (0, 102), id="R-S40-33 double"),
        pytest.param(DOUBLE, cards("", "*AK5"), (0, 51), id="R-S40-33 double only in hand"),
        pytest.param(DOUBLE, points(0, 396, in_hand=True), (0, 396), id="R-S40-33 twice the dearest hand"),
        pytest.param(FLAT, cards("", "*AK5", "22", in_hand=True, unopened=[2]), (0, 51, 100), id="R-S40-33 flat 100"),
        pytest.param(FLAT, cards("", "*AK5"), (0, 51), id="R-S40-33 flat only in hand"),
        pytest.param(FLAT, cards("", "*AK5", in_hand=True), (0, 51), id="R-S40-33 who has opened counts the cards"),
        pytest.param(
            FLAT, points(0, 100, 100, 198, in_hand=True), (0, 100, 100, 198), id="R-S40-33 flat 100 as points"
        ),
        pytest.param(COUNT, points(0, 0, None, 0, closer=None), (0, 0, 0, 0), id="R-S40-26 nobody closed"),
        pytest.param(COUNT, cards("", "", closer=None), (0, 0), id="R-S40-26 nobody closed, by cards"),
        pytest.param(COUNT, points(0, 12, None, left={"2": "abandon"}), (0, 12, 0), id="R-S40-45 one left"),
        pytest.param(COUNT, points(None, None, closer=None, left={"1": "no_show"}), (0, 0), id="R-S40-45 it ended"),
        pytest.param(COUNT, drawing(3, 1), (0, 0, 0, 0), id="R-S40-38 cards drawn"),
    ],
)
def test_score(rules: Rules, data: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert scored(data, rules) == expected
    assert to_json(from_json(data)) == data


def test_cards_explain_every_point() -> None:
    """R-S40-32"""
    assert score(COUNT, from_json(cards("", "**AK5T"))).awards == (
        Award("jokers", (0, 50), (0, 2)),
        Award("aces", (0, 11), (0, 1)),
        Award("figures", (0, 10), (0, 1)),
        Award("numbers", (0, 15), (0, 2)),
    )


def test_a_close_in_hand_has_its_own_reason() -> None:
    """R-S40-33"""
    doubled = score(DOUBLE, from_json(cards("", "AK", in_hand=True)))
    flat = score(FLAT, from_json(cards("", "AK", "AK", in_hand=True, unopened=[1])))
    assert doubled.awards[-1] == Award("hand_close", (0, 21))
    assert flat.awards[-1] == Award("hand_close", (0, 100, 0))
    assert flat.awards[1] == Award("aces", (0, 0, 11), (0, 0, 1))


def test_the_cost_of_a_hand() -> None:
    """R-S40-32"""
    assert hand_points("*AKQJT98765432") == 25 + 11 + 40 + 44


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param(points(0, 12, closer=2), "closer_unknown", "closer", id="R-S40-30 a closer who is not there"),
        pytest.param(points(None, 12, 9), "closer_out", "closer", id="R-S40-30 a closer who took no part"),
        pytest.param(points(5, 12), "closer_points", "points_a", id="R-S40-30 the closer has points"),
        pytest.param(points(0, 12, 0), "two_closers", "points_c", id="R-S40-30 two closers"),
        pytest.param(points(3, 12, closer=None), "nobody_closed", "points_a", id="R-S40-26 points without a closer"),
        pytest.param(cards("", "K", closer=None), "nobody_closed", "cards_b", id="R-S40-26 cards without a closer"),
        pytest.param(points(0, 0, closer=None, in_hand=True), "in_hand_nobody", "in_hand", id="R-S40-26 in hand"),
        pytest.param(
            points(None, None, closer=None, in_hand=True, left={"1": "abandon"}),
            "in_hand_nobody",
            "in_hand",
            id="R-S40-45 a leaving closes nothing in hand",
        ),
        pytest.param(
            cards(None, None, closer=None, unopened=[0], left={"1": "abandon"}),
            "unopened_place",
            "unopened_a",
            id="R-S40-45 nobody pays a flat 100 where a leaving ended the deal",
        ),
        pytest.param(points(0, None), "deal_alone", "points_a", id="R-S40-34 a deal of one"),
        pytest.param(points(0, -1), "negative", "points_b", id="R-S40-31 less than nothing"),
        pytest.param(points(0, 199), "points_bound", "points_b", id="R-S40-31 no hand costs 199"),
        pytest.param(points(0, 1), "points_impossible", "points_b", id="R-S40-31 no card costs 1"),
        pytest.param(points(0, 130, 199 - 1, 131), "points_together", "points_c", id="R-S40-31 459 in three hands"),
        pytest.param(points(0, 198, 131), "points_together", "points_b", id="R-S40-31 329 in two hands"),
        pytest.param(cards("K", "Q"), "closer_cards", "cards_a", id="R-S40-30 the closer has cards"),
        pytest.param(cards("", ""), "cards_missing", "cards_b", id="R-S40-30 two without cards"),
        pytest.param(cards("", "2" * 7 + "3" * 7), "cards_too_many", "cards_b", id="R-S40-31 fourteen cards"),
        pytest.param(cards("", "***", None, "**"), "cards_beyond_pack", "cards_d", id="R-S40-32 a fifth joker"),
        pytest.param(cards("", 99), "card_unknown", "cards_b", id="R-S40-32 a number for cards"),
        pytest.param(cards("", ["K"]), "card_unknown", "cards_b", id="R-S40-32 a list for cards"),
        pytest.param(cards("", "K", points=[0, 10]), "sheet_beyond", "depth", id="R-S40-30 points beside cards"),
        pytest.param(points(0, 12, unopened=[]), "sheet_beyond", "depth", id="R-S40-33 who opened, beside points"),
        pytest.param(drawing(1, 0) | {"closer": 1}, "sheet_beyond", "depth", id="R-S40-38 a closer of cards drawn"),
        pytest.param(drawing(1, 0, tiebreak=0), "drawing_without_tie", "tiebreak", id="R-S40-38 cards, but no tie"),
        pytest.param(cards("", "K1"), "card_unknown", "cards_b", id="R-S40-32 no such card"),
        pytest.param(points(0, 12, left={"0": "abandon"}), "closer_left", "left_a", id="R-S40-45 the closer left"),
        pytest.param(
            points(0, 12, 9, left={"2": "abandon"}), "left_points", "points_c", id="R-S40-45 points of who left"
        ),
        pytest.param(points(0, 12, None, left={"2": "hunger"}), "leave_cause", "left_c", id="R-S40-45 no such cause"),
        pytest.param(points(0, 12, left={"7": "abandon"}), "left_unknown", "left_a", id="R-S40-45 nobody left"),
        pytest.param(points(0, 12, left=[]), "left_unknown", "left_a", id="R-S40-45 no list of who left"),
        pytest.param(points(0, None, closer=None), "deal_alone", "points_a", id="R-S40-34 nobody"),
        pytest.param(points(0), "lines_at_table", "lines", id="R-S40-02 a table of one"),
        pytest.param(points(*[0] * 7), "values_of_lines", "points_a", id="R-S40-02 a table of seven"),
        pytest.param(points(0, 12, tiebreak=10), "tiebreak_range", "tiebreak", id="R-S40-38 tie-break 10"),
        pytest.param(points(0, "12"), "whole_number", "points_b", id="R-S40-30 a text for points"),
        pytest.param(points(0, 12, in_hand=1), "in_hand_unknown", "in_hand", id="R-S40-33 neither yes nor no"),
        pytest.param(cards("", "KK", unopened=[1]), "unopened_place", "unopened_b", id="R-S40-33 no close in hand"),
        pytest.param(cards("", "KK", unopened=[9]), "unopened_unknown", "unopened_a", id="R-S40-33 nobody"),
        pytest.param(drawing(1), "order_twice", "order_1", id="R-S40-38 one card"),
        pytest.param(drawing(1, 1), "order_twice", "order_1", id="R-S40-38 one player twice"),
        pytest.param(drawing(1, 9), "order_unknown", "order_1", id="R-S40-38 a card of nobody"),
        pytest.param(drawing(1, 0, lines=9), "values_of_lines", "lines", id="R-S40-02 a table of nine"),
        pytest.param(None, "depth_unknown", "depth", id="R-S40-30 no sheet"),
        pytest.param({"depth": "counts"}, "depth_unknown", "depth", id="R-S40-30 another game's sheet"),
        pytest.param({"depth": "points"}, "values_of_lines", "points_a", id="R-S40-30 no points at all"),
    ],
)
def test_a_sheet_that_cannot_be(data: Any, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        scored(data)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert PHRASES[code] % {"name": "", **refused.value.params}


@pytest.mark.parametrize(
    ("rules", "data", "code", "field"),
    [
        pytest.param(
            DOUBLE, points(0, 33, in_hand=True), "points_not_doubled", "points_b", id="R-S40-33 an odd double"
        ),
        pytest.param(DOUBLE, points(0, 398, in_hand=True), "points_bound", "points_b", id="R-S40-33 beyond 396"),
        pytest.param(DOUBLE, points(0, 199), "points_bound", "points_b", id="R-S40-33 double only in hand"),
        pytest.param(
            FLAT,
            cards("", "KK", in_hand=True, unopened=[0]),
            "unopened_place",
            "unopened_a",
            id="R-S40-33 the closer had not opened",
        ),
        pytest.param(
            FLAT,
            cards("", "KK", None, in_hand=True, unopened=[2]),
            "unopened_place",
            "unopened_c",
            id="R-S40-33 who took no part had not opened",
        ),
    ],
)
def test_a_close_in_hand_that_cannot_be(rules: Rules, data: Any, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        scored(data, rules)
    assert (refused.value.code, refused.value.field) == (code, field)
