"""A deal as JSON: the rules, the pack and the moves; the position is rebuilt by replaying them."""

from functools import lru_cache
from typing import Any, Final, TypeAlias

from scala40 import rules as rulesets
from scala40.cards import NAMES, PACK, card
from scala40.errors import RefusalError
from scala40.moves import read_move, write_move
from scala40.rules import Rules
from scala40.state import Seat, State
from scala40.turn import MOST_TURNS, begin, play

Json: TypeAlias = Any

KEYS: Final = {"rules", "seats", "dealer", "pack", "moves"}
MOST_MOVES: Final = 2 * MOST_TURNS + 2 * len(PACK)
"""More than any deal has: a turn draws and discards, all other moves bring a card to the table or a joker back."""
STRIDE: Final = 8
"""A position is found from an earlier one, kept for so many moves: the next move of a live table costs no replay."""


def to_json(state: State) -> dict[str, Json]:
    """Return the deal and its log; ``from_json(to_json(state)) == state``. It holds the stock: show it to no player."""
    deal = state.deal
    return {
        "rules": rulesets.to_json(deal.rules),
        "seats": deal.seats,
        "dealer": deal.dealer,
        "pack": [NAMES[each] for each in deal.pack],
        "moves": [write_move(each) for each in state.log],
    }


def from_json(data: Json) -> State:
    """Return the position after the moves of ``data``, each checked again; raises RefusalError for an invalid deal."""
    if (
        not isinstance(data, dict)
        or set(data) != KEYS
        or any(type(data[name]) is not int for name in ("dealer", "seats"))
        or any(not isinstance(data[name], list) for name in ("pack", "moves"))
        or not all(isinstance(text, str) for text in (*data["pack"], *data["moves"]))
        or len(data["moves"]) > MOST_MOVES
    ):
        raise RefusalError("state_unreadable")
    rules = rulesets.from_json(data["rules"])
    return _position(rules, tuple(data["pack"]), data["dealer"], data["seats"], tuple(data["moves"]))


@lru_cache(maxsize=256)
def _position(rules: Rules, pack: tuple[str, ...], dealer: Seat, seats: int, moves: tuple[str, ...]) -> State:
    """Return the position after ``moves``, computed from the cached one at the last multiple of ``STRIDE`` moves."""
    if not moves:
        return begin(rules, [card(name) for name in pack], dealer, seats)
    before = (len(moves) - 1) // STRIDE * STRIDE
    state = _position(rules, pack, dealer, seats, moves[:before])
    for text in moves[before:]:
        if state.is_over:
            raise RefusalError("state_unreadable")
        state = play(state, state.position.seat, read_move(text))
    return state
