"""A whole deal played at once with legal moves: to check the rules on many deals and to measure them."""

from collections.abc import Iterator, Sequence
from typing import Final

from scala40.cards import Card
from scala40.moves import Move
from scala40.rules import Rules
from scala40.state import Seat, State
from scala40.turn import begin, play

HASTE: Final = 10
"""One move in so many is chosen among all the legal ones; the others bring cards to the table when they can."""


def playout(rules: Rules, pack: Sequence[Card], dealer: Seat, seats: int, lots: Iterator[int]) -> State:
    """Play a shuffled pack to the end; every move takes one of ``lots``, whole numbers from 0 up."""
    state = begin(rules, pack, dealer, seats)
    while not state.is_over:
        state = play(state, state.position.seat, choose_move(state.legal, next(lots)))
    return state


def choose_move(legal: Sequence[Move], lot: int) -> Move:
    """Return the legal move that a lot chooses, for a player in a hurry to get rid of cards."""
    rest, among_all = divmod(lot, HASTE)
    moves = legal if not among_all else [move for move in legal if move.action not in ("draw", "drop")] or legal
    return moves[rest % len(moves)]
