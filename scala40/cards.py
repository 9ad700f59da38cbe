"""The 108 cards of two packs with four jokers: a card is a number from 0 to 52, a hand is one integer.

Two equal cards are one number held twice: no rule and no notation tells them apart.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from scala40.errors import RefusalError, brief

Card: TypeAlias = int
"""``13 * suit + rank`` with the ace as rank 0: 0 is ``Ah``, 51 is ``Ks``; 52 is a joker, ``*``."""

Kinds: TypeAlias = int
"""A set of cards without jokers, each at most once: bit ``c`` is set when card ``c`` belongs to it."""

Hand: TypeAlias = int
"""Cards held: bits 0 to 51 are the cards held at all, bits 52 to 103 those held twice, above them count the jokers."""

# R-S40-01; the notation of a card is a rank and a suit (hearts, diamonds, clubs, spades), or the joker's star.
RANKS: Final = "A23456789TJQK"
SUITS: Final = "hdcs"
JOKER: Final[Card] = 52
JOKERS: Final = 4

NAMES: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "*")
CARD_OF_NAME: Final[dict[str, Card]] = {name: card for card, name in enumerate(NAMES)}
BIT: Final[tuple[Kinds, ...]] = tuple(1 << card for card in range(52))

PACK: Final[tuple[Card, ...]] = (*range(52), *range(52), *[JOKER] * JOKERS)
"""All 108 cards, in the order in which a fresh pack is named."""
PACK_NAMES: Final[tuple[str, ...]] = tuple(NAMES[card] for card in PACK)

# R-S40-25; by rank from ace to king, what a card left in the hand costs. Checked by test_points_of_cards_left.
LEFT_POINTS: Final = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
JOKER_LEFT: Final = 25

NO_CARDS: Final[Hand] = 0
TWICE: Final = 52
"""How far up the bits of the cards held twice are."""
JOKERS_AT: Final = 104
"""Where the number of jokers begins."""
ONE_JOKER: Final[Hand] = 1 << JOKERS_AT
KINDS: Final[Kinds] = (1 << 52) - 1


def card(name: str) -> Card:
    """Return the card that ``name`` denotes; raises RefusalError ``unknown_card``."""
    try:
        return CARD_OF_NAME[name]
    except (KeyError, TypeError):
        raise RefusalError("unknown_card", typed=brief(name)) from None


def card_points(card: Card) -> int:
    """Return what a card left in the hand costs at the end of a deal (R-S40-25)."""
    return JOKER_LEFT if card == JOKER else LEFT_POINTS[card % 13]


def rank_points(rank: str) -> int:
    """Return what a card of this rank, ``A`` to ``K`` or ``*``, costs when it is left; raises ``unknown_rank``."""
    if rank == "*":
        return JOKER_LEFT
    if len(rank) != 1 or rank not in RANKS:
        raise RefusalError("unknown_rank", typed=rank[:80])
    return LEFT_POINTS[RANKS.index(rank)]


def with_card(hand: Hand, card: Card) -> Hand:
    """Return the hand with one more card; it must not be the third of any card but the joker."""
    if card == JOKER:
        return hand + ONE_JOKER
    return hand | BIT[card] << TWICE if hand & BIT[card] else hand | BIT[card]


def without_card(hand: Hand, card: Card) -> Hand:
    """Return the hand without one card, which it must hold."""
    if card == JOKER:
        return hand - ONE_JOKER
    twice = BIT[card] << TWICE
    return hand ^ twice if hand & twice else hand ^ BIT[card]


def without_kinds(hand: Hand, kinds: Kinds) -> Hand:
    """Return the hand without one of each of ``kinds``, all of which it must hold."""
    twice = hand >> TWICE & kinds
    return hand ^ (twice << TWICE | kinds ^ twice)


def count_in_hand(hand: Hand, card: Card) -> int:
    """Return how many of a card are in the hand."""
    if card == JOKER:
        return hand >> JOKERS_AT
    return (hand >> card & 1) + (hand >> TWICE + card & 1)


def size(hand: Hand) -> int:
    """Return the number of cards in the hand."""
    return (hand & (ONE_JOKER - 1)).bit_count() + (hand >> JOKERS_AT)


def hand_of(cards: Iterable[Card]) -> Hand:
    """Return the hand of the given cards."""
    hand = NO_CARDS
    for each in cards:
        hand = with_card(hand, each)
    return hand


def members(kinds: Kinds) -> tuple[Card, ...]:
    """Return the cards of a set, lowest first."""
    found = []
    while kinds:
        lowest = kinds & -kinds
        found.append(lowest.bit_length() - 1)
        kinds ^= lowest
    return tuple(found)


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand, by suit and rank, jokers last."""
    return tuple(card for card in (*members(hand & KINDS), JOKER) for _ in range(count_in_hand(hand, card)))


def names(hand: Hand) -> tuple[str, ...]:
    """Return the notation of the cards of a hand, by suit and rank, jokers last."""
    return tuple(NAMES[card] for card in cards_of(hand))


def parse_hand(text: str) -> Hand:
    """Return the hand written as names between spaces: ``"7h 7h *"``."""
    return hand_of(card(name) for name in text.split())


def hand_points(hand: Hand) -> int:
    """Return what the cards of a hand cost when they are left at the end of a deal (R-S40-25)."""
    return sum(card_points(card) for card in cards_of(hand))
