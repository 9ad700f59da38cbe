"""The public events of a move; no card that lies face down."""

from typing import Any, TypeAlias

from scala40.cards import NAMES
from scala40.state import Seat, State

Json: TypeAlias = Any
Event: TypeAlias = dict[str, Json]


def events(before: State, after: State, seat: Seat) -> tuple[Event, ...]:
    """Return the events of the last move of ``after``, which ``seat`` made in ``before``; phrases ``event.<event>``."""
    move = after.log[-1]
    card = "" if move.card is None else NAMES[move.card]
    event: Event
    if move.action == "draw":
        event = {"event": "drawn", "seat": seat}
    elif move.action == "take":
        event = {"event": "taken", "seat": seat, "card": NAMES[after.position.taken]}
    elif move.meld is not None:
        event = {"event": "laid", "seat": seat, "meld": str(move.meld), "points": move.meld.points}
    elif move.at is None:
        event = {"event": "discarded", "seat": seat, "card": card}
    else:
        kind = "swapped" if move.stands is None else "attached"
        event = {"event": kind, "seat": seat, "card": card, "meld": str(after.position.melds[move.at])}
    found = [event]
    if before.opened != after.opened:
        found.append({"event": "opened", "seat": seat, "points": after.position.laid})
    if after.position.remakes != before.position.remakes:
        found.append({"event": "remade", "cards": len(after.position.stock)})
    if after.is_over and after.closer is None:
        found.append({"event": "void"})
    elif after.is_over:
        found.append({"event": "closed_in_hand" if after.in_hand else "closed", "seat": after.closer})
    return tuple(found)
