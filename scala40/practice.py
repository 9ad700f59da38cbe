"""Practice tables against robots: their options, and the rules that follow from these (R-S40-53)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scala40.presets import TORNEO_003
from scala40.rules import Rules

# The first of each is the default.
CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "seats": ("two", "three", "four", "five", "six"),
    "target": ("101", "51"),
}
SEATS: Final[Mapping[str, int]] = {name: number for number, name in enumerate(CHOICES["seats"], start=2)}


def rules(target: str) -> Rules:
    """Return the ruleset of a table where a player is out at ``target``."""
    return replace(TORNEO_003, out_at=int(target))
