"""Practice tables against robots: their options, and the rules that follow from these."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scopa.presets import ONLINE_002, SCOPONE_CLASSICO, SCOPONE_SCIENTIFICO, SEVERAL_004
from scopa.rules import Rules

# The first of each is the default.
CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "seats": ("two", "three", "pairs", "scopone_ten", "scopone_nine"),
    "target": ("11", "21"),
    "cards": ("covered", "viste", "scoperte"),
}
# The line of each seat.
SEATS: Final[Mapping[str, tuple[int, ...]]] = {
    "two": (0, 1),
    "three": (0, 1, 2),
    "pairs": (0, 1, 0, 1),
    "scopone_ten": (0, 1, 0, 1),
    "scopone_nine": (0, 1, 0, 1),
}
RULES: Final[Mapping[str, Rules]] = {
    "two": replace(ONLINE_002, sides="singles"),
    "three": SEVERAL_004,
    "pairs": replace(ONLINE_002, sides="pairs"),
    "scopone_ten": SCOPONE_SCIENTIFICO,
    "scopone_nine": SCOPONE_CLASSICO,
}


def rules(seats: str, target: str, cards: str) -> Rules:
    """Return the ruleset of these options; raises RefusalError for partners or earlier cards that are not there."""
    return replace(
        RULES[seats],
        target=int(target),
        carte_viste=cards == "viste",
        carte_scoperte_partners=cards == "scoperte",
    )
