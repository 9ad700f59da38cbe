"""A deal as JSON: the rules, the pack and the plays; the position is found again by replaying them."""

from typing import Any, Final, TypeAlias

from scopa import rules as rulesets
from scopa.cards import NAMES, card
from scopa.errors import RefusalError
from scopa.plays import write_play
from scopa.state import State
from scopa.turn import begin, play, read_play

Json: TypeAlias = Any

KEYS: Final = {"rules", "seats", "dealer", "pack", "plays"}


def to_json(state: State) -> dict[str, Json]:
    """The deal and its log; ``from_json(to_json(state)) == state``. It holds the stock: it is for no player's eyes."""
    deal = state.deal
    return {
        "rules": rulesets.to_json(deal.rules),
        "seats": deal.seats,
        "dealer": deal.dealer,
        "pack": [NAMES[each] for each in deal.pack],
        "plays": [write_play(each) for each in state.log],
    }


def from_json(data: Json) -> State:
    """The position after the plays of ``data``, each checked again; raises RefusalError when it is no deal."""
    if not isinstance(data, dict) or set(data) != KEYS or not _is_shaped(data):
        raise RefusalError("state_unreadable")
    pack = [card(name) for name in data["pack"]]
    state = begin(rulesets.from_json(data["rules"]), pack, data["dealer"], data["seats"])
    for text in data["plays"]:
        state = _played(state, text)
    return state


def _is_shaped(data: dict[str, Json]) -> bool:
    texts = [data["pack"], data["plays"]]
    is_text = all(isinstance(each, list) and all(isinstance(text, str) for text in each) for each in texts)
    return is_text and all(type(data[name]) is int for name in ("dealer", "seats"))


def _played(state: State, text: str) -> State:
    """The position after the seat in turn has played what was written."""
    seat = state.turn
    if seat is None:
        raise RefusalError("state_unreadable")
    return play(state, seat, read_play(state, text))
