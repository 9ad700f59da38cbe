"""Tables to try the game at against robots: what may be chosen for one, and what is played at it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scopa.presets import ONLINE_002, SEVERAL_004
from scopa.rules import Rules

# The usual one of each first.
CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "seats": ("two", "three", "pairs"),
    "target": ("11", "21"),
    "cards": ("covered", "viste", "scoperte"),
}
# The line of every seat.
SEATS: Final[Mapping[str, tuple[int, ...]]] = {"two": (0, 1), "three": (0, 1, 2), "pairs": (0, 1, 0, 1)}
RULES: Final[Mapping[str, Rules]] = {
    "two": replace(ONLINE_002, sides="singles"),
    "three": SEVERAL_004,
    "pairs": replace(ONLINE_002, sides="pairs"),
}


def rules(seats: str, target: str, cards: str) -> Rules:
    """The ruleset of these options; raises RefusalError for cards shown to partners where nobody has one."""
    return replace(
        RULES[seats],
        target=int(target),
        carte_viste=cards == "viste",
        carte_scoperte_partners=cards == "scoperte",
    )
