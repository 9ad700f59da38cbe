"""The choices of an event in groups: names, limits, and how an event keeps them."""

import json
from typing import Any

import pytest

from tournaments.competition.stages.group_options import GroupOptions, groups_from_json, groups_to_json
from tournaments.games.contract import Json, RefusedError


# R-GRP-01, R-GRP-03
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        pytest.param({"size": 2}, "bad_group_size", "size", id="groups of two"),
        pytest.param({"size": 17}, "bad_group_size", "size", id="groups of seventeen"),
        pytest.param({"fill": "strength"}, "unknown_fill", "fill", id="filled by strength"),
    ],
)
def test_an_impossible_group_is_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        GroupOptions(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


@pytest.mark.parametrize("even", [False, True])
def test_options_survive_json(even: bool) -> None:
    options = GroupOptions(size=6, fill="lots", separate_by_group=True, double=not even, even=even)
    written = groups_to_json(options)
    assert (written["kind"], "even" in written) == ("groups", even)
    assert groups_from_json(json.loads(json.dumps(written))) == options
    assert groups_from_json({}) == GroupOptions()


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param([], "not_an_object", "options", id="a list"),
        pytest.param({"sizes": 4}, "unknown_field", "sizes", id="unknown"),
        pytest.param({"size": 4.0}, "bad_value", "size", id="a fraction"),
        pytest.param({"double": 1}, "bad_value", "double", id="a number for a choice"),
        pytest.param({"size": 99}, "bad_group_size", "size", id="too large"),
    ],
)
def test_kept_options_that_are_wrong_name_the_field(data: Json, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        groups_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)
