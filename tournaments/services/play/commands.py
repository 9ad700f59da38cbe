"""What people ask of a match: one function for every command, one transaction each, answered after the commit."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Final

from tournaments.competition.live import deciding
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Event
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.games.contract import Seat
from tournaments.models import MatchEvent
from tournaments.services import downtime
from tournaments.services.play.log import Asked, decide, locked

LONGEST_ID: Final = 64
PLAY, READY, ABANDON, PAUSE, RESUME = "play", "ready", "abandon", "pause", "resume"


@dataclass(frozen=True, slots=True)
class Command:
    """``client_id`` is chosen by the person who asks: sent twice, it is one command.

    ``seat`` is None for the referee. ``expected`` is the number of the newest event that they know; ``text`` is the
    play in the notation of the game, or the seed of somebody who is ready.
    """

    client_id: str
    kind: str
    expected: int
    seat: Seat | None = None
    text: str = ""

    @property
    def fingerprint(self) -> str:
        return sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The number of the command's event; ``repeated`` says that it had been answered before."""

    sequence: int
    repeated: bool = False


def submit(
    *, match_id: int, command: Command, received: datetime | None = None, lag_ms: int = 0, now: datetime | None = None
) -> Receipt:
    """Let a command take its effect in a match, once; refused with a code that has a phrase.

    The caller has found out who asks. ``received`` is when it reached the server, ``lag_ms`` the way there as the
    server measured it. What is returned is on record: the answer may go out. Without ``now`` it is this moment, and a
    gap in service before it is given back first.
    """
    _require_known(command)
    if now is None:
        downtime.close_gap(busy=True)
    with locked(match_id) as match:
        before = MatchEvent.objects.filter(match=match, seat=command.seat, client_id=command.client_id).first()
        if before is not None:
            return _same(before, command)
        asked = Asked(command.client_id, command.fingerprint, received, lag_ms)
        first, *_others = decide(match, partial(_decision, command), asked, now)
        return Receipt(first.sequence)


def _require_known(command: Command) -> None:
    known = ORDERS if command.seat is None else SEATED
    if command.kind not in known or not 0 < len(command.client_id) <= LONGEST_ID:
        raise RefusedError("command_unknown")


def _same(event: MatchEvent, command: Command) -> Receipt:
    if event.fingerprint != command.fingerprint:
        raise RefusedError("idempotency_conflict", field="client_id")
    return Receipt(event.sequence, repeated=True)


def _decision(command: Command, live: Live, moment: Moment) -> list[Event]:
    _require_current(command, live)
    seat = command.seat
    if seat is None:
        return ORDERS[command.kind](live, moment)
    if seat not in range(len(live.setup.seats)):
        raise RefusedError("seat_missing")
    return SEATED[command.kind](live, moment, seat, command.text)


def _require_current(command: Command, live: Live) -> None:
    """A play is on the position that was seen, whatever time was given since; a seed comes after the commitment."""
    state = live.state
    known = {PLAY: state.moved, READY: state.deal.prepared}.get(command.kind, 0)
    if not known <= command.expected <= state.sequence:
        raise StaleVersionError("stale_sequence", current=state.sequence)


def _abandon(live: Live, moment: Moment, seat: Seat, _text: str) -> list[Event]:
    return deciding.abandon(live, moment, seat)


SEATED: Final[Mapping[str, Callable[[Live, Moment, Seat, str], list[Event]]]] = {
    PLAY: deciding.play,
    READY: deciding.ready,
    ABANDON: _abandon,
}
ORDERS: Final[Mapping[str, Callable[[Live, Moment], list[Event]]]] = {
    PAUSE: deciding.pause,
    RESUME: deciding.resume,
}
