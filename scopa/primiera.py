"""Primiera: the best card of each suit, added up by its own scale; or the most sevens."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from scopa.cards import PACK_SIZE, RANKS, SUIT_CARDS, VALUE, Card, Cards, members
from scopa.rules import Rules

# R-SCO-21; the same in every source; 004 names a variant with nothing for the figures. By value, 1 to 10.
PRIMIERA: Final[Mapping[str, tuple[int, ...]]] = {
    "std": (16, 12, 13, 14, 15, 18, 21, 10, 10, 10),
    "figures_zero": (16, 12, 13, 14, 15, 18, 21, 0, 0, 0),
}

# R-SCO-58; 004: "most sevens ... most sixes ... down to aces, and so on": as the scale goes, figures together.
COUNTED: Final[Mapping[str, str]] = {
    "sevens": "7",
    "sixes": "6",
    "aces": "A",
    "fives": "5",
    "fours": "4",
    "threes": "3",
    "twos": "2",
    "figures": "FCR",
}
COUNTED_CARDS: Final[tuple[Cards, ...]] = tuple(
    sum(0b1111 << 4 * RANKS.index(rank) for rank in ranks) for ranks in COUNTED.values()
)
COUNTED_SIZES: Final[tuple[int, ...]] = tuple(each.bit_count() for each in COUNTED_CARDS)

Best: TypeAlias = tuple[Card | None, ...]
"""The best card of each suit of a line, in the order of the suits; None for a suit it has not."""

Ranks: TypeAlias = tuple[int, ...]
"""How many cards of each counted rank somebody has, sevens first, perhaps not all the way down."""


def worth(card: Card, scale: str = "std") -> int:
    """Return the primiera points of one card."""
    return PRIMIERA[scale][VALUE[card] - 1]


@lru_cache(maxsize=4 * 1024)
def best_of_suit(own: Cards) -> Card | None:
    """Return the best of some cards of one suit, the lowest figure where there are only figures; None without cards."""
    return max(members(own), key=lambda card: (worth(card), -card), default=None)


def best_cards(own: Cards) -> Best:
    """Return the best card of each suit among a line's cards, in the order of the suits; None for a suit it lacks."""
    return tuple([best_of_suit(own & suit) for suit in SUIT_CARDS])


_WORTH: Final[Mapping[str, Mapping[Card | None, int]]] = {
    scale: {None: 0} | {card: worth(card, scale) for card in range(PACK_SIZE)} for scale in PRIMIERA
}


def prime(best: Best, scale: str = "std") -> int:
    """Return the sum of the best cards; a missing suit adds nothing (R-SCO-21)."""
    return sum(map(_WORTH[scale].__getitem__, best))


def contenders(rules: Rules, best_by_line: tuple[Best, ...]) -> tuple[int, ...]:
    """Return the lines that may win the primiera, by their best cards."""
    return able_to_win(rules, [None not in best for best in best_by_line])


def able_to_win(rules: Rules, complete: Sequence[bool]) -> tuple[int, ...]:
    """Return the lines that may win the primiera: those with all four suits where the rules ask for them (R-SCO-22)."""
    everybody = tuple(range(len(complete)))
    if not rules.primiera_requires_all_suits:
        return everybody
    found = tuple([line for line in everybody if complete[line]])
    return found if found or rules.primiera_both_incomplete == "none" else everybody


def ranks_of(own: Cards) -> Ranks:
    """Return how many cards of each counted rank are among these."""
    return tuple([(own & each).bit_count() for each in COUNTED_CARDS])


def most_sevens(ranks: Sequence[Ranks]) -> tuple[tuple[int, ...], int]:
    """Return the lines with the most sevens, of level ones the most sixes, and so on, and the rank that decided.

    Several where all counted ranks leave them level (R-SCO-58).
    """
    ahead, counted = tuple(range(len(ranks))), 0
    for counts in zip(*ranks, strict=True):
        most = max(counts[each] for each in ahead)
        ahead, counted = tuple([each for each in ahead if counts[each] == most]), counted + 1
        if len(ahead) == 1:
            break
    return ahead, counted - 1
