"""The choices of a knockout: names, limits, and how an event keeps them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tournaments.competition.formats.registry import FORMATS, format_of
from tournaments.competition.pairing.options import (
    TABLE_NAMES,
    KnockoutOptions,
    in_order,
    options_from_json,
    options_to_json,
    round_name,
)
from tournaments.games.contract import Json, RefusedError


# R-KO-10
def test_rounds_are_named_from_the_final() -> None:
    names = [round_name(rounds_to_go) for rounds_to_go in range(6)]
    assert names == ["final", "semifinal", "quarterfinal", "round_of_16", "round_of_32", "round_of_64"]
    assert len(TABLE_NAMES) == 19
    mixed = {"second": 3, "final": 3, "round_of_16": 1, "third": 2, "semifinal": 5}
    assert [name for name, _matches in in_order(mixed)] == ["round_of_16", "semifinal", "final", "third", "second"]


# R-KO-10
@pytest.mark.parametrize("kind", sorted({*FORMATS} - {"knockout", "stages"}))
def test_a_set_in_another_format_is_refused_with_why(kind: str) -> None:
    part: Json = {"kind": kind, "best_of": {"every": 3}}
    for data in (part, {"kind": "stages", "stages": [{"kind": "danish"}, {**part, "from": {"first": 4}}]}):
        with pytest.raises(RefusedError) as refusal:
            format_of(data)
        assert refusal.value.code == "best_of_in_knockout"


# R-KO-06, R-KO-07, R-KO-08, R-KO-09, R-KO-10, R-DBL-09
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        pytest.param({"byes": "coin"}, "unknown_bye_policy", "byes", id="byes by coin"),
        pytest.param({"separate_rounds": 0}, "separate_rounds_out_of_range", "separate_rounds", id="no round"),
        pytest.param({"separate_rounds": 5}, "separate_rounds_out_of_range", "separate_rounds", id="five rounds"),
        pytest.param({"placement": True, "redraw": True}, "placement_needs_fixed_bracket", "placement", id="redrawn"),
        pytest.param({"second_final": True}, "second_final_of_double", "second_final", id="of a knockout"),
        pytest.param(
            {"second_chance": "double", "second_final": True, "best_of": {"final": 3}},
            "second_final_is_one_match",
            "second_final",
            id="a second final of several matches",
        ),
        pytest.param({"second_chance": "third"}, "unknown_second_chance", "second_chance", id="a third chance"),
        pytest.param(
            {"second_chance_rounds": 3}, "bad_second_chance_rounds", "second_chance_rounds", id="three rounds"
        ),
        pytest.param(
            {"second_chance": "double", "redraw": True},
            "second_chance_needs_plain_bracket",
            "second_chance",
            id="double and redrawn",
        ),
        pytest.param(
            {"second_chance": "repechage", "placement": True},
            "second_chance_needs_plain_bracket",
            "second_chance",
            id="consolation and every place",
        ),
        pytest.param({"best_of": {"finale": 3}}, "unknown_round_name", "best_of", id="unknown round"),
        pytest.param(
            {"second_chance": "double", "second_final": True, "best_of": {"final": 2}},
            "second_final_is_one_match",
            "second_final",
            id="R-KO-22 a second final of two legs",
        ),
        pytest.param({"best_of": {"final": 4}}, "bad_best_of", "best_of", id="best of 4"),
        pytest.param({"best_of": {"final": True}}, "bad_best_of", "best_of", id="best of True"),
        pytest.param({"best_of": {"final": "3"}}, "bad_best_of", "best_of", id="best of a text"),
    ],
)
def test_an_impossible_choice_is_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        KnockoutOptions(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


def test_options_survive_json() -> None:
    options = KnockoutOptions(byes="lot", separate_by_group=True, third_place=True, best_of={"final": 3})
    assert options_from_json(json.loads(json.dumps(options_to_json(options)))) == options
    assert options_from_json({}) == KnockoutOptions()


def test_options_do_not_change_with_the_mapping_they_came_from() -> None:
    best_of = {"final": 3}
    options = KnockoutOptions(best_of=best_of)
    best_of["final"] = 5
    assert options.best_of == {"final": 3}
    assert replace(options, byes="lot").best_of == {"final": 3}


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param([], "not_an_object", "options", id="a list"),
        pytest.param({"bye": "lot"}, "unknown_field", "bye", id="unknown"),
        pytest.param({"byes": None}, "bad_value", "byes", id="no text"),
        pytest.param({"redraw": 1}, "bad_value", "redraw", id="a number for a choice"),
        pytest.param({"separate_rounds": True}, "bad_value", "separate_rounds", id="a choice for a number"),
        pytest.param({"byes": "coin"}, "unknown_bye_policy", "byes", id="impossible"),
    ],
)
def test_kept_options_that_are_wrong_name_the_field(data: Json, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        options_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)
