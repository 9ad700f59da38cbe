"""The paper sheet: JSON and form, and what is refused."""

from dataclasses import replace
from typing import Any

import pytest

from squadre.errors import RefusalError
from squadre.match import Board
from squadre.presets import BEST_OF_FIVE, SCOPA_BRISCOLA_21
from squadre.rules import Rules, to_json
from squadre.sheet import Sheet, check, from_json, read, with_line_up_of, without_line_ups, write
from squadre.sheet import to_json as sheet_json
from squadre.sheet_fields import of_forfeit, of_sheet

WHOLE = Sheet({1: Board((21, 15)), 2: Board(lost=(0,)), 3: Board(lost=(0, 1))})
LOST = Board(lost=(1,), who=((3,), ()))
NAMED = Sheet({1: Board((21, 15), who=((1,), (2,))), 2: Board(who=((2,), ())), 3: LOST})
DECIDER = Sheet(decider=(3, 5), tiebreak=1)
FORM = {"depth": "boards", "tiebreak": "0"}


@pytest.mark.parametrize(
    "sheet", [WHOLE, NAMED, Sheet({2: Board((0, 0))}), DECIDER], ids=["whole", "named", "one", "decider"]
)
def test_a_sheet_survives_json_and_the_form(sheet: Sheet) -> None:
    """R-SQU-03, R-SQU-16"""
    assert from_json(sheet_json(sheet)) == sheet
    assert read(write(sheet)) == sheet
    check(SCOPA_BRISCOLA_21, sheet)


def refusals(call: Any, *given: Any) -> dict[str, str]:
    """The codes of a refusal by their fields."""
    with pytest.raises(RefusalError) as refused:
        call(*given)
    every = [refused.value, *refused.value.also]
    assert not any("%(" in str(each) for each in every)
    return {each.field: each.code for each in every}


def test_every_wrong_number_is_said_at_once() -> None:
    """R-SQU-03"""
    typed = {"points_1_a": "x", "points_1_b": "1", "points_2_b": "9", "lost_3": "c"}
    assert refusals(read, FORM | typed) == {
        "points_1_a": "whole_number",
        "points_2_a": "points_missing",
        "lost_3": "lost_unknown",
    }
    assert refusals(read, {"depth": "decider", "tiebreak": "1", "points_a": "x"}) == {
        "points_a": "whole_number",
        "points_b": "points_missing",
    }


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ({}, {"depth": "depth_unknown"}),
        (FORM, {"points_1_a": "boards_missing"}),
        (FORM | {"tiebreak": "x"}, {"tiebreak": "whole_number"}),
        (FORM | {"lost_1": "a", "points_1_b": "3"}, {"points_1_b": "lost_points"}),
    ],
)
def test_what_is_no_form_is_refused_by_its_field(form: dict[str, str], found: dict[str, str]) -> None:
    """R-SQU-03"""
    assert refusals(read, form) == found


@pytest.mark.parametrize(
    ("data", "field", "code"),
    [
        ({"depth": "points"}, "depth", "depth_unknown"),
        ({"depth": "boards", "points": [1, 0]}, "depth", "sheet_beyond"),
        ({"depth": "boards", "boards": []}, "depth", "boards_unreadable"),
        ({"depth": "boards", "boards": {"10": {}}}, "depth", "boards_unreadable"),
        ({"depth": "boards", "boards": {"1": {}}}, "points_1_a", "board_unreadable"),
        ({"depth": "boards", "boards": {"1": 7}}, "points_1_a", "board_unreadable"),
        ({"depth": "boards", "boards": {"1": {"points": 7}}}, "points_1_a", "values_of_teams"),
        ({"depth": "boards", "boards": {"1": {"points": [1, "0"]}}}, "points_1_b", "whole_number"),
        ({"depth": "boards", "boards": {"2": {"lost": [1, 0]}}}, "lost_2", "lost_unknown"),
        ({"depth": "boards", "boards": {"1": {"lost": [0], "points": [1, 0]}}}, "points_1_a", "board_unreadable"),
        ({"depth": "boards", "boards": {"1": {"who": 7}}}, "who_1_a_1", "who_unreadable"),
        ({"depth": "boards", "boards": {"1": {"who": [[1], 2]}}}, "who_1_a_1", "who_unreadable"),
        ({"depth": "boards", "boards": {"1": {"who": [[1], ["2"]]}}}, "who_1_b_1", "whole_number"),
        ({"depth": "boards", "tiebreak": "1", "boards": {}}, "tiebreak", "whole_number"),
        ({"depth": "decider", "tiebreak": 1, "points": [1]}, "points_a", "values_of_teams"),
    ],
)
def test_what_is_no_sheet_is_refused_by_its_field(data: Any, field: str, code: str) -> None:
    """R-SQU-03"""
    assert refusals(from_json, data) == {field: code}


@pytest.mark.parametrize(
    ("sheet", "found"),
    [
        (Sheet(), {"points_1_a": "boards_missing"}),
        (Sheet({1: Board((1, 0))}, tiebreak=1), {"tiebreak": "tiebreak_range"}),
        (Sheet(decider=(1, 0)), {"tiebreak": "tiebreak_range"}),
        (Sheet(decider=(1, 1), tiebreak=1), {"points_a": "decider_level"}),
        (Sheet(decider=(10_000, -1), tiebreak=1), {"points_a": "points_bound", "points_b": "points_bound"}),
        (Sheet({4: Board((1, 0))}), {"points_4_a": "board_unknown"}),
        (
            Sheet({1: Board((1_000, 0)), 3: Board((0, 1_000))}),
            {"points_1_a": "points_bound", "points_3_b": "points_bound"},
        ),
    ],
)
def test_what_contradicts_the_rules_is_refused_by_its_field(sheet: Sheet, found: dict[str, str]) -> None:
    """R-SQU-03"""
    assert refusals(check, SCOPA_BRISCOLA_21, sheet) == found


def test_a_level_board_is_a_draw_or_refused() -> None:
    """R-SQU-04"""
    check(SCOPA_BRISCOLA_21, Sheet({1: Board((7, 7))}))
    check(BEST_OF_FIVE, Sheet({1: Board(lost=(0, 1))}))
    assert refusals(check, BEST_OF_FIVE, Sheet({1: Board((7, 7))})) == {"points_1_a": "board_level"}


@pytest.mark.parametrize(
    ("rules", "board", "found"),
    [
        (SCOPA_BRISCOLA_21, Board(who=((1, 2), ())), {"who_1_a_1": "who_count"}),
        (BEST_OF_FIVE, Board(who=((1, 2), (3,))), {"who_1_b_2": "who_count"}),
        (SCOPA_BRISCOLA_21, Board(who=((13,), (0,))), {"who_1_a_1": "member_bound"}),
    ],
)
def test_what_cannot_be_said_of_who_sits(rules: Rules, board: Board, found: dict[str, str]) -> None:
    """R-SQU-16"""
    assert refusals(check, rules, Sheet({1: board})) == found


def test_a_team_names_only_its_own_people() -> None:
    """R-SQU-18"""
    before = Sheet({1: Board((21, 15), who=((1,), (2,))), 2: Board(who=((), (3,)))})
    own = Sheet({1: Board((15, 21), who=((4,), ())), 3: Board((1, 0))})
    assert with_line_up_of(own, before, 0) == Sheet(
        {1: Board((15, 21), who=((4,), (2,))), 2: Board(who=((), (3,))), 3: Board((1, 0))}
    )
    assert with_line_up_of(before, before, 1) == before
    # Of board 2 the other team has said nothing.
    assert with_line_up_of(Sheet({3: Board((1, 0))}), before, 1) == Sheet({1: Board(who=((1,), ())), 3: Board((1, 0))})
    assert with_line_up_of(DECIDER, Sheet(), 0) == DECIDER
    with pytest.raises(RefusalError) as refused:
        with_line_up_of(own, before, 1)
    assert (refused.value.code, refused.value.field) == ("who_of_others", "who_1_a_1")


def test_two_teams_agree_on_results_and_name_each_their_own() -> None:
    """R-SQU-18"""
    results = Sheet({1: Board((21, 15)), 3: Board(lost=(1,))})
    assert without_line_ups(NAMED, (0, 1)) == results
    assert without_line_ups(NAMED, (1,)) == replace(NAMED, boards={**NAMED.boards, 1: Board((21, 15), who=((1,), ()))})
    assert without_line_ups(DECIDER, (0, 1)) == DECIDER
    assert without_line_ups(Sheet({1: Board(who=((1,), ()))}), (0,)) is None


def test_the_form_is_described_for_programs() -> None:
    """R-SQU-03"""
    names = [field["name"] for field in of_sheet(SCOPA_BRISCOLA_21, 0)]
    assert names[:7] == ["depth", "tiebreak", "points_1_a", "points_1_b", "who_1_a_1", "who_1_b_1", "lost_1"]
    assert len(names) == 2 + 3 * 5
    assert [field["name"] for field in of_sheet(SCOPA_BRISCOLA_21, 1)][2:] == ["points_a", "points_b"]
    assert of_forfeit(replace(Rules(), fault_causes=())) == ()
    assert to_json(Rules())["boards"] == ["Scopa", "Briscola", "21"]


@pytest.mark.parametrize("typed", ["-3", "−3", "99999999", "9" * 40])
def test_a_number_out_of_bounds_is_not_called_no_number(typed: str) -> None:
    """R-SQU-03"""
    found = read(FORM | {"points_1_a": typed, "points_1_b": "2"})
    assert refusals(check, SCOPA_BRISCOLA_21, found) == {"points_1_a": "points_bound"}
