"""Sheets of four players who each score a pile of their own: what they say, and what they cannot say."""

from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scopa import codec, sheet_fields, sheet_form
from scopa.errors import RefusalError
from scopa.game import GAME
from scopa.phrases import PHRASES
from scopa.presets import CLASSICA_001, VALLIADI_2022
from scopa.rules import Rules, to_json
from scopa.sheet import from_json
from scopa.sheet import to_json as written
from scopa.sheet_score import score
from scopa.snapshot import snapshot_of
from scopa.state import State
from scopa.turn import begin
from tests.coded import coded
from tests.one_line import in_one_line
from tests.scopa.tables import to_the_end

PAIRS = replace(CLASSICA_001, sides="pairs")
NOBODY = replace(PAIRS, leftovers_to="nobody")
SINGLE = replace(PAIRS, cards_tie="none", coins_tie="none", primiera_tie="none")

AWARDS: dict[str, Any] = {
    "depth": "player_awards",
    "cards": [0, 2],
    "coins": [1],
    "settebello": [0],
    "primiera": [3],
    "sweeps": [1, 0, 2, 1],
}
COUNTS: dict[str, Any] = {
    "depth": "player_counts",
    "cards": [12, 8, 12, 8],
    "coins": [3, 4, 2, 1],
    "settebello": [0],
    "best": [
        ["7d", "6c", "As", "Ab"],
        ["6d", "7c", "5s", "5b"],
        ["Ad", "Ac", "7s", "6b"],
        ["5d", "5c", "6s", "7b"],
    ],
    "sweeps": [1, 0, 2, 1],
}
TICKED = {name: value for name, value in COUNTS.items() if name != "best"} | {"best": None, "primiera": [3]}


def state(stop: int = 36) -> State:
    return to_the_end(begin(replace(CLASSICA_001, redeal_kings_threshold=None), list(range(40)), 3, 4), stop)


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        # Both of A have most cards, and a point each.
        pytest.param(AWARDS, (2 + 1 + 3, 1 + 1 + 1), id="R-SCO-57 who took what"),
        pytest.param(COUNTS, (2 + 1 + 2 + 3, 1 + 1), id="R-SCO-57 counts and best cards"),
        pytest.param(TICKED, (2 + 1 + 3, 1 + 1 + 1), id="R-SCO-57 counts and who has the primiera"),
        pytest.param(AWARDS | {"primiera": []}, (6, 2), id="R-SCO-57 nobody has the primiera"),
        pytest.param({"depth": "points", "points": [9, 2]}, (9, 2), id="R-SCO-57 points of the pairs"),
    ],
)
def test_points_of_partners_are_added(sheet: dict[str, Any], expected: tuple[int, int]) -> None:
    assert score(PAIRS, from_json(sheet)).points == expected


def test_without_shared_ties_a_level_count_is_nobodys() -> None:
    """R-SCO-57"""
    assert score(SINGLE, from_json(COUNTS)).awards[0].points == (0, 0)
    assert score(SINGLE, from_json(AWARDS | {"cards": []})).points == (4, 3)


WRONG: list[tuple[Rules, dict[str, Any], str, str]] = [
    (PAIRS, COUNTS | {"cards": [40, 0]}, "four_values", "cards_a1"),
    (PAIRS, COUNTS | {"cards": [40, 0, 0, 0.0]}, "whole_number", "cards_b2"),
    (PAIRS, AWARDS | {"coins": [1, 0]}, "players_unknown", "who_coins"),
    (PAIRS, AWARDS | {"coins": [True]}, "players_unknown", "who_coins"),
    (PAIRS, AWARDS | {"coins": 4}, "players_unknown", "who_coins"),
    (PAIRS, AWARDS | {"settebello": [0, 1]}, "settebello_player", "who_settebello"),
    (PAIRS, AWARDS | {"settebello": []}, "settebello_player", "who_settebello"),
    (PAIRS, AWARDS | {"cards": []}, "each_not_nobody", "who_cards"),
    (SINGLE, AWARDS, "each_not_allowed", "who_cards"),
    (PAIRS, AWARDS | {"sweeps": [12, 1, 0, 0]}, "sweeps_bound", "sweeps_a1"),
    (PAIRS, AWARDS | {"sweeps": [0, 0, 0, -1]}, "negative", "sweeps_b2"),
    (PAIRS, COUNTS | {"cards": [12, 8, 12, 7]}, "players_sum", "cards_a1"),
    (PAIRS, COUNTS | {"cards": [41, 8, 12, 8]}, "out_of_range", "cards_a1"),
    (NOBODY, COUNTS | {"coins": [8, 8, 0, 0]}, "players_sum", "coins_a1"),
    (NOBODY, COUNTS | {"coins": [1, 1, 1, 0]}, "other_suits_sum", "coins_a1"),
    (PAIRS, COUNTS | {"cards": [12, 3, 17, 8]}, "player_coins", "coins_b1"),
    (PAIRS, COUNTS | {"sweeps": [0, 5, 0, 0]}, "player_sweeps", "sweeps_b1"),
    (PAIRS, COUNTS | {"coins": [0, 4, 5, 1]}, "player_settebello", "who_settebello"),
    (PAIRS, COUNTS | {"settebello": [1]}, "player_settebello_best", "best_a1"),
    (PAIRS, COUNTS | {"best": COUNTS["best"][:3]}, "best_shape", "best_a1"),
    (PAIRS, COUNTS | {"best": [*COUNTS["best"][:3], ["5d"]]}, "best_shape", "best_b2"),
    (PAIRS, COUNTS | {"best": [*COUNTS["best"][:3], ["5d", "5c", "As", "7b"]]}, "player_best_twice", "best_a1"),
    (PAIRS, COUNTS | {"best": [*COUNTS["best"][:3], ["5d", "5c", "6s", "4b"]]}, "player_best_no_seven", "best_a1"),
    (
        PAIRS,
        COUNTS | {"best": [["7d", "6c", "As", "7b"], *COUNTS["best"][1:3], ["5d", None, None, "Fb"]]},
        "player_best_cards",
        "best_b2",
    ),
    (PAIRS, COUNTS | {"best": [*COUNTS["best"][:3], [None, "5c", "6s", "7b"]]}, "player_best_coins", "best_b2"),
    (PAIRS, TICKED | {"primiera": [0, 1, 2, 3, 4]}, "players_unknown", "who_primiera"),
    (
        PAIRS,
        COUNTS | {"cards": [37, 1, 1, 1], "coins": [10, 0, 0, 0], "sweeps": [0] * 4, "last_capture": 1},
        "last_capture_no_cards",
        "last_capture",
    ),
    (VALLIADI_2022, AWARDS, "depth_of_lines", "depth"),
    (replace(CLASSICA_001, sides="singles"), AWARDS, "depth_of_lines", "depth"),
    (
        PAIRS,
        {"depth": "awards", **dict.fromkeys(("cards", "coins", "settebello", "primiera"), 0), "sweeps": [0, 0]},
        "depth_of_players",
        "depth",
    ),
]


@pytest.mark.parametrize(("rules", "sheet", "code", "field"), WRONG, ids=[f"{each[2]}-{each[3]}" for each in WRONG])
def test_a_sheet_of_four_players_that_contradicts_itself(
    rules: Rules, sheet: dict[str, Any], code: str, field: str
) -> None:
    """R-SCO-57"""
    with pytest.raises(RefusalError) as refused:
        score(rules, from_json(sheet))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert PHRASES[code] % {"name": "x", **refused.value.params}


@pytest.mark.parametrize(
    "sheet", [AWARDS, COUNTS, TICKED], ids=["R-SCO-57 awards", "R-SCO-57 counts", "R-SCO-57 ticked"]
)
def test_a_sheet_of_four_players_survives_json(sheet: dict[str, Any]) -> None:
    assert written(from_json(sheet)) == sheet | {"tiebreak": 0, "last_capture": None}
    with pytest.raises(RefusalError, check=coded("sheet_beyond")):
        from_json(sheet | {"points": [1, 2]})


def test_leftovers_that_are_nobodys_may_hold_the_settebello() -> None:
    """R-SCO-57, R-SCO-15"""
    assert score(NOBODY, from_json(AWARDS | {"settebello": []})).points == (5, 3)
    assert sheet_form.read(NOBODY, sheet_form.write(AWARDS | {"settebello": []}))["settebello"] == []


@pytest.mark.parametrize(
    ("size", "depth", "code"),
    [
        ("2", "counts", "depth_of_players"),
        ("2", "awards", "depth_of_players"),
        ("1", "player_counts", "depth_of_lines"),
    ],
)
def test_the_size_of_a_line_decides_how_a_sheet_counts(size: str, depth: str, code: str) -> None:
    """R-SCO-57: of an event it is known whether pairs or single players sit at its tables."""
    with pytest.raises(RefusalError) as refused:
        sheet_form.read(CLASSICA_001, {"depth": depth, "size": size})
    assert (refused.value.code, refused.value.field) == (code, "depth")
    with pytest.raises(RefusalError) as beyond:
        sheet_form.read(CLASSICA_001, {"depth": depth})
    assert beyond.value.code in ("number_missing", "choice_missing")


def test_forms_of_four_players() -> None:
    """R-SCO-57: what is written is read again, and what cannot be read names its field."""
    form = sheet_form.write(COUNTS)
    assert form["best_a1"] == "76AA"
    said = COUNTS | {"tiebreak": 0, "last_capture": None}
    assert sheet_form.read(PAIRS, form) == said
    assert sheet_form.read(PAIRS, form | {"who_primiera_a1": "on", "who_primiera_a2": "on"}) == said
    assert sheet_form.read(PAIRS, sheet_form.write(TICKED)) == TICKED | {"tiebreak": 0, "last_capture": None}
    for field, text, code in (
        ("who_settebello", "", "choice_missing"),
        ("who_settebello", "c1", "players_unknown"),
        ("best_a1", "76A", "ranks_unknown"),
        ("best_a1", "76AX", "ranks_unknown"),
        ("cards_b2", "", "number_missing"),
    ):
        with pytest.raises(RefusalError) as refused:
            sheet_form.read(PAIRS, form | {field: text})
        assert (refused.value.code, refused.value.field) == (code, field)
    with pytest.raises(RefusalError, check=coded("primiera_contradicts")):
        sheet_form.read(PAIRS, form | {"who_primiera_b2": "on"})


@pytest.mark.parametrize(
    ("rules", "depths"),
    [
        (PAIRS, ["points", "player_awards", "player_counts"]),
        (CLASSICA_001, ["points", "awards", "counts", "player_awards", "player_counts"]),
        (VALLIADI_2022, ["points", "awards", "counts"]),
    ],
)
def test_the_fields_are_those_of_the_depths(rules: Rules, depths: list[str]) -> None:
    """R-SCO-57"""
    fields = sheet_fields.of_deal(rules, 2, 0)
    assert fields[0]["choices"] == depths
    assert {depth for field in fields for depth in field["depths"]} == set(depths)
    assert {field["name"]: field for field in sheet_fields.of_deal(NOBODY, 2, 0)}["who_settebello"]["choices"][
        -1
    ] == "none"


def test_the_engine_writes_what_each_of_four_took() -> None:
    """R-SCO-57"""
    over = GAME.sheet(_state_json())
    assert over["depth"] == "player_counts"
    assert GAME.score_sheet(to_json(state().deal.rules), over).points == GAME.score(_state_json()).points
    assert len(GAME.view(_state_json(), 0)["taken"]) == 4
    assert GAME.view(_state_json(), 0)["piles"] == [0, 1, 2, 3]


def _state_json() -> Any:
    return codec.to_json(state())


def test_what_four_players_have_clinched_belongs_to_their_lines() -> None:
    """R-SCO-57, R-SCO-40: partners are one line also where each scores alone."""
    found = snapshot_of(state())
    awards = {award.code: award.points for award in GAME.score(_state_json()).awards}
    for category in ("cards", "coins", "settebello", "primiera"):
        lines = {line for line, points in enumerate(awards[category]) if points}
        assert found.holder(category) == ("each" if len(lines) == 2 else "void" if not lines else min(lines))
    assert found.sweeps == awards["sweeps"]


def page(**context: Any) -> str:
    with translation.override("en"):
        return in_one_line(
            render_to_string("scopa/_sheet.html", {"names": ["A", "B"], "values": {}, "errors": {}, **context})
        )


@pytest.mark.parametrize(("size", "players", "lines"), [(2, True, False), (1, False, True), (None, True, True)])
def test_the_form_asks_for_what_the_rules_score(size: int | None, players: bool, lines: bool) -> None:
    """R-SCO-57"""
    shown = page(rules=to_json(CLASSICA_001), size=size)
    assert ('name="cards_a2"' in shown, 'name="cards_a"' in shown) == (players, lines)
    assert shown.count("checked") >= 1
    again = page(rules=to_json(CLASSICA_001), size=2, values=sheet_form.write(AWARDS))
    assert 'name="who_cards_a2" checked' in again
    wrong = page(rules=to_json(CLASSICA_001), size=2, errors={"cards_b2": "No.", "who_settebello": "Whose?"})
    assert "No." in wrong and "Whose?" in wrong
