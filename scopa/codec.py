"""A deal as JSON: the rules, the pack and the plays; the position is rebuilt by replaying them."""

from functools import lru_cache
from typing import Any, Final, TypeAlias

from scopa import rules as rulesets
from scopa.cards import NAMES, card
from scopa.errors import RefusalError
from scopa.plays import write_play
from scopa.rules import Rules
from scopa.state import Seat, State
from scopa.turn import begin, play, read_play

Json: TypeAlias = Any

# How many deals have their newest position cached; any position can be rebuilt from the plays.
MOST_KEPT: Final = 1_024
KEYS: Final = {"rules", "seats", "dealer", "pack", "plays"}


def to_json(state: State) -> dict[str, Json]:
    """Return the deal and its log; ``from_json(to_json(state)) == state``. It holds the stock: show it to no player."""
    deal = state.deal
    return {
        "rules": rulesets.to_json(deal.rules),
        "seats": deal.seats,
        "dealer": deal.dealer,
        "pack": [NAMES[each] for each in deal.pack],
        "plays": [write_play(each) for each in state.log],
    }


def from_json(data: Json) -> State:
    """Return the position after the plays of ``data``, each checked again; raises RefusalError for an invalid deal."""
    if (
        not isinstance(data, dict)
        or set(data) != KEYS
        or any(type(data[name]) is not int for name in ("dealer", "seats"))
        or any(not isinstance(data[name], list) or set(map(type, data[name])) - {str} for name in ("pack", "plays"))
    ):
        raise RefusalError("state_unreadable")
    kept = _position_cache(rulesets.from_json(data["rules"]), tuple(data["pack"]), data["dealer"], data["seats"])
    plays = tuple(data["plays"])
    done, state = next(each for each in reversed(kept) if each[0] == plays[: len(each[0])])
    for text in plays[len(done) :]:
        seat = state.turn
        if seat is None:
            raise RefusalError("state_unreadable")
        state = play(state, seat, read_play(state, text))
    if len(done) < len(plays):
        kept[1:] = [*kept[1:][-1:], (plays, state)]
    return state


@lru_cache(maxsize=MOST_KEPT)
def _position_cache(
    rules: Rules, pack: tuple[str, ...], dealer: Seat, seats: int
) -> list[tuple[tuple[str, ...], State]]:
    """Return the cache of a deal: its first position and the last two, since a play needs those before and after it."""
    return [((), begin(rules, [card(name) for name in pack], dealer, seats))]
