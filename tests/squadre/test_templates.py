"""The sheet as a page: what it asks at every moment, what it shows again, and that the game reads it."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from squadre.match import Board
from squadre.rules import Rules, to_json
from squadre.sheet import Sheet, read, write
from tests.posting import Form, seats
from tournaments.tables.words.wording import with_typed

RULES = Rules()


def shown(typed: Mapping[str, str] = {}, wrong: Mapping[str, str] = {}, **more: Any) -> str:
    context = {
        "values": typed,
        "errors": wrong,
        "rules": to_json(RULES),
        "seats": with_typed(seats("playing playing"), typed, wrong),
        "tiebreak": 0,
        "done": [],
        **more,
    }
    with translation.override("en"):
        return render_to_string("squadre/_sheet.html", context)


def test_every_board_is_asked_with_its_name() -> None:
    """R-SQU-01"""
    page = shown()
    form = Form(page)
    assert [name for name in form.values if name.startswith("points_")] == [
        f"points_{board}_{letter}" for board in (1, 2, 3) for letter in "ab"
    ]
    assert all(f"</b> {name}</span></legend>" in page for name in RULES.boards)
    assert len(set(form.ids)) == len(form.ids)


def test_what_was_typed_is_shown_again_and_read() -> None:
    """R-SQU-03"""
    sheet = Sheet({1: Board((21, 0)), 3: Board((7, 7))})
    assert read(Form(shown(write(sheet))).values) == sheet


def test_a_board_of_an_earlier_sheet_is_asked_nothing() -> None:
    """R-SQU-07"""
    form = Form(shown(done=["2"]))
    assert "points_1_a" in form.values
    assert "points_2_a" not in form.values
    people = [{"number": "1", "name": "Aimo"}]
    with_people = [{**seat, "members": people} for seat in with_typed(seats("playing playing"), {}, {})]
    assert "who_2_a_1" in Form(shown(done=["2"], seats=with_people)).values


def test_who_loses_a_board_is_asked_at_the_board() -> None:
    """R-SQU-06"""
    page = shown(write(Sheet({2: Board(lost=(0, 1)), 3: Board(lost=(1,))})))
    assert page.count(" open>") == 2
    assert page.count("selected") == 2


def test_who_sits_at_a_board_is_chosen_from_the_team() -> None:
    """R-SQU-16"""
    sheet = Sheet({1: Board((21, 0), who=((2,), (1,)))})
    people = [{"number": str(number), "name": f"Persona {number}"} for number in (1, 2, 3)]
    chairs = [{**seat, "members": people} for seat in with_typed(seats("playing playing"), write(sheet), {})]
    page = shown(write(sheet), {"who_2_b_1": "no"}, seats=chairs)
    assert page.count(" selected>") == 2
    assert 'name="who_3_b_1"' in page
    form = Form(page)
    assert "id_who_2_b_1_error" in {*form.ids} & {*form.pointed}


def test_the_decider_is_asked_of_both_teams() -> None:
    """R-SQU-09"""
    sheet = Sheet(decider=(3, 5), tiebreak=1)
    assert read(Form(shown(write(sheet), tiebreak=1)).values) == sheet
    tie = {"seats": [{"letter": letter, "name": letter, "value": "1"} for letter in "ab"]}
    form = Form(render_to_string("squadre/_tie_row.html", {"tie": tie, "table": 7}))
    assert form.values == {"depth": "decider", "points_a": "1", "points_b": "1"}


def test_a_refusal_stands_at_its_field() -> None:
    """R-SQU-03"""
    wrong = {"points_1_b": "no", "lost_2": "no", "tiebreak": "no", "depth": "no"}
    form = Form(shown(wrong=wrong))
    assert {"id_points_1_b_error", "id_lost_2_error"} <= {*form.ids} & {*form.pointed}
    assert {"id_tiebreak_error", "id_depth_error"} <= {*form.ids}
    decider = Form(shown(wrong={"points_a": "no"}, tiebreak=1))
    assert "id_points_a_error" in {*decider.ids} & {*decider.pointed}


@pytest.mark.parametrize("errors", [{}, {"cause": "no", "offender": "no", "tiebreak": "no"}], ids=["right", "wrong"])
def test_a_fault_is_asked_with_its_cause_and_its_team(errors: dict[str, str]) -> None:
    """R-SQU-10"""
    causes = [{"value": "abandon", "label": "Left the match"}]
    values = {"cause": "abandon", "offender": "b"}
    context = {"values": values, "names": ["Prato", "Lucca"], "causes": causes, "errors": errors, "tiebreak": 0}
    form = Form(render_to_string("squadre/_forfeit.html", context))
    assert form.values == {"tiebreak": "0", "cause": "abandon", "offender": "b"}
    assert len([each for each in form.ids if each.endswith("_error")]) == len(errors)
