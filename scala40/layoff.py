"""Laying off: which cards attach to the combinations of the table, and which may therefore not be discarded."""

from collections.abc import Iterator, Sequence

from scala40.cards import JOKER, KINDS, ONE_JOKER, Card, Hand, Kinds, count_in_hand, members
from scala40.melds import Meld
from scala40.moves import DROPS, Move
from scala40.rules import Rules
from scala40.state import NOTHING_TAKEN


def attaching(melds: Sequence[Meld], limit: int) -> Kinds:
    """Return the cards that could be laid off on the table; bit 52 is a joker. Runs may grow to ``limit`` cards."""
    found = 0
    for meld in melds:
        found |= meld.attaches[limit - 13]
    return found


def layoffs(hand: Hand, melds: Sequence[Meld], limit: int) -> Iterator[Move]:
    """Yield every lay-off of a card of the hand, a joker once for each card that it may stand for (R-S40-17)."""
    kinds, has_joker = hand & KINDS, hand >= ONE_JOKER
    for at, meld in enumerate(melds):
        found = meld.attaches[limit - 13] & kinds
        if found:
            yield from (Move("off", card, None, at, card) for card in members(found))
        if has_joker:
            for card in meld.stands[limit - 13]:
                yield Move("off", JOKER, None, at, card)


def swaps(hand: Hand, melds: Sequence[Meld]) -> Iterator[Move]:
    """Yield every joker of the table that a card of the hand may replace (R-S40-19)."""
    for at, meld in enumerate(melds):
        if meld.joker >= 0 and hand >> meld.joker & 1 and meld.may_swap:
            yield Move("swap", meld.joker, None, at)


def discardable(rules: Rules, hand: Hand, melds: Sequence[Meld], taken: Card) -> tuple[Move, ...]:
    """Return every legal discard: not the card taken (R-S40-16), and no attachable card if there is another (R-S40-20).

    So the last card, which closes, may always be discarded.
    """
    kinds = members(hand & KINDS)
    cards = (*kinds, JOKER) if hand >= ONE_JOKER else kinds
    if taken != NOTHING_TAKEN and count_in_hand(hand, taken) == 1:
        cards = tuple(card for card in cards if card != taken)
    if rules.attachable_discard == "refused":
        attached = attaching(melds, rules.max_run_on_table)
        cards = tuple(card for card in cards if not attached >> card & 1) or cards
    return tuple(DROPS[card] for card in cards)
