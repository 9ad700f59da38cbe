"""One move: whether it is legal, and the position after it."""

from collections.abc import Sequence
from typing import Final

from scala40.cards import Card, Hand, with_card, without_card
from scala40.dealing import deal, made_anew
from scala40.legal import legal, turn_of
from scala40.moves import Move
from scala40.owing import Turn, moved
from scala40.refusals import refusal
from scala40.rules import Rules
from scala40.state import NOTHING_TAKEN, Deal, Position, Seat, State

MOST_TURNS: Final = 400
"""R-S40-26: a deal of so many turns is void; no stock of the common rules lasts that long."""


def begin(rules: Rules, pack: Sequence[Card], dealer: Seat, seats: int) -> State:
    """Return the first position of a deal; ``pack`` holds the 108 cards, top first."""
    dealt, position = deal(rules, pack, dealer, seats)
    return State(dealt, position, (), legal(dealt, position))


def play(state: State, seat: Seat, move: Move) -> State:
    """Return the position after ``seat`` has moved; raises IllegalMoveError with the rule that forbids it."""
    dealt, position, log, allowed = state
    if move not in allowed or position.seat != seat:
        raise refusal(state, seat, move)
    after = _ACTIONS[move.action](dealt, position, move)
    return State(dealt, after, (*log, move), legal(dealt, after))


def replay(start: State, moves: Sequence[Move]) -> State:
    """Return the position after the moves, each by the seat whose turn it is."""
    state = start
    for move in moves:
        state = play(state, state.position.seat, move)
    return state


def _with_hand(position: Position, hand: Hand) -> tuple[Hand, ...]:
    """Return the hands with another one for the seat in turn."""
    hands = list(position.hands)
    hands[position.seat] = hand
    return tuple(hands)


def _draw(deal: Deal, position: Position, move: Move) -> Position:
    hand = with_card(position.hand, position.stock[position.drawn])
    return position._replace(has_drawn=True, hands=_with_hand(position, hand), drawn=position.drawn + 1)


def _take(deal: Deal, position: Position, move: Move) -> Position:
    """R-S40-15: after opening the card must be used, before it the player must open with it; the first need not."""
    card = position.discards[-1]
    is_open = position.opened[position.seat]
    return position._replace(
        has_drawn=True,
        hands=_with_hand(position, with_card(position.hand, card)),
        discards=position.discards[:-1],
        taken=card,
        is_bound=deal.rules.pickup_must_be_melded if is_open else position.turns > 0,
    )


def _onto_table(deal: Deal, position: Position, move: Move) -> Position:
    """Lay a combination, lay off a card or swap a joker; points laid before the opening add up (R-S40-12)."""
    after: Turn = moved(deal.rules, turn_of(position), move)
    laid, opened = position.laid, position.opened
    if not opened[position.seat] and move.meld is not None:
        laid += move.meld.points
        if laid >= deal.rules.opening_points and not after.is_bound:
            opened = (*opened[: position.seat], True, *opened[position.seat + 1 :])
    return position._replace(
        hands=_with_hand(position, after.hand),
        melds=after.melds,
        taken=after.taken,
        is_bound=after.is_bound,
        owed=after.owed,
        laid=laid,
        opened=opened,
    )


def _drop(deal: Deal, position: Position, move: Move) -> Position:
    """Discard a card: the turn ends, and with the last card the deal (R-S40-23)."""
    hand = without_card(position.hand, move.card or 0)
    after = position._replace(
        turns=position.turns + 1,
        hands=_with_hand(position, hand),
        discards=(*position.discards, move.card or 0),
        taken=NOTHING_TAKEN,
        is_bound=False,
        laid=0,
    )
    if not hand:
        return after._replace(is_over=True)
    return _next(deal, after)


def _next(deal: Deal, position: Position) -> Position:
    """Pass the turn to the next seat; void when there is no stock to draw from (R-S40-22, R-S40-26)."""
    if position.drawn == len(position.stock):
        position = _made_anew(deal, position)
    if position.turns == MOST_TURNS:
        position = position._replace(is_over=True)
    seat = (position.seat + 1) % deal.seats
    return position._replace(seat=seat, has_drawn=False, was_open=position.opened[seat])


def _made_anew(deal: Deal, position: Position) -> Position:
    """Make the discards but the top one the new stock; the deal ends after too many, or if that is impossible."""
    under = position.discards[:-1]
    if position.remakes == deal.rules.stock_remakes or not under:
        return position._replace(is_over=True)
    number = position.remakes + 1
    return position._replace(
        stock=made_anew(deal, under, number), drawn=0, discards=position.discards[-1:], remakes=number
    )


_ACTIONS: Final = {
    "draw": _draw,
    "take": _take,
    "lay": _onto_table,
    "off": _onto_table,
    "swap": _onto_table,
    "drop": _drop,
}
