"""The public events of a move; no card that lies face down."""

from typing import Any, TypeAlias

from scala40.cards import NAMES
from scala40.state import Seat, State

Json: TypeAlias = Any
Event: TypeAlias = dict[str, Json]


def events(before: State, after: State, seat: Seat) -> tuple[Event, ...]:
    """Return the events of the last move of ``after``, which ``seat`` made in ``before``; phrases ``event.<event>``."""
    found = [_move(after, seat)]
    if before.opened != after.opened:
        found.append({"event": "opened", "seat": seat, "points": after.position.laid})
    if after.position.remakes != before.position.remakes:
        found.append({"event": "remade", "cards": len(after.position.stock)})
    if after.is_over:
        found.append(_end(after))
    return tuple(found)


def _move(after: State, seat: Seat) -> Event:
    move, before = after.log[-1], {"seat": seat}
    card = "" if move.card is None else NAMES[move.card]
    if move.action == "draw":
        return {"event": "drawn"} | before
    if move.action == "take":
        return {"event": "taken"} | before | {"card": NAMES[after.position.taken]}
    if move.meld is not None:
        return {"event": "laid"} | before | {"meld": str(move.meld), "points": move.meld.points}
    if move.at is None:
        return {"event": "discarded"} | before | {"card": card}
    kind = "swapped" if move.stands is None else "attached"
    return {"event": kind} | before | {"card": card, "meld": str(after.position.melds[move.at])}


def _end(after: State) -> Event:
    if after.closer is None:
        return {"event": "void"}
    return {"event": "closed_in_hand" if after.in_hand else "closed", "seat": after.closer}
