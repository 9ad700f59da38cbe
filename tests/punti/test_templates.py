"""The sheet as a page: what it asks at every moment, what it shows again, and that the game reads it."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from punti.presets import BRISCOLA, BRISCOLA_120, BURRACO_3
from punti.rules import Rules, to_json
from punti.sheet import Drawing, Sheet, read, write
from tests.posting import Form, seats
from tests.punti.matches import TO_21
from tournaments.tables.words.wording import with_typed

SEVERAL = Rules(most_lines=6, people="singles")


def shown(
    states: str, rules: Rules = TO_21, typed: Mapping[str, str] = {}, wrong: Mapping[str, str] = {}, **more: Any
) -> str:
    context = {
        "values": typed,
        "errors": wrong,
        "rules": to_json(rules),
        "seats": with_typed(seats(states), typed, wrong),
        "tiebreak": 0,
        "rules_on_leaving": False,
        **more,
    }
    with translation.override("en"):
        return render_to_string("punti/_sheet.html", context)


@pytest.mark.parametrize(
    ("states", "rules", "more", "asked"),
    [
        ("playing playing", TO_21, {}, ["points_a", "points_b"]),
        ("playing left absent playing", SEVERAL, {}, ["points_a", "points_d"]),
        ("through level level out", SEVERAL, {"tiebreak": 1, "tie_kind": "deal"}, ["points_b", "points_c"]),
    ],
)
def test_the_lines_that_play_are_asked_for_their_points(
    states: str, rules: Rules, more: dict[str, Any], asked: list[str]
) -> None:
    """R-PTI-05"""
    form = Form(shown(states, rules, **more))
    assert [name for name in form.values if name.startswith("points_")] == asked
    assert form.values["depth"] == "points"
    assert len(set(form.ids)) == len(form.ids)


@pytest.mark.parametrize("points", [(12, 9), (0, 21), (-150, 5)], ids=str)
def test_what_was_typed_is_shown_again_and_read(points: tuple[int, int]) -> None:
    """R-PTI-05"""
    sheet = Sheet(points)
    assert read(Form(shown("playing playing", typed=write(sheet))).values) == sheet


def test_what_a_deal_makes_is_said_above_its_numbers() -> None:
    """R-PTI-06, R-PTI-07"""
    assert "together 120" in " ".join(shown("playing playing", BRISCOLA_120).split())
    assert "1 for who won it" in shown("playing playing", BRISCOLA)
    burraco = " ".join(shown("playing playing", BURRACO_3).split())
    assert "in steps of 5" in burraco
    assert 'inputmode="text"' in burraco
    assert 'min="-1000" max="3000"' in burraco
    assert 'inputmode="numeric"' in shown("playing playing")


def test_an_official_may_say_who_left_and_it_stays_for_the_others() -> None:
    """R-PTI-22"""
    gone = Sheet((3, None, 5), left={1: "abandon"})
    by_official = Form(shown("playing playing playing", SEVERAL, write(gone), rules_on_leaving=True))
    assert read(by_official.values) == gone
    assert read(Form(shown("playing playing playing", SEVERAL, write(gone))).values) == gone
    assert "left_a" not in Form(shown("playing playing", rules_on_leaving=True)).values


def test_cards_are_drawn_by_who_is_level() -> None:
    """R-PTI-14"""
    drawing = Drawing(4, (2, 1), 4)
    page = shown("through level level out", SEVERAL, write(drawing), tiebreak=4, tie_kind="card")
    form = Form(page)
    assert (form.values["level"], form.choices["order_1"]) == ("bc", ["b", "c"])
    assert read(form.values) == drawing


def test_a_refusal_stands_at_its_field() -> None:
    """R-PTI-05"""
    wrong = {"points_b": "no", "tiebreak": "no", "lines": "no", "depth": "no", "left_a": "no"}
    form = Form(shown("playing playing playing", SEVERAL, wrong=wrong, rules_on_leaving=True))
    assert {"id_points_b_error", "id_left_a_error"} <= {*form.ids} & {*form.pointed}
    assert {"id_tiebreak_error", "id_lines_error", "id_depth_error"} <= {*form.ids}


@pytest.mark.parametrize("errors", [{}, {"cause": "no", "offender": "no", "tiebreak": "no"}], ids=["right", "wrong"])
def test_a_fault_is_asked_with_its_cause_and_its_line(errors: dict[str, str]) -> None:
    """R-PTI-21"""
    causes = [{"value": "abandon", "label": "Left the match"}]
    values = {"cause": "abandon", "offender": "b"}
    context = {"values": values, "names": ["Rossi", "Bianchi"], "causes": causes, "errors": errors, "tiebreak": 0}
    form = Form(render_to_string("punti/_forfeit.html", context))
    assert form.values == {"tiebreak": "0", "cause": "abandon", "offender": "b"}
    assert len([each for each in form.ids if each.endswith("_error")]) == len(errors)


def test_a_tie_among_the_results_is_one_line() -> None:
    """R-PTI-12, R-PTI-14"""
    chairs = [{"letter": letter, "name": name, "value": ""} for letter, name in (("a", "Neri"), ("b", "Gallo"))]
    tie = {"number": 1, "kind": "deal", "level": "ab", "seats": chairs, "unnamed": chairs, "values": {}, "asks": ""}
    deal = Form(render_to_string("punti/_tie_row.html", {"tie": tie | {"rules": to_json(TO_21)}, "table": 7}))
    assert deal.values == {"depth": "points", "points_a": "", "points_b": ""}
    card = tie | {"kind": "card", "values": {"order_1": "a"}, "asks": "order_2", "rules": to_json(BURRACO_3)}
    form = Form(render_to_string("punti/_tie_row.html", {"tie": card, "table": 7}))
    assert (form.values["depth"], form.values["level"], form.values["order_1"]) == ("card", "ab", "a")
