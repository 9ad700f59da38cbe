"""The choices of a Danish and of a Swiss: limits, and how an event keeps them."""

import json
from typing import Any

import pytest

from tournaments.competition.stages.standing_options import (
    StandingOptions,
    standing_from_json,
    standing_to_json,
)
from tournaments.games.contract import RefusedError


# R-DAN-02, R-DAN-08, R-SWI-01
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        pytest.param({"kind": "italian"}, "unknown_choice", "kind", id="another kind"),
        pytest.param({"kind": "danish", "rematches": "often"}, "unknown_choice", "rematches", id="another way"),
        pytest.param({"rematches": "not_in_a_row"}, "swiss_without_rematches", "rematches", id="Swiss with rematches"),
        pytest.param({"rounds": 0}, "rounds_out_of_range", "rounds", id="no round"),
        pytest.param({"rounds": 31}, "rounds_out_of_range", "rounds", id="31 rounds"),
        pytest.param({"rounds": True}, "rounds_out_of_range", "rounds", id="True rounds"),
    ],
)
def test_an_impossible_choice_of_rounds_or_rematches_is_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        StandingOptions(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


@pytest.mark.parametrize("rematches", ["allowed", "not_in_a_row", "never"])
def test_options_survive_json(rematches: str) -> None:
    options = StandingOptions("danish", rematches, 30)
    assert standing_from_json(json.loads(json.dumps(standing_to_json(options)))) == options
    assert standing_from_json({}) == StandingOptions("swiss", "never", 5)


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param({"byes": "lot"}, "unknown_field", "byes", id="unknown"),
        pytest.param({"rounds": "5"}, "bad_value", "rounds", id="a text"),
        pytest.param([], "not_an_object", "options", id="a list"),
    ],
)
def test_stored_options_of_another_shape_are_refused(data: Any, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        standing_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)
