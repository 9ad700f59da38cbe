"""The pack of 40: a card is a number from 0 to 39, a set of cards is a bit mask, both with a notation.

Cards are ordered by value and then by suit, so that the four cards of one value are four neighbouring bits.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from scopa.errors import RefusalError, brief

Card: TypeAlias = int
"""``4 * (value - 1) + suit``: 0 is ``Ad``, 39 is ``Rb``."""

Cards: TypeAlias = int
"""A set of cards: bit ``c`` is set when card ``c`` belongs to it."""

# R-SCO-01; asso to 7, then fante 8, cavallo 9, re 10; denari, coppe, spade, bastoni.
RANKS: Final = "A234567FCR"
SUITS: Final = "dcsb"

PACK_SIZE: Final = 40
ALL_CARDS: Final[Cards] = (1 << PACK_SIZE) - 1
NO_CARDS: Final[Cards] = 0

NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_OF_NAME: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES)}
VALUE: Final[tuple[int, ...]] = tuple(card // 4 + 1 for card in range(PACK_SIZE))
BIT: Final[tuple[Cards, ...]] = tuple(1 << card for card in range(PACK_SIZE))

SUIT_CARDS: Final[tuple[Cards, ...]] = tuple(sum(BIT[suit::4]) for suit in range(4))
DENARI: Final[Cards] = SUIT_CARDS[0]
KINGS: Final[Cards] = sum(BIT[36:])
SETTEBELLO: Final[Card] = CARD_OF_NAME["7d"]


def card(name: str) -> Card:
    """Return the card that ``name`` denotes; raises RefusalError ``unknown_card``."""
    try:
        return CARD_OF_NAME[name]
    except (KeyError, TypeError):
        raise RefusalError("unknown_card", typed=brief(name)) from None


def mask(cards: Iterable[Card]) -> Cards:
    """Return the set of the given cards."""
    found = NO_CARDS
    for each in cards:
        found |= BIT[each]
    return found


def members(cards: Cards) -> tuple[Card, ...]:
    """Return the cards of a set, lowest first."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def names(cards: Cards) -> tuple[str, ...]:
    """Return the notation of the cards of a set, lowest first."""
    return tuple(NAMES[each] for each in members(cards))
