"""Rulesets: what cannot hold together, and what the presets say."""

from dataclasses import replace
from typing import Any

import pytest

from squadre.errors import RefusalError
from squadre.game import GAME
from squadre.phrases import PHRASES
from squadre.presets import PRESETS
from squadre.rules import Rules, from_json, to_json


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"boards": ("Scopa",)}, "rule_boards", "boards"),
        ({"boards": ("Scopa", "21")}, "rule_seated", "people"),
        ({"boards": ("Scopa",) * 7, "people": 2}, "rule_seated", "people"),
        ({"boards": ("Scopa",) * 10}, "rule_texts_many", "boards"),
        ({"boards": ("Scopa", "Scopa", "")}, "rule_texts", "boards"),
        ({"boards": ("Scopa", "Scopa", "x" * 31)}, "rule_texts_long", "boards"),
        ({"boards": ("Scopa", "a,b", "21")}, "rule_texts", "boards"),
        ({"boards": "Scopa"}, "rule_texts", "boards"),
        ({"boards": ("Scopa", 3, "21")}, "rule_texts", "boards"),
        ({"board_draw": 2}, "rule_order", "board_draw"),
        ({"board_draw": 0, "board_loss": 1}, "rule_order", "board_draw"),
        ({"board_most": 20}, "rule_forfeit_most", "forfeit_points"),
        ({"board_gives": "points", "length": "decided"}, "rule_decided", "length"),
    ],
)
def test_parameters_that_cannot_hold_are_refused_by_name(changes: dict[str, Any], code: str, field: str) -> None:
    """R-SQU-01, R-SQU-02, R-SQU-13"""
    with pytest.raises(RefusalError) as refused:
        replace(Rules(), **changes)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert "%(" not in str(refused.value)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_rules_survive_json(rules: Rules) -> None:
    """R-SQU-13"""
    assert from_json(to_json(rules)) == rules


def test_the_presets_are_what_their_names_say() -> None:
    """R-SQU-01, R-SQU-12"""
    assert PRESETS["scopa_briscola_21"].boards == ("Scopa", "Briscola", "21")
    five = PRESETS["best_of_five"]
    assert (len(five.boards), five.people, five.length, five.level_board) == (5, 2, "decided", "never")
    assert PRESETS["points"].board_gives == "points"


def test_as_many_sit_as_the_boards_have_chairs() -> None:
    """R-SQU-02"""
    sizes = {name: list(GAME.line_sizes(rules)) for name, rules in GAME.presets.items()}
    assert sizes == {"scopa_briscola_21": [3], "best_of_five": [10], "points": [3]}
    # R-SQU-15: substitutes and absences.
    assert {GAME.members(rules) for rules in GAME.presets.values()} == {(2, 12)}
    assert [GAME.lines(rules) for rules in GAME.presets.values()] == [(2, 2)] * 3
    assert GAME.board_names(GAME.presets["scopa_briscola_21"]) == PRESETS["scopa_briscola_21"].boards


@pytest.mark.parametrize(
    ("boards", "expected"),
    [
        (("x",) * 12, "there are 12 of them; 9 at most are possible."),
        (("y" * 40, "b", "c"), f"“{'y' * 40}” has 40 letters; 30 at most are possible."),
        (("Scopa", "a,b", "21"), "“a,b” is not possible; write 9 × 30 letters at most, with commas between."),
    ],
)
def test_a_refused_list_of_boards_says_the_number_or_the_name_at_fault(boards: tuple[str, ...], expected: str) -> None:
    """R-SQU-01"""
    with pytest.raises(RefusalError) as refused:
        replace(Rules(), boards=boards)
    said = PHRASES[refused.value.code] % {"name": "Boards", **refused.value.params}
    assert said == f"Boards: {expected}"
