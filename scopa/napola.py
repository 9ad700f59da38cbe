"""Napola (napoletana): ace, two and three of coins in one pile, and the coins that follow without a gap (R-SCO-70)."""

from collections.abc import Sequence
from typing import Final

from scopa.cards import BIT, CARD_OF_NAME, RANKS, Cards
from scopa.rules import Rules

LEAST: Final = 3
"""Ace, two and three: 3 points, and the fewest that a napola has."""
RUN: Final[tuple[Cards, ...]] = tuple(BIT[CARD_OF_NAME[rank + "d"]] for rank in RANKS)
"""The coins from the ace to the re."""


def napola_of(rules: Rules, own: Cards) -> int:
    """Return the points for the napola in a pile: the coins from the ace on without a gap, from three up; else 0."""
    run = 0
    while run < rules.longest_napola and own & RUN[run]:
        run += 1
    return run if run >= LEAST else 0


def napolas(rules: Rules, taken: Sequence[Cards]) -> tuple[int, ...]:
    """Return the points for the napola of each pile; there is only one ace of coins, so at most one pile has any."""
    return tuple([napola_of(rules, own) for own in taken])
