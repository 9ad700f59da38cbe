"""Debts of a turn: the discard that was taken and the jokers that were swapped must be used in it.

A move is only legal when the rest of the turn can still use them and keep a card to discard. An exact search decides:
few moves help, and each uses up a card or a joker of the table.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scala40.cards import BIT, JOKER, ONE_JOKER, Card, Hand, Kinds, size, with_card, without_card
from scala40.layoff import layoffs, swaps
from scala40.melds import HIGH_ACE, Meld, card_at, lay_off, melds_in, swap_joker
from scala40.moves import Move
from scala40.opening import hand_after_laying, uses
from scala40.rules import Rules
from scala40.state import NOTHING_TAKEN

LONGEST: Final = 5
"""A card that no run of five can use is used by no longer one."""


class Turn(NamedTuple):
    """The part of a position that the moves of a turn after the opening change."""

    hand: Hand
    melds: tuple[Meld, ...]
    taken: Card
    is_bound: bool
    owed: int

    @property
    def is_settled(self) -> bool:
        return not self.is_bound and not self.owed


def turn_after(rules: Rules, turn: Turn, move: Move) -> Turn:
    """Return the turn after a combination was laid, a card laid off or a joker swapped."""
    card, at, melds = move.card or 0, move.at or 0, turn.melds
    if move.meld is not None:
        used = uses(move.meld, turn.taken)
        return _pay_debts(turn, hand_after_laying(turn.hand, move.meld), (*melds, move.meld), used, move.meld.has_joker)
    rest = without_card(turn.hand, card)
    if move.stands is None:
        melds = (*melds[:at], swap_joker(melds[at]), *melds[at + 1 :])
        after = _pay_debts(turn, with_card(rest, JOKER), melds, card == turn.taken, False)
        return after._replace(owed=after.owed + 1) if rules.joker_must_be_reused else after
    melds = (*melds[:at], lay_off(melds[at], move.stands, by_joker=card == JOKER), *melds[at + 1 :])
    return _pay_debts(turn, rest, melds, card == turn.taken, card == JOKER)


def _pay_debts(turn: Turn, hand: Hand, melds: tuple[Meld, ...], is_taken: bool, is_joker: bool) -> Turn:
    """Return the turn after a move that used the taken card, or a joker; a joker pays one debt, not two."""
    if is_taken:
        is_other = is_joker and turn.taken != JOKER
        return Turn(hand, melds, NOTHING_TAKEN, False, max(0, turn.owed - is_other))
    return Turn(hand, melds, turn.taken, turn.is_bound, max(0, turn.owed - is_joker))


def keeps_a_discard(turn: Turn, least: int) -> bool:
    """Return whether ``least`` cards are left, and one of them is not the taken card (R-S40-23)."""
    return size(turn.hand) >= (2 if least < 2 and turn.taken != NOTHING_TAKEN else least)


def settles(rules: Rules, turn: Turn, least: int) -> bool:
    """Return whether the turn can end with a discard: nothing owed, and ``least`` cards left."""
    if turn.is_settled:
        return keeps_a_discard(turn, least)
    return _finds_a_way(rules, turn, least, set())


def _finds_a_way(rules: Rules, turn: Turn, least: int, seen: set[Turn]) -> bool:
    """Return the same, visiting no turn twice: independent moves may come in either order."""
    if turn.is_settled:
        return keeps_a_discard(turn, least)
    if turn in seen or size(turn.hand) < least or not _may_help(turn):
        return False
    seen.add(turn)
    return any(_finds_a_way(rules, turn_after(rules, turn, move), least, seen) for move in _paying(rules, turn))


def _may_help(turn: Turn) -> bool:
    """Return False if the taken card obviously fits nowhere, which ends most searches."""
    card = turn.taken
    if not turn.is_bound or card == JOKER:
        return True
    for meld in turn.melds:
        if meld.attaches[1] >> card & 1 or (meld.joker == card and meld.may_swap):
            return True
    if any(_bridge(turn, meld) for meld in turn.melds):
        return True
    hand = with_card(turn.hand, JOKER) if _has_joker(turn) else turn.hand
    return any(uses(meld, card) for meld in melds_in(hand, LONGEST))


def _has_joker(turn: Turn) -> bool:
    """Return whether the hand has a joker, or a card that may be swapped for one."""
    return turn.hand >= ONE_JOKER or any(swaps(turn.hand, turn.melds))


def _bridge(turn: Turn, meld: Meld) -> Kinds:
    """Return the cards between a run and the taken card, when the hand, with one joker at most, can lay them off."""
    suit, rank = divmod(turn.taken, 13)
    if not meld.is_run or meld.base != suit:
        return 0
    found = 0
    for place in (rank,) if rank else (rank, HIGH_ACE):
        between = range(place + 1, meld.low) if place < meld.low else range(meld.high + 1, place)
        kinds = sum(BIT[card_at(suit, each)] for each in between)
        missing = (kinds & ~turn.hand).bit_count()
        if not missing or (missing == 1 and _has_joker(turn)):
            found |= kinds
    return found


def _paying(rules: Rules, turn: Turn) -> Iterator[Move]:
    """Yield the moves that can pay a debt: first with the taken card or to prepare its place, then with jokers.

    A joker swapped for another card gives a joker and opens one place for it: it helps a card, never a joker that has
    to be used itself.
    """
    card = turn.taken if turn.is_bound else JOKER
    attached = tuple(layoffs(turn.hand, turn.melds, rules.max_run_on_table))
    yield from (move for move in attached if move.card == card)
    for meld in melds_in(turn.hand, rules.max_run_when_laid):
        if uses(meld, card):
            yield Move("lay", None, meld)
    if card != JOKER or (turn.is_bound and not rules.joker_must_be_reused):
        yield from swaps(turn.hand, turn.melds)
        for move in attached:
            # One that lengthens a run towards the taken card, so that this may attach after it.
            bridge = _bridge(turn, turn.melds[move.at or 0])
            if bridge >> (move.stands or 0) & 1:
                yield move
