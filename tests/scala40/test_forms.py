"""The scoresheet as a form: what it reads, what it writes again, what it refuses."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scala40.errors import RefusalError
from scala40.phrases import PHRASES
from scala40.rules import Rules
from scala40.sheet import Sheet, from_json
from scala40.sheet_checks import check
from scala40.sheet_fields import of_deal
from scala40.sheet_form import read, write

RULES = Rules()
FLAT = Rules(hand_close_penalty="flat_100_unopened")


def form(depth: str = "points", **fields: str) -> dict[str, str]:
    return {"depth": depth, "tiebreak": "0", **fields}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param(form(closer="a", points_a="", points_b="12", points_d="30"),
                     {"closer": 0, "points": [0, 12, None, 30]}, id="R-S40-30 the closer needs no zero"),
        pytest.param(form(closer="B", points_a=" 7 ", points_b="0"), {"closer": 1, "points": [7, 0]},
                     id="R-S40-30 the closer has a zero"),
        pytest.param(form(closer="zero", points_a="12", points_b="0"), {"closer": 1, "points": [12, 0]},
                     id="R-S40-30 the zero says who closed"),
        pytest.param(form(lines="4", closer="a", points_b="12"), {"points": [0, 12, None, None]},
                     id="R-S40-34 the form says how many lines there are"),
        pytest.param(form(lines="2", closer="a", points_b="12", points_d="9", points_e=""),
                     {"points": [0, 12, None, 9]}, id="R-S40-34 a line beyond those that the form has"),
        pytest.param(form(closer="a", points_b="12", in_hand="on"), {"in_hand": True}, id="R-S40-33 in hand"),
        pytest.param(form(closer="none", points_a="", points_b="", lines="3"), {"closer": None, "points": [0, 0, None]},
                     id="R-S40-26 nobody closed"),
        pytest.param(form(closer="a", points_b="5", left_c="abandon"), {"left": {"2": "abandon"}},
                     id="R-S40-45 one left"),
        pytest.param(form(points_a="", left_b="no_show", left_c=""), {"closer": None, "points": [None, None, None]},
                     id="R-S40-45 a leaving that ended the deal"),
        pytest.param(form("cards", closer="a", cards_b="k q 10, *", cards_a=""), {"cards": ["", "KQT*"]},
                     id="R-S40-32 cards as they are typed"),
        pytest.param(form("card", lines="4", order_1="d", order_2="b"), {"order": [3, 1]}, id="R-S40-38 cards drawn"),
        pytest.param(form("card", lines="4", order_1="d", level="bd"), {"order": [3, 1]},
                     id="R-S40-38 the last of those level drew the lowest"),
        pytest.param(form("card", lines="4", order_1="d", level="abd"), {"order": [3]}, id="R-S40-38 two are open"),
    ],
)  # fmt: skip
def test_read(typed: dict[str, str], expected: dict[str, Any]) -> None:
    found = read(RULES, typed)
    assert {name: found[name] for name in expected} == expected
    assert read(RULES, write(found)) == found


def test_the_flat_hundred_is_asked_for_only_where_it_counts() -> None:
    """R-S40-33"""
    typed = form("cards", closer="a", cards_b="22", in_hand="on", unopened_b="on")
    assert read(FLAT, typed)["unopened"] == [1]
    assert read(FLAT, write(read(FLAT, typed))) == read(FLAT, typed)
    assert read(RULES, typed)["unopened"] == []
    assert read(FLAT, typed | {"in_hand": ""})["unopened"] == []
    assert "unopened" not in read(FLAT, typed | {"depth": "points", "points_b": "100"})


@pytest.mark.parametrize(
    ("typed", "code", "field"),
    [
        pytest.param({}, "depth_unknown", "depth", id="R-S40-30 nothing"),
        pytest.param(form(points_a="0", points_b="12"), "closer_missing", "closer", id="R-S40-30 nobody closed"),
        pytest.param(
            form(closer="zero", points_a="0", points_b="0"),
            "closer_missing",
            "closer",
            id="R-S40-30 two zeros say nothing",
        ),
        pytest.param(form(), "closer_missing", "closer", id="R-S40-30 an empty sheet"),
        pytest.param(form(left_b="abandon", points_a="3"), "closer_missing", "closer", id="R-S40-45 it went on"),
        pytest.param(form(closer="f", points_b="12"), "closer_unknown", "closer", id="R-S40-30 nobody at this table"),
        pytest.param(form(closer="ab", points_b="12"), "closer_unknown", "closer", id="R-S40-30 two at once"),
        pytest.param(form(closer="a", points_b="1o"), "whole_number", "points_b", id="R-S40-30 a letter for a zero"),
        pytest.param(
            form(closer="a", points_b="12", tiebreak="x"), "whole_number", "tiebreak", id="R-S40-38 no number"
        ),
        pytest.param(form(closer="a", points_b="12", lines="7"), "values_of_lines", "lines", id="R-S40-02 seven"),
        pytest.param(
            form(closer="a", points_b="12", in_hand="yes"),
            "in_hand_unknown",
            "in_hand",
            id="R-S40-33 a box that is no box",
        ),
        pytest.param(form("cards", closer="a", cards_b="Kx"), "card_unknown", "cards_b", id="R-S40-32 no card"),
        pytest.param(form("card", lines="4"), "order_missing", "order_1", id="R-S40-38 nobody drew"),
        pytest.param(form("card", lines="4", order_1="z"), "order_unknown", "order_1", id="R-S40-38 nobody's card"),
        pytest.param(form("card", lines="4", order_1="ab"), "order_unknown", "order_1", id="R-S40-38 two at once"),
    ],
)
def test_what_cannot_be_read(typed: dict[str, str], code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        read(RULES, typed)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert PHRASES[code] % {"name": "", **refused.value.params}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        pytest.param(
            form(points_a="1o", points_b="x"), ["points_a", "points_b", "closer"], id="two numbers, no closer"
        ),
        pytest.param(
            form(points_a="1", points_b="900", points_c=""), ["points_a", "points_b", "closer"], id="two hands"
        ),
        pytest.param(
            form(closer="z", points_b="1o", in_hand="yes"), ["closer", "in_hand", "points_b"], id="all unread"
        ),
        pytest.param(form("cards", cards_a="Kx", cards_b="*****"), ["cards_a", "cards_b", "closer"], id="cards"),
    ],
)
def test_everything_that_is_wrong_is_said_at_once_and_what_is_missing_last(
    typed: dict[str, str], found: list[str]
) -> None:
    """R-S40-30"""
    with pytest.raises(RefusalError) as refused:
        read(RULES, typed)
    assert [each.field for each in (refused.value, *refused.value.also)] == found


def test_every_hand_that_cannot_be_is_said_at_once() -> None:
    """R-S40-31"""
    sheet = from_json(read(RULES, form(closer="a", points_a="3", points_b="1", points_c="0")))
    assert isinstance(sheet, Sheet)
    with pytest.raises(RefusalError) as refused:
        check(RULES, sheet)
    assert [each.code for each in (refused.value, *refused.value.also)] == [
        "closer_points",
        "points_impossible",
        "two_closers",
    ]


NAMES = ("depth", "closer", "in_hand", "lines", "tiebreak", "points_a", "points_b", "cards_c", "left_a")
typed_value = st.sampled_from(["", "a", "points", "cards", "card", "12", "-1", "on", "K*", "none", "💥"])


# Each name once or not at all: names that are drawn until they differ cost more. Where other tests take the processor
# even two small forms last longer than Hypothesis allows, which says nothing of the forms.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES, typed_value)))
def test_any_form_is_read_or_refused_with_a_phrase(typed: dict[str, str]) -> None:
    """R-S40-30"""
    try:
        found = read(RULES, typed)
    except RefusalError as refusal:
        assert PHRASES[refusal.code] % {"name": "", **refusal.params}
        assert refusal.field
    else:
        assert read(RULES, write(found)) == found


def test_cards_that_are_drawn_are_described_as_their_form_is_read() -> None:
    """R-S40-38"""
    fields = {each["name"]: each for each in of_deal(RULES, 4, RULES.tiebreak_deals + 1)}
    assert fields["depth"]["choices"] == ["card"]
    assert [fields[f"order_{place}"]["needed"] for place in range(1, 5)] == [True, False, False, False]
    assert set(write(read(RULES, form("card", lines="4", order_1="d", level="bd")))) <= set(fields)
    for letter in fields["order_1"]["choices"]:
        assert read(RULES, form("card", lines="4", order_1=letter))["order"] == ["abcd".index(letter)]


def test_cards_are_drawn_at_once_where_no_deal_breaks_a_tie() -> None:
    """R-S40-38"""
    at_once = Rules(table_tiebreak="lot")
    assert [each["name"] for each in of_deal(at_once, 3, 1)] == [each["name"] for each in of_deal(RULES, 3, 99)]
    assert {each["name"] for each in of_deal(RULES, 3, 1)} >= {"closer", "points_a"}


@pytest.mark.parametrize(("rules", "asked"), [(FLAT, [["cards"]] * 3), (RULES, [])])
def test_who_had_not_opened_is_described_only_where_it_counts(rules: Rules, asked: list[list[str]]) -> None:
    """R-S40-33"""
    fields = of_deal(rules, 3, 0)
    assert [each["depths"] for each in fields if each["name"].startswith("unopened")] == asked
