"""Penalties: what may be given, what it takes away, and for what a match is lost."""

from typing import Any

import pytest

from tournaments.competition.discipline import (
    KINDS,
    MOST,
    OF_STANDINGS,
    Deduction,
    cause_of,
    check_penalty,
    deductions,
    points_after,
)
from tournaments.games.contract import RefusedError


# R-PEN-05
@pytest.mark.parametrize("kind", KINDS)
def test_a_penalty_has_a_value_exactly_where_it_can_be_counted(kind: str) -> None:
    value = 3 if kind in OF_STANDINGS else None
    check_penalty(kind, value)
    with pytest.raises(RefusedError) as caught:
        check_penalty(kind, 3 if value is None else None)
    assert caught.value.field == "value"


# R-PEN-05
@pytest.mark.parametrize(
    ("kind", "value", "uses_vp", "code", "field"),
    [
        ("prison", None, True, "unknown_penalty", "kind"),
        (["vp"], 3, True, "unknown_penalty", "kind"),
        ("vp", 3, False, "penalty_needs_vp", "kind"),
        ("mp", 3, False, "penalty_needs_vp", "kind"),
        ("points", 0, False, "penalty_value", "value"),
        ("points", MOST + 1, False, "penalty_value", "value"),
        ("points", "3", False, "penalty_value", "value"),
        ("points", True, False, "penalty_value", "value"),
        ("loss", 3, True, "penalty_without_value", "value"),
    ],
)
def test_an_impossible_penalty_is_refused(kind: Any, value: Any, uses_vp: bool, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as caught:
        check_penalty(kind, value, uses_vp=uses_vp)
    assert (caught.value.code, caught.value.field) == (code, field)


# R-PEN-06
def test_penalties_add_up_by_entry_and_only_those_that_can_be_counted() -> None:
    given = [(1, "vp", 2), (1, "vp", 1), (1, "mp", 5), (2, "points", 10), (3, "warning", None), (3, "loss", None)]
    assert deductions(given) == {1: Deduction(vp=3, mp=5), 2: Deduction(points=10)}


# R-PEN-07
def test_points_are_taken_away_or_added_where_fewer_are_better() -> None:
    assert points_after(30, Deduction(points=10), low_wins=False) == 20
    assert points_after(30, Deduction(points=10), low_wins=True) == 40


# R-PEN-10
@pytest.mark.parametrize(
    ("kinds", "cause"),
    [
        (["no_show"], "no_show"),
        (["no_show", "no_show"], "no_show"),
        (["no_show", "loss"], "loss"),
        (["loss", "disqualification"], "disqualification"),
    ],
)
def test_the_gravest_penalty_is_the_cause(kinds: list[str], cause: str) -> None:
    assert cause_of(kinds) == cause
