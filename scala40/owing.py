"""What a turn owes: the discard that was taken and the jokers that were swapped have to be used in it.

A move is only legal when the rest of the turn can still pay what is owed and keep a card to discard. Whether it can is
searched here, exactly: few moves help, and each uses up a card or a joker of the table.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scala40.cards import JOKER, Card, Hand, size, with_card, without_card
from scala40.layoff import layoffs, swaps
from scala40.melds import Meld, grown, melds_in, swapped
from scala40.moves import Move
from scala40.opening import laid_from, uses
from scala40.rules import Rules
from scala40.state import NOTHING_TAKEN


class Turn(NamedTuple):
    """What the moves of a turn after the opening change."""

    hand: Hand
    melds: tuple[Meld, ...]
    taken: Card
    is_bound: bool
    owed: int

    @property
    def is_settled(self) -> bool:
        return not self.is_bound and not self.owed


def moved(rules: Rules, turn: Turn, move: Move) -> Turn:
    """The turn after a combination was laid, a card laid off or a joker swapped."""
    card, at, melds = move.card or 0, move.at or 0, turn.melds
    if move.meld is not None:
        used = uses(move.meld, turn.taken)
        return _paid(turn, laid_from(turn.hand, move.meld), (*melds, move.meld), used, move.meld.has_joker)
    rest = without_card(turn.hand, card)
    if move.stands is None:
        melds = (*melds[:at], swapped(melds[at]), *melds[at + 1 :])
        after = _paid(turn, with_card(rest, JOKER), melds, card == turn.taken, False)
        return after._replace(owed=after.owed + 1) if rules.joker_must_be_reused else after
    melds = (*melds[:at], grown(melds[at], move.stands, by_joker=card == JOKER), *melds[at + 1 :])
    return _paid(turn, rest, melds, card == turn.taken, card == JOKER)


def _paid(turn: Turn, hand: Hand, melds: tuple[Meld, ...], is_taken: bool, is_joker: bool) -> Turn:
    """The turn after a move that used the card that was taken, or a joker; a joker pays one debt, not two."""
    if is_taken:
        is_other = is_joker and turn.taken != JOKER
        return Turn(hand, melds, NOTHING_TAKEN, False, max(0, turn.owed - is_other))
    return Turn(hand, melds, turn.taken, turn.is_bound, max(0, turn.owed - is_joker))


def keeps_a_discard(turn: Turn, least: int) -> bool:
    """Whether ``least`` cards are left, and one of them is not the card that was taken (R-S40-23)."""
    return size(turn.hand) >= (2 if least < 2 and turn.taken != NOTHING_TAKEN else least)


def settles(rules: Rules, turn: Turn, least: int) -> bool:
    """Whether the turn can be brought to a discard: nothing owed any more, and ``least`` cards left."""
    if turn.is_settled:
        return keeps_a_discard(turn, least)
    if size(turn.hand) < least:
        return False
    return any(settles(rules, moved(rules, turn, move), least) for move in _paying(rules, turn))


def _paying(rules: Rules, turn: Turn) -> Iterator[Move]:
    """The moves that can pay what is owed, those that pay at once first."""
    owed = [turn.taken] if turn.is_bound else []
    if turn.owed and turn.taken != JOKER:
        owed.append(JOKER)
    attached = tuple(layoffs(turn.hand, turn.melds, rules.max_run_on_table))
    yield from (move for move in attached if move.card in owed)
    for meld in melds_in(turn.hand, rules.max_run_when_laid):
        if any(uses(meld, card) for card in owed):
            yield Move("lay", meld=meld)
    yield from swaps(turn.hand, turn.melds)
    if turn.is_bound and turn.taken != JOKER:
        yield from (move for move in attached if _prepares(turn, move))


def _prepares(turn: Turn, move: Move) -> bool:
    """Whether a lay-off lengthens a run of the suit of the card that was taken, so that this may attach after it."""
    is_run = turn.melds[move.at or 0].is_run
    return is_run and move.card != turn.taken and (move.stands or 0) // 13 == turn.taken // 13
