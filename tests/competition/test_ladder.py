"""The ladder of lateness: data, presets, steps, refusals with the field named."""

from typing import Any

import pytest

from tournaments.competition.discipline import (
    MINUTE_MS,
    MOST_STEPS,
    PRESETS,
    Ladder,
    Step,
    check_ladder,
    ladder_from_json,
    ladder_to_json,
    name_of,
    presets,
    step_at,
)
from tournaments.games.contract import RefusedError

STEPS = PRESETS["steps"]


def refused(data: Any) -> tuple[str, str]:
    with pytest.raises(RefusedError) as caught:
        ladder_from_json(data)
    return caught.value.code, caught.value.field


@pytest.mark.parametrize(
    ("late_ms", "step"),
    [(-1, None), (0, 0), (5 * MINUTE_MS - 1, 0), (5 * MINUTE_MS, 1), (10 * MINUTE_MS - 1, 1), (10 * MINUTE_MS, 2)],
)
def test_a_late_line_has_come_to_the_last_step_whose_minutes_are_over(late_ms: int, step: int | None) -> None:
    """R-PEN-03."""
    assert step_at(STEPS, late_ms) == step


def test_without_a_ladder_nothing_is_proposed() -> None:
    """R-PEN-02."""
    assert step_at(PRESETS["none"], 10**9) is None


# R-PEN-02
def test_the_default_is_a_no_show_after_ten_minutes() -> None:
    assert ladder_from_json({}) == PRESETS["grace10"] == Ladder((Step(10, "no_show"),))


# R-PEN-02
@pytest.mark.parametrize("uses_vp", [True, False])
def test_every_preset_suits_its_game_survives_json_and_knows_its_name(uses_vp: bool) -> None:
    for name, ladder in presets(uses_vp=uses_vp).items():
        check_ladder(ladder, uses_vp=uses_vp)
        assert ladder_from_json(ladder_to_json(ladder)) == ladder
        assert name_of(ladder, uses_vp=uses_vp) == name
    assert list(presets(uses_vp=uses_vp)) == ["grace10", "steps", "grace20", "grace30", "none"]


def test_a_ladder_of_its_own_has_no_name() -> None:
    assert name_of(Ladder((Step(7, "no_show"),)), uses_vp=True) == ""


# R-PEN-01
def test_a_ladder_is_written_as_named_values() -> None:
    assert ladder_to_json(STEPS) == {
        "ladder": [
            {"after": 0, "kind": "warning", "value": 0},
            {"after": 5, "kind": "mp", "value": 2},
            {"after": 10, "kind": "no_show", "value": 0},
        ]
    }


# R-PEN-04
@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        ([], "not_an_object", "discipline"),
        ({"grace": 10}, "unknown_field", "grace"),
        ({"ladder": "grace10"}, "bad_value", "ladder"),
        ({"ladder": [10]}, "not_an_object", "ladder.0"),
        ({"ladder": [{"after": 1, "kind": "warning", "points": 3}]}, "unknown_field", "ladder.0.points"),
        ({"ladder": [{"kind": "warning"}]}, "missing_field", "ladder.0.after"),
        ({"ladder": [{"after": 1}]}, "missing_field", "ladder.0.kind"),
        ({"ladder": [{"after": -1, "kind": "warning"}]}, "step_minutes", "ladder.0.after"),
        ({"ladder": [{"after": 241, "kind": "warning"}]}, "step_minutes", "ladder.0.after"),
        ({"ladder": [{"after": True, "kind": "warning"}]}, "step_minutes", "ladder.0.after"),
        ({"ladder": [{"after": 1, "kind": "loss"}]}, "step_kind", "ladder.0.kind"),
        ({"ladder": [{"after": 1, "kind": "points"}]}, "penalty_value", "ladder.0.value"),
        ({"ladder": [{"after": 1, "kind": "warning", "value": 1}]}, "penalty_without_value", "ladder.0.value"),
        (
            {"ladder": [{"after": 5, "kind": "warning"}, {"after": 5, "kind": "no_show"}]},
            "steps_not_rising",
            "ladder.1.after",
        ),
        (
            {"ladder": [{"after": 5, "kind": "no_show"}, {"after": 9, "kind": "warning"}]},
            "step_after_no_show",
            "ladder.1.kind",
        ),
        ({"ladder": [{"after": n, "kind": "warning"} for n in range(MOST_STEPS + 1)]}, "too_many_steps", "ladder"),
    ],
)
def test_an_impossible_ladder_is_refused_with_its_field(data: Any, code: str, field: str) -> None:
    assert refused(data) == (code, field)


# R-PEN-04
def test_a_ladder_cannot_take_what_the_game_does_not_have() -> None:
    with pytest.raises(RefusedError) as caught:
        check_ladder(STEPS, uses_vp=False)
    assert (caught.value.code, caught.value.field) == ("penalty_needs_vp", "ladder.1.kind")
