"""Possible hands at the end of a deal: the limits that the pack sets to a sheet."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from scala40.cards import JOKERS, RANKS, rank_points

MOST_CARDS: Final = 13
"""R-S40-31: who does not close holds 13 cards at most; a turn that draws one ends with a discard."""

# R-S40-01; two packs: eight cards of every rank, and four jokers.
COPIES: Final = 8

HELD: Final[dict[str, int]] = {**dict.fromkeys(RANKS, COPIES), "*": JOKERS}
"""How many cards of each rank there are, the joker's star among them."""

_DEAREST: Final[tuple[int, ...]] = tuple(
    sorted((rank_points(rank) for rank, copies in HELD.items() for _ in range(copies)), reverse=True)
)


@cache
def together(hands: int) -> int:
    """Return the most points in ``hands`` hands together (R-S40-31): 198 for one, 328 for two."""
    return sum(_DEAREST[: hands * MOST_CARDS])


@cache
def possible() -> frozenset[int]:
    """Return the possible points of a hand of 1 to 13 cards (R-S40-31): at least 2, never 0."""
    # Sums are kept by their number of cards, not only with the fewest cards: jokers and aces run out.
    sums = {(0, 0)}
    for points in sorted(set(_DEAREST)):
        copies = _DEAREST.count(points)
        sums = {
            (total + points * more, cards + more)
            for total, cards in sums
            for more in range(min(copies, MOST_CARDS - cards) + 1)
        }
    return frozenset(total for total, cards in sums if cards)


def beyond_pack(hands: Sequence[str]) -> tuple[int, str, int] | None:
    """Return the first hand with more cards of a rank than exist: its place, the rank, the count so far."""
    counted = dict.fromkeys(HELD, 0)
    for place, hand in enumerate(hands):
        for rank in hand:
            counted[rank] += 1
            if counted[rank] > HELD[rank]:
                return place, rank, sum(other.count(rank) for other in hands)
    return None
