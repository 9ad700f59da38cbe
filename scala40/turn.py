"""One move: whether it is legal, and the position after it."""

from collections.abc import Sequence
from typing import Final

from scala40.cards import Card, Hand, with_card, without_card
from scala40.dealing import deal, renewed_stock
from scala40.legal import legal, turn_of
from scala40.moves import Move
from scala40.owing import Turn, turn_after
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
    after: Turn = turn_after(deal.rules, turn_of(position), move)
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
    """Discard a card: the turn passes to the next seat; with the last card the deal ends (R-S40-23).

    It is void when there is no stock to draw from, and after too many turns (R-S40-22, R-S40-26).
    """
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
    is_over = after.turns == MOST_TURNS
    if after.drawn == len(after.stock):
        # The discards but the top one are the new stock.
        under = after.discards[:-1]
        if after.remakes == deal.rules.stock_remakes or not under:
            is_over = True
        else:
            number = after.remakes + 1
            stock = renewed_stock(deal, under, number)
            after = after._replace(stock=stock, drawn=0, discards=after.discards[-1:], remakes=number)
    seat = (after.seat + 1) % deal.seats
    return after._replace(seat=seat, has_drawn=False, was_open=after.opened[seat], is_over=is_over)


_ACTIONS: Final = {
    "draw": _draw,
    "take": _take,
    "lay": _onto_table,
    "off": _onto_table,
    "swap": _onto_table,
    "drop": _drop,
}
