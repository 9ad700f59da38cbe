"""Commands of a match: one function for all of them, one transaction each, answered after the commit."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Final

from tournaments.competition.live import deciding, orders
from tournaments.competition.live.deciding import Live, Moment, Order
from tournaments.competition.live.log import Event
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame.reads.statements import Part, Statement
from tournaments.games.commands import read_command
from tournaments.games.contract import Seat
from tournaments.live_log.writes.log import AnsweredCommand, decide, lock_match
from tournaments.models import MatchEvent
from tournaments.timing.writes import downtime

LONGEST_ID: Final = 64
NAMED: Final = "SELECT * FROM tournaments_matchevent event WHERE event.match_id = %s AND event.client_id = %s"
BY_SEAT: Final = Statement([Part("event", MatchEvent)], f"{NAMED} AND event.seat = %s")
BY_REFEREE: Final = Statement([Part("event", MatchEvent)], f"{NAMED} AND event.seat IS NULL")
PLAY, READY, ABANDON = SEATED = ("play", "ready", "abandon")
PAUSE, RESUME, LOSS, VOID, TIME, HAND = "pause", "resume", "loss", "void", "time", "hand"


@dataclass(frozen=True, slots=True)
class MatchCommand:
    """``client_id`` is chosen by the client: a command sent twice is applied once.

    ``seat`` is None for the referee. ``expected`` is the number of the newest event that the client knows; ``text`` is
    the play as people type it or in the notation of the game, the seed of somebody who is ready, or the referee's
    reason. ``to``, ``ms`` and ``by`` are those of an ``Order``.
    """

    client_id: str
    kind: str
    expected: int
    seat: Seat | None = None
    text: str = ""
    to: int | None = None
    ms: int = 0
    by: int | None = None

    @property
    def fingerprint(self) -> str:
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CommandReceipt:
    """The number of the command's event; ``repeated`` says that it was answered before."""

    sequence: int
    repeated: bool = False


def submit(
    *,
    match_id: int,
    command: MatchCommand,
    received: datetime | None = None,
    lag_ms: int = 0,
    now: datetime | None = None,
    lease: int | None = None,
) -> CommandReceipt:
    """Apply a command to a match, once; refused with a code that has a phrase.

    The caller has identified the actor. ``received`` is when it reached the server, ``lag_ms`` the way there as the
    server measured it. The result is committed: the answer may be sent. Without ``now`` it is this moment, and a gap in
    service before it is given back first. ``lease`` is that of the process whose socket brought the command.
    """
    if not is_text(command.client_id) or not is_text(command.text):
        raise RefusedError("text_unreadable")
    known = ORDERS if command.seat is None else SEATED
    if command.kind not in known or not 0 < len(command.client_id) <= LONGEST_ID:
        raise RefusedError("command_unknown")
    if now is None:
        downtime.close_gap(busy=True)
    with lock_match(match_id, lease) as match:
        named = (match.pk, command.client_id)
        rows = BY_REFEREE.rows(*named) if command.seat is None else BY_SEAT.rows(*named, command.seat)
        for (before,) in rows:
            if before.fingerprint != command.fingerprint:
                raise RefusedError("idempotency_conflict", field="client_id")
            return CommandReceipt(before.sequence, repeated=True)
        asked = AnsweredCommand(command.client_id, command.fingerprint, received, lag_ms)
        first, *_others = decide(match, partial(_decision, command), asked, now)
        return CommandReceipt(first.sequence)


def is_text(given: str) -> bool:
    """Return whether a text can be stored and sent: databases refuse NUL, and a lone surrogate cannot be encoded."""
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in given


def _decision(command: MatchCommand, live: Live, moment: Moment) -> list[Event]:
    """Decide a command; refuse a play on an outdated position, and an order or a readiness for another deal."""
    state, seat = live.state, command.seat
    of_deal = dict.fromkeys((READY, VOID, HAND), state.deal.prepared)
    known = {PLAY: state.moved, **of_deal}.get(command.kind, 0)
    if not known <= command.expected <= state.sequence:
        raise StaleVersionError("stale_sequence", current=state.sequence)
    if seat is None:
        return ORDERS[command.kind](live, moment, Order(command.text, command.by, command.to, command.ms))
    if seat not in range(len(live.setup.seats)):
        raise RefusedError("seat_missing")
    if command.kind == READY:
        return deciding.ready(live, moment, seat, command.text)
    if command.kind == ABANDON:
        return deciding.abandon(live, moment, seat)
    typed = read_command(live.setup.game, command.text)
    if typed.asked != PLAY:
        raise RefusedError("word_is_no_play", typed=command.text.strip())
    return deciding.play(live, moment, seat, typed.action)


ORDERS: Final[Mapping[str, Callable[[Live, Moment, Order], list[Event]]]] = {
    PAUSE: deciding.pause,
    RESUME: deciding.resume,
    LOSS: orders.rule_loss,
    VOID: orders.void_deal,
    TIME: orders.add_time,
    HAND: orders.open_hand,
}
