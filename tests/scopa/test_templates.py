"""The forms of a deal and of a forfeit: what they ask, what they show again, and that the game reads them."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scopa.forfeit_form import read as read_forfeit
from scopa.presets import CLASSICA_001, ONLINE_002
from scopa.rules import Rules, to_json
from scopa.sheet_form import read, write
from tests.posting import Form
from tests.scopa.pages import NAMES, page


def sheet(**context: Any) -> Form:
    return Form(page("_sheet.html", rules=to_json(ONLINE_002)) if not context else page("_sheet.html", **context))


FORFEIT_RULES = Rules(forfeit_causes=("abandon", "no_show"))
CAUSES = [{"value": "abandon", "label": "Left the match"}, {"value": "no_show", "label": "Did not come"}]


def test_an_empty_sheet_asks_for_counts() -> None:
    """R-SCO-28"""
    form = sheet()
    assert form.values["depth"] == "counts"
    assert (form.values["tiebreak"], form.values["sweeps_a"], form.values["cards_a"]) == ("0", "0", "")
    assert "settebello" not in form.values
    assert form.choices["settebello"] == ["a", "b"]
    assert form.choices["primiera"] == ["a", "none", "b"]


SHEETS: list[dict[str, Any]] = [
    {"depth": "points", "points": [3, 1]},
    {"depth": "awards", "cards": 0, "coins": None, "settebello": 1, "primiera": 0, "sweeps": [0, 4]},
    {
        "depth": "counts",
        "cards": [22, 18],
        "coins": [5, 5],
        "settebello": 0,
        "best": [["7d", "6c", "As", "7b"], ["6d", "7c", "7s", None]],
        "sweeps": [2, 1],
    },
    {"depth": "counts", "cards": [22, 18], "coins": [5, 5], "settebello": 0, "best": None, "primiera": None}
    | {"sweeps": [2, 1]},
]


@pytest.mark.parametrize("written", SHEETS, ids=["R-SCO-26", "R-SCO-27", "R-SCO-28 best cards", "R-SCO-28"])
@pytest.mark.parametrize("tiebreak", [0, 3])
def test_what_the_page_shows_is_what_it_posts(written: dict[str, Any], tiebreak: int) -> None:
    last_capture = 1 if tiebreak == 3 else None
    whole = written | {"tiebreak": tiebreak, "last_capture": last_capture}
    form = sheet(values=write(whole), tiebreak=tiebreak, rules=to_json(ONLINE_002))
    assert read(ONLINE_002, form.values) == whole


def test_only_the_last_tiebreak_asks_for_the_last_capture() -> None:
    """R-SCO-34"""
    asked = {number: "last_capture" in sheet(tiebreak=number, rules=to_json(ONLINE_002)).choices for number in range(4)}
    assert asked == {0: False, 1: False, 2: False, 3: True}
    once = to_json(Rules(ko_tiebreak_deals=1))
    assert "last_capture" in sheet(tiebreak=1, rules=once).choices


def test_a_point_for_each_is_an_answer_only_where_the_rules_have_it() -> None:
    """R-SCO-27"""
    with_each = sheet(rules=to_json(CLASSICA_001), size=1).choices
    assert [with_each[name] for name in ("cards", "coins", "primiera")] == [["a", "none", "each", "b"]] * 3
    assert sheet().choices["cards"] == ["a", "none", "b"]


def test_where_leftovers_are_nobodys_the_settebello_may_be_too() -> None:
    """R-SCO-15"""
    assert sheet(rules=to_json(Rules(leftovers_to="nobody"))).choices["settebello"] == ["a", "none", "b"]


SHEET_FIELDS = [
    *("depth", "tiebreak", "cards", "coins", "settebello", "primiera", "points_a", "points_b", "cards_a", "cards_b"),
    *("coins_a", "coins_b", "sweeps_a", "sweeps_b"),
    *(f"best_{line}_{suit}" for line in "ab" for suit in "dcsb"),
    "last_capture",
]
FORFEIT_FIELDS = ["cause", "offender", "moment", "tiebreak", "f_cards", "f_coins", "f_settebello", "f_primiera"]
FORFEIT_FIELDS += ["f_sweeps_a", "f_sweeps_b"]


@pytest.mark.parametrize("field", SHEET_FIELDS)
def test_the_sheet_says_what_is_wrong_beside_the_field(field: str) -> None:
    shown = page("_sheet.html", errors={field: "So it is not."}, tiebreak=3, rules=to_json(ONLINE_002))
    assert re.findall(r'<p class="field__error" id="id_(\w+)_error">So it is not.</p>', shown) == [field]


@pytest.mark.parametrize("field", FORFEIT_FIELDS)
def test_the_forfeit_says_what_is_wrong_beside_the_field(field: str) -> None:
    shown = page("_forfeit.html", errors={field: "So it is not."}, causes=CAUSES)
    assert re.findall(r'<p class="field__error" id="id_(\w+)_error">So it is not.</p>', shown) == [field]


@pytest.mark.parametrize(
    "shown",
    [
        page("_sheet.html", tiebreak=3, errors=dict.fromkeys(SHEET_FIELDS, "No.")),
        page("_forfeit.html", causes=CAUSES, errors=dict.fromkeys(FORFEIT_FIELDS, "No.")),
    ],
    ids=["sheet", "forfeit"],
)
def test_labels_and_errors_point_at_what_is_there_once(shown: str) -> None:
    form = Form(shown)
    assert len(form.ids) == len(set(form.ids))
    assert set(form.pointed) - set(form.ids) == set()
    assert re.findall(r"<script|style=|\son\w+=", shown) == []


def test_what_was_typed_wrongly_is_kept() -> None:
    """R-SCO-28"""
    form = sheet(values={"depth": "counts", "cards_a": "4o", "sweeps_a": "", "sweeps_b": "x"}, rules={})
    assert [form.values[name] for name in ("cards_a", "sweeps_a", "sweeps_b")] == ["4o", "", "x"]


def test_an_empty_forfeit_chooses_nothing_for_the_referee() -> None:
    """R-SCO-39"""
    form = Form(page("_forfeit.html", causes=CAUSES))
    assert form.values == {"tiebreak": "0", "f_sweeps_a": "0", "f_sweeps_b": "0"}
    assert form.choices["cause"] == ["abandon", "no_show"]
    assert form.choices["f_settebello"] == ["a", "open", "b"]
    assert form.choices["f_cards"] == ["a", "open", "void", "b"]


def test_the_page_of_a_forfeit_posts_what_it_shows() -> None:
    """R-SCO-40"""
    values = {"cause": "abandon", "offender": "b", "moment": "in_deal", "f_sweeps_a": "1", "f_sweeps_b": "0"}
    values |= {"f_cards": "a", "f_coins": "void", "f_settebello": "b", "f_primiera": "open"}
    form = Form(page("_forfeit.html", causes=CAUSES, values=values, tiebreak=2))
    assert form.values == values | {"tiebreak": "2"}
    assert read_forfeit(FORFEIT_RULES, form.values)["offenders"] == [1]


def test_the_sheet_speaks_italian() -> None:
    with translation.override("it"):
        shown = render_to_string("scopa/_sheet.html", {"names": NAMES, "values": {}, "errors": {}})
    assert [word for word in ("Carte", "Denari", "Scope", "insieme 40", "nessuno") if word not in shown] == []
