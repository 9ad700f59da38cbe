"""Table points: their choices, and what a table gives."""

import json
from fractions import Fraction
from typing import Any

import pytest

from tournaments.competition.stages.points import (
    POINTS,
    TEN_SIX_THREE_ONE,
    TWO_ONE_NIL,
    VALLIADI,
    Number,
    PointsTerms,
    number_text,
    points_from_json,
    points_to_json,
)
from tournaments.games.contract import Json, RefusedError


# R-TIE-01
@pytest.mark.parametrize(
    ("terms", "places", "points"),
    [
        pytest.param(VALLIADI, (1, 2), (3, 0), id="3-0"),
        pytest.param(VALLIADI, (1, 1), (1, 1), id="a draw"),
        pytest.param(VALLIADI, (None, 1), (0, 3), id="lost by a fault"),
        pytest.param(VALLIADI, (None, None), (0, 0), id="both lost"),
        pytest.param(TWO_ONE_NIL, (2, 1), (0, 2), id="2-0"),
        pytest.param(VALLIADI, (1, 1, 3, 4), (1, 1, 0, 0), id="two share the first place of four"),
    ],
)
def test_a_win_a_draw_and_a_loss_give_their_points(
    terms: PointsTerms, places: tuple[int | None, ...], points: tuple[int, ...]
) -> None:
    assert terms.of_table(places) == points


# R-TIE-02
@pytest.mark.parametrize(
    ("places", "points"),
    [
        pytest.param((2, 1, 4, 3), (6, 10, 1, 3), id="each place its points"),
        pytest.param((1, 1, 3, 4), (8, 8, 3, 1), id="two share the first"),
        pytest.param((1, 2, 2, 4), (10, Fraction(9, 2), Fraction(9, 2), 1), id="two share the second"),
        pytest.param((1, 1, 1, 4), (Fraction(19, 3), Fraction(19, 3), Fraction(19, 3), 1), id="three share the first"),
        pytest.param((1, 2, 3, 4, 4), (10, 6, 3, Fraction(1, 2), Fraction(1, 2)), id="no points behind the last"),
        pytest.param((1, None, 2, None), (10, 0, 6, 0), id="no place, no points"),
    ],
)
def test_those_who_share_places_share_their_sum(
    places: tuple[int | None, ...], points: tuple[int | Fraction, ...]
) -> None:
    assert TEN_SIX_THREE_ONE.of_table(places) == points


# R-TIE-01, R-TIE-02
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        pytest.param({"win": -1}, "table_points_range", "win", id="below nothing"),
        pytest.param({"draw": 1.5}, "table_points_range", "draw", id="half a point"),
        pytest.param({"loss": True}, "table_points_range", "loss", id="True"),
        pytest.param({"places": (1_001, 1)}, "table_points_range", "places", id="too many points"),
        pytest.param({"places": (1,) * 17}, "too_many_places", "places", id="too many places"),
        pytest.param({"win": 1, "draw": 2}, "table_points_rise", "win", id="a draw above a win"),
        pytest.param({"places": (3, 6)}, "table_points_rise", "places", id="the second above the first"),
    ],
)
def test_impossible_points_are_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        PointsTerms(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


@pytest.mark.parametrize("terms", POINTS.values(), ids=list(POINTS))
def test_points_survive_json(terms: PointsTerms) -> None:
    assert points_from_json(json.loads(json.dumps(points_to_json(terms)))) == terms
    assert points_from_json({}) == VALLIADI


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param(None, "not_an_object", "options", id="nothing"),
        pytest.param({"wins": 3}, "unknown_field", "wins", id="unknown"),
        pytest.param({"places": 3}, "bad_value", "places", id="no list"),
        pytest.param({"places": ["a"]}, "table_points_range", "places", id="a text for points"),
    ],
)
def test_stored_points_that_are_wrong_name_the_field(data: Json, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        points_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (14, "14"),
        (-3, "-3"),
        (0, "0"),
        (Fraction(6, 2), "3"),
        (Fraction(29, 2), "14½"),
        (Fraction(1, 2), "½"),
        (Fraction(-1, 2), "-½"),
        (Fraction(-29, 2), "-14½"),
        (Fraction(10, 3), "3⅓"),
        (Fraction(11, 3), "3⅔"),
        (Fraction(9, 4), "2¼"),
        (Fraction(11, 4), "2¾"),
        (Fraction(17, 7), "2\N{NO-BREAK SPACE}3/7"),
        (Fraction(3, 7), "3/7"),
    ],
)
def test_a_share_is_written_as_people_write_it(number: Number, written: str) -> None:
    assert number_text(number) == written
