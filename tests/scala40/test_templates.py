"""The sheet as a page: what it asks at every moment of a table, what it shows again, and that the game reads it."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scala40.rules import Rules, to_json
from scala40.sheet_form import read, write
from tests.posting import PEOPLE, Form, seats
from tournaments.tables.words.wording import with_typed

RULES = Rules()
FLAT = Rules(hand_close_penalty="flat_100_unopened")


def page(states: str = "playing playing out playing", rules: Rules = RULES, **context: Any) -> str:
    given = {"seats": seats(states), "values": {}, "errors": {}, "tiebreak": 0, "rules": to_json(rules)} | context
    given["seats"] = with_typed(given["seats"], given["values"], given["errors"])
    with translation.override("en"):
        return render_to_string("scala40/_sheet.html", given)


def test_everybody_who_is_in_is_asked_and_who_is_out_is_shown() -> None:
    """R-S40-34"""
    shown = page("playing out left playing absent playing")
    form = Form(shown)
    assert form.choices["closer"] == ["a", "d", "f", "none"]
    assert [name for name in form.values if name.startswith("points_")] == ["points_a", "points_d", "points_f"]
    assert form.values["lines"] == "6"
    assert "out with 57, deal 6" in shown
    assert "left in deal 6" in shown
    assert "did not come" in shown
    assert shown.count("has 57") == 3


def test_a_tiebreak_deal_asks_only_who_is_level() -> None:
    """R-S40-38"""
    shown = page("through level out level", tiebreak=1)
    form = Form(shown)
    assert (form.choices["closer"], form.values["tiebreak"]) == (["b", "d", "none"], "1")
    assert [name for name in PEOPLE if name in shown] == ["Gallo", "Vana"]
    assert "Tie-break deal: only who is level plays it." in shown


@pytest.mark.parametrize(
    ("states", "places"),
    [
        pytest.param("through level out level", 1, id="R-S40-38 of two one is asked for"),
        pytest.param("level level out level", 2, id="R-S40-38 of three two"),
        pytest.param("level level level level level level", 5, id="R-S40-38 of six five"),
    ],
)
def test_after_the_tiebreak_deals_cards_are_drawn(states: str, places: int) -> None:
    form = Form(page(states, tiebreak=3))
    letters = [letter for letter, code in zip("abcdef", states.split(), strict=False) if code == "level"]
    assert form.choices == {f"order_{place}": letters for place in range(1, places + 1)}
    posted = form.values | {f"order_{place}": letters[-place] for place in range(1, places + 1)}
    assert read(RULES, posted)["order"] == ["abcdef".index(letter) for letter in reversed(letters)]


def test_where_no_deal_breaks_ties_cards_are_drawn_at_once() -> None:
    """R-S40-41"""
    assert "order_1" in Form(page("through level out level", Rules(table_tiebreak="lot"), tiebreak=1)).choices
    assert "order_1" not in Form(page(rules=Rules(table_tiebreak="lot"))).choices


def test_who_has_cards_to_count_finds_the_first_closing_and_writes_cards() -> None:
    """R-S40-32"""
    form = Form(page("playing playing playing playing", counts=True))
    assert (form.choices["closer"], form.values["closer"]) == (["a", "b", "c", "d", "none"], "a")
    assert form.values["depth"] == "cards"
    assert read(RULES, form.values | {"cards_b": "KQ5*"})["cards"] == ["", "KQ5*", None, None]
    typed = Form(page("playing playing", counts=True, values={"depth": "points", "closer": "b"}))
    assert (typed.values["depth"], typed.values["closer"]) == ("points", "b")


def sheet(depth: str, values: list[Any], **more: Any) -> dict[str, Any]:
    unopened = {"unopened": []} if depth == "cards" else {}
    shared = {"depth": depth, "tiebreak": 0, "closer": 0, "in_hand": False, depth: values, **unopened, "left": {}}
    return shared | more


@pytest.mark.parametrize(
    ("rules", "written"),
    [
        pytest.param(RULES, sheet("points", [0, 12, None, 30]), id="R-S40-30"),
        pytest.param(RULES, sheet("points", [0, 12, None, 30], in_hand=True), id="R-S40-33"),
        pytest.param(RULES, sheet("cards", ["", "KQ5*", None, "A2"]), id="R-S40-32"),
        pytest.param(FLAT, sheet("cards", ["", "KQ", None, "A"], in_hand=True, unopened=[3]), id="R-S40-33 flat"),
        pytest.param(RULES, sheet("points", [0, 0, None, 0], closer=None), id="R-S40-26"),
        pytest.param(RULES, sheet("points", [0, 12, None, None], left={"3": "disqualification"}), id="R-S40-45"),
        pytest.param(RULES, sheet("points", [None] * 4, closer=None, left={"3": "no_show"}), id="R-S40-45 ended"),
        pytest.param(RULES, sheet("points", [None] * 4, closer=None, left={"0": "abandon"}), id="R-S40-45 left"),
    ],
)
def test_what_the_page_shows_is_what_it_posts(rules: Rules, written: dict[str, Any]) -> None:
    form = Form(page(rules=rules, values=write(written), rules_on_leaving=True))
    assert read(rules, form.values) == written


def test_a_drawing_is_shown_again() -> None:
    """R-S40-38"""
    written = {"depth": "card", "tiebreak": 3, "order": [3, 1], "lines": 4}
    form = Form(page("through level out level", tiebreak=3, values=write(written)))
    assert read(RULES, form.values) == written


def test_only_who_may_rule_says_that_somebody_left() -> None:
    """R-S40-45"""
    assert not any(name.startswith("left_") for name in Form(page()).values)
    ruling = Form(page(rules_on_leaving=True))
    assert [name for name in ruling.values if name.startswith("left_")] == ["left_a", "left_b", "left_d"]
    assert ruling.choices["closer"] == ["a", "b", "d", "none", ""]
    one_cause = page(rules=Rules(leave_causes=("abandon",)), rules_on_leaving=True)
    assert ("Disqualified" in one_cause, "Did not come" in one_cause, "Left the match" in one_cause) == (
        False,
        False,
        True,
    )


@pytest.mark.parametrize(
    ("penalty", "words"),
    [("count", ""), ("double", "the others pay double"), ("flat_100_unopened", "who had not opened pays 100")],
)
def test_a_close_in_hand_says_what_it_costs(penalty: str, words: str) -> None:
    """R-S40-33"""
    shown = page(rules=Rules(hand_close_penalty=penalty))
    assert words in shown
    assert ("unopened_a" in Form(shown).choices) == (penalty == "flat_100_unopened")


DEAL_FIELDS = [f"{kind}_{letter}" for letter in "abd" for kind in ("points", "cards", "unopened", "left")]
DEAL_FIELDS += ["points_c", "cards_c", "closer", "depth", "tiebreak", "lines", "in_hand"]
DRAWING_FIELDS = ["order_1", "order_2", "depth", "tiebreak", "lines"]


def wrong_deal(errors: Mapping[str, str]) -> str:
    return page(rules=FLAT, rules_on_leaving=True, errors=errors)


def wrong_drawing(errors: Mapping[str, str]) -> str:
    return page("level level out level", tiebreak=3, errors=errors)


@pytest.mark.parametrize("field", DEAL_FIELDS)
def test_the_sheet_says_what_is_wrong_beside_the_field(field: str) -> None:
    shown = wrong_deal({field: "So it is not."})
    assert re.findall(r'<p class="field__error" id="id_(\w+)_error">So it is not.</p>', shown) == [field]


@pytest.mark.parametrize("field", DRAWING_FIELDS)
def test_the_drawing_says_what_is_wrong_beside_the_field(field: str) -> None:
    shown = wrong_drawing({field: "So it is not."})
    assert re.findall(r'<p class="field__error" id="id_(\w+)_error">So it is not.</p>', shown) == [field]


@pytest.mark.parametrize(
    "shown",
    [wrong_deal(dict.fromkeys(DEAL_FIELDS, "No.")), wrong_drawing(dict.fromkeys(DRAWING_FIELDS, "No."))],
    ids=["deal", "drawing"],
)
def test_labels_and_errors_point_at_what_is_there_once(shown: str) -> None:
    form = Form(shown)
    assert len(form.ids) == len(set(form.ids))
    assert set(form.pointed) - set(form.ids) == set()
    assert re.findall(r"<script(?![^>]*\bsrc=)|style=|\son\w+=", shown) == []


def test_what_was_typed_wrongly_is_kept() -> None:
    """R-S40-30"""
    form = Form(page(values={"depth": "cards", "points_a": "1o", "cards_b": "K1", "closer": "d"}))
    assert [form.values[name] for name in ("depth", "points_a", "cards_b", "closer")] == ["cards", "1o", "K1", "d"]


def test_the_sheet_speaks_italian() -> None:
    with translation.override("it"):
        shown = render_to_string("scala40/_sheet.html", {"values": {}, "errors": {}, "rules": to_json(RULES)})
    assert [word for word in ("Carte rimaste", "chiude", "Chiusura in mano", "jolly") if word not in shown] == []
