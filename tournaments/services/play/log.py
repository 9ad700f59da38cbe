"""The log of a match: locked, appended to, and what is due in the match brought along in the same transaction."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from tournaments.competition import shuffling
from tournaments.competition.live import clocks
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Event, State, fold
from tournaments.errors import MissingError
from tournaments.games.sealed import Sealed
from tournaments.models import DealSecret, Match, MatchDeadline, MatchEvent
from tournaments.selectors import live_matches
from tournaments.selectors.clocks import moment_of, ms_of
from tournaments.services.writing import alone, append_rows

Kind, Status = MatchDeadline.Kind, Match.Status
# How long after a deal the next one waits for those who have not said that they are ready.
BREAK = timedelta(seconds=30)
# What the event of the match has to hear of.
REPORTED = frozenset({"closed", "abandoned", "timed_out"})


@contextmanager
def locked(match_id: int) -> Iterator[Match]:
    """One transaction over a locked match; nobody who holds a match waits for an event."""
    with alone():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is None:
            raise MissingError
        yield match


@dataclass(frozen=True, slots=True)
class Asked:
    """The command that a decision answers: its name, the hash of what it says, when it came and its known way."""

    client_id: str | None = None
    fingerprint: str = ""
    received: datetime | None = None
    lag_ms: int = 0


def decide(
    match: Match,
    decision: Callable[[Live, Moment], list[Event]],
    asked: Asked | None = None,
    now: datetime | None = None,
) -> Sequence[Event]:
    """Append what ``decision`` makes of a locked match, and what follows from it; without ``now`` it is this moment."""
    asked, at = asked or Asked(), ms_of(now or timezone.now())
    live, seed = live_matches.live(match), secrets.token_bytes(shuffling.SERVER_BYTES)
    received = at if asked.received is None else min(at, ms_of(asked.received))
    pack = live.setup.game.pack(live.setup.rules)
    commitment = shuffling.commitment(seed, pack, match.pk, len(live.state.deals) + 1)
    events = decision(live, Moment(at, received, asked.lag_ms, commitment))
    if events:
        state = fold(events, live.state)
        append_rows([_row(match, event, asked if not number else Asked()) for number, event in enumerate(events)])
        _keep_secret(match, state, events, seed)
        _keep_row(match, state)
        _keep_deadlines(match, Live(live.setup, state), events)
        transaction.on_commit(partial(live_matches.remember, match, state))
    return events


def _row(match: Match, event: Event, asked: Asked) -> MatchEvent:
    return MatchEvent(
        match=match, sequence=event.sequence, kind=event.kind, seat=event.seat, data=dict(event.data),
        at=moment_of(event.at), client_id=asked.client_id, fingerprint=asked.fingerprint,
    )  # fmt: skip


def _keep_secret(match: Match, state: State, events: Sequence[Event], seed: bytes) -> None:
    """Keep the seed whose commitment these events publish."""
    if any(event.kind == "prepared" for event in events):
        DealSecret.objects.create(match=match, deal=state.deal.number, seed=Sealed(seed.hex()))


def _keep_row(match: Match, state: State) -> None:
    match.sequence = state.sequence
    match.status = Status.OVER if state.is_over else Status.PAUSED if state.is_paused else Status.OPEN
    match.save(update_fields=["sequence", "status"])


def _keep_deadlines(match: Match, live: Live, events: Sequence[Event]) -> None:
    """Bring what is due to what the state says."""
    due = clocks.due(live.state.clocks, live.limits)
    _arm(match, Kind.TURN, None if due is None else moment_of(due))
    kinds = {event.kind for event in events}
    if kinds & {"prepared", "resumed", "dealt", "paused", "ended", "settled"}:
        deal, is_running = live.state.deal, not (live.state.is_paused or live.state.is_over)
        waits = deal.is_waiting and deal.number > 1 and is_running
        _arm(match, Kind.DEAL, moment_of(events[-1].at) + BREAK if waits else None)
    if "settled" in kinds:
        _arm(match, Kind.REPORT, None)
    elif match.table_id is not None and kinds & REPORTED:
        _arm(match, Kind.REPORT, moment_of(events[-1].at))


def _arm(match: Match, kind: str, due_at: datetime | None) -> None:
    """Let something be due at a time, or not at all."""
    rows = MatchDeadline.objects.filter(match=match, kind=kind)
    if due_at is None:
        rows.delete()
    elif not rows.update(due_at=due_at):
        MatchDeadline.objects.create(match=match, kind=kind, due_at=due_at)
