"""Opening: whether a hand can still lay the points that it needs; an exact search for all cards and jokers."""

from functools import cache, lru_cache
from typing import Final

from scala40.cards import (
    JOKER,
    KINDS,
    NO_CARDS,
    ONE_JOKER,
    TWICE,
    Card,
    Hand,
    Kinds,
    count_in_hand,
    size,
    without_card,
    without_kinds,
)
from scala40.melds import Meld, catalogue, melds_in

IMPOSSIBLE: Final = -1_000
"""Worse than any points: too few cards would be left."""


@cache
def _by_lowest(longest: int) -> tuple[tuple[tuple[Kinds, Hand, int], ...], ...]:
    """Return by card the combinations whose lowest natural card it is, dearest first: naturals, jokers and points."""
    found: list[list[tuple[Kinds, Hand, int]]] = [[] for _ in range(52)]
    for meld in catalogue(longest):
        lowest = (meld.naturals & -meld.naturals).bit_length() - 1
        found[lowest].append((meld.naturals, ONE_JOKER if meld.has_joker else NO_CARDS, meld.points))
    return tuple(tuple(sorted(each, key=lambda entry: -entry[2])) for each in found)


def hand_after_laying(hand: Hand, meld: Meld) -> Hand:
    """Return the rest of a hand after laying a combination."""
    return without_kinds(hand, meld.naturals) - (ONE_JOKER if meld.has_joker else NO_CARDS)


def uses(meld: Meld, card: Card) -> bool:
    """Return whether the combination takes this card, or a joker, from the hand; no card is below 0."""
    return meld.has_joker if card == JOKER else card >= 0 and bool(meld.naturals >> card & 1)


@lru_cache(maxsize=1 << 16)
def _best(hand: Hand, least: int, longest: int) -> int:
    """Return the most points that combinations of a hand are worth together when ``least`` cards are left over.

    The lowest card is left over or belongs to one of the combinations of which it is the lowest.
    """
    kinds = hand & KINDS
    if not kinds:
        return 0 if hand >> 104 >= least else IMPOSSIBLE
    lowest = (kinds & -kinds).bit_length() - 1
    best = _best(without_card(hand, lowest), max(0, least - 1), longest)
    has_joker = hand >= ONE_JOKER
    for naturals, joker, points in _by_lowest(longest)[lowest]:
        if naturals & kinds == naturals and (has_joker or not joker):
            best = max(best, points + _best(without_kinds(hand, naturals) - joker, least, longest))
    return best


@lru_cache(maxsize=1 << 14)
def best_points(hand: Hand, least: int, longest: int) -> int:
    """Return the most points that a hand can lay at once and keep at least ``least`` cards; below 0 with too few cards.

    Cards that no combination can use are set aside first, which decides most hands.
    """
    melds = melds_in(hand, longest)
    if not melds:
        return 0 if size(hand) >= least else IMPOSSIBLE
    useful = 0
    for meld in melds:
        useful |= meld.naturals
    kept = hand & (useful | useful << TWICE) | hand >> 104 << 104
    aside = size(hand) - size(kept)
    if len(melds) == 1 and aside >= least and size(kept) < 2 * melds[0].size:
        return melds[0].points
    return _best(kept, max(0, least - aside), longest)


@lru_cache(maxsize=1 << 14)
def leaves_one(hand: Hand, longest: int, spare: int = 1) -> bool:
    """Return whether combinations can use all cards of a hand but ``spare``, to close in hand (R-S40-13)."""
    kinds = hand & KINDS
    if not kinds:
        return hand >> 104 == spare
    lowest = (kinds & -kinds).bit_length() - 1
    if spare and leaves_one(without_card(hand, lowest), longest, spare - 1):
        return True
    has_joker = hand >= ONE_JOKER
    return any(
        naturals & kinds == naturals
        and (has_joker or not joker)
        and leaves_one(without_kinds(hand, naturals) - joker, longest, spare)
        for naturals, joker, _ in _by_lowest(longest)[lowest]
    )


def may_open(hand: Hand, points: int, least: int, longest: int, *, closing: bool) -> bool:
    """Return whether a hand can lay ``points`` and keep ``least`` cards, or all but one if closing needs no points."""
    return best_points(hand, least, longest) >= points or (closing and leaves_one(hand, longest))


def may_open_with(card: Card, hand: Hand, points: int, least: int, longest: int, *, closing: bool) -> bool:
    """Return whether an opening is possible that lays ``card`` of the hand (R-S40-15 b)."""
    return any(
        may_open(hand_after_laying(hand, meld), points - meld.points, least, longest, closing=closing)
        for meld in melds_in(hand, longest)
        if uses(meld, card)
    )


def may_open_keeping(card: Card, hand: Hand, points: int, least: int, longest: int, *, closing: bool) -> bool:
    """Return whether a hand may open that cannot discard ``card``: another card must be left (R-S40-15 c)."""
    if count_in_hand(hand, card) > 1:
        return may_open(hand, points, max(least, 1), longest, closing=closing)
    if best_points(without_card(hand, card), max(least - 1, 1), longest) >= points:
        return True
    return may_open_with(card, hand, points, least, longest, closing=closing)
