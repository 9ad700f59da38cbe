"""The log of a match: locked, appended to, with deadlines and lease in one transaction; time given back after a gap."""

import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from tournaments.competition import shuffling
from tournaments.competition.live import clocks, deciding
from tournaments.competition.live.clocks import COURTESY
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import Event, fold
from tournaments.competition.live.options import online_from_json
from tournaments.errors import MissingError
from tournaments.frame.reads.statements import LATER, Part, Statement, together
from tournaments.frame.writes.transaction import alone, append_rows, put_row, write_back
from tournaments.games.commands import Sealed
from tournaments.models import DealSecret, LiveLease, Match, MatchDeadline, MatchEvent
from tournaments.online.reads import live_matches
from tournaments.outbox import fanout
from tournaments.outbox.mailbox import Topic
from tournaments.timing.reads import moment_of, ms_of


def give_back(gap_ms: int, matches: Collection[int] | None = None) -> None:
    """Move the clocks of open matches by the gap, and a little more for players who have to find their place.

    Within a transaction, which holds them from here on: a match that ends or is removed meanwhile is not among them.
    """
    kinds = (Kind.TURN, Kind.DEAL, Kind.NO_SHOW)
    counting = Match.objects.filter(status=Match.Status.OPEN)
    counting = counting.filter(pk__in=MatchDeadline.objects.filter(kind__in=kinds).values("match"))
    if matches is not None:
        counting = counting.filter(pk__in=matches)
    for match in counting.order_by("pk").select_for_update():
        waiting = MatchDeadline.objects.filter(match=match, kind__in=(Kind.DEAL, Kind.NO_SHOW))
        waiting.update(due_at=F("due_at") + timedelta(milliseconds=gap_ms))
        decide(match, partial(deciding.give_time, ms=gap_ms + COURTESY))


Kind, Status = MatchDeadline.Kind, Match.Status
READ: Final = Statement([Part("held", Match)], "SELECT * FROM tournaments_match held WHERE held.id = %s")
LOCK: Final = Statement([Part("held", Match)], "SELECT * FROM tournaments_match held WHERE held.id = %s FOR UPDATE")
READ_LEASE: Final = Statement(
    [Part("held", LiveLease)],
    "SELECT * FROM tournaments_livelease held WHERE held.id = %s AND held.ended_at IS NULL",
)
# Held until the end of the transaction: the process that takes the lease over waits for that. A computer that is cut
# off in between would keep its match locked, so the server ends such a transaction that is silent for 1.5 seconds, and
# the process that takes over one that is in a pipeline or after one (frame/writes/stalled.py).
HOLD_LEASE: Final = Statement(
    [Part("held", LiveLease)],
    "SELECT *, set_config('idle_in_transaction_session_timeout', '1500', true) FROM tournaments_livelease held"
    " WHERE held.id = %s AND held.ended_at IS NULL FOR KEY SHARE",
)
DISARM: Final = "DELETE FROM tournaments_matchdeadline WHERE match_id = %s AND kind = %s"
# How long after a deal the next one waits for players who are not ready.
BREAK = timedelta(seconds=30)
# Where only robots play, the pause after a deal is as long as this number of their plays.
PLAYS_OF_BREAK = 5
# In a match whose ``chairs`` say ``shown`` robots play for spectators; they stop when nobody has watched for this long.
SHOWN, LOOK = "shown", timedelta(seconds=30)
# Events of a match that are reported to the tournament.
REPORTED = frozenset({"closed", "abandoned", "timed_out", "ruled", "ended", "time_called", "time_extended"})


class LeaseOverError(Exception):
    """The process that writes has lost its lease: others serve its tables now."""


@contextmanager
def lock_match(match_id: int, lease: int | None = None) -> Iterator[Match]:
    """Open a transaction with the match locked; it never waits for the lock of an event.

    With a ``lease``, that of the process whose socket asks, it is refused as soon as that is over.
    """
    with alone():
        is_shared = connection.features.has_select_for_update
        of_match = (LOCK if is_shared else READ, (match_id,))
        if lease is None:
            (found,) = together(of_match)
        else:
            held, found = together((HOLD_LEASE if is_shared else READ_LEASE, (lease,)), of_match)
            if not held:
                raise LeaseOverError
        for (match,) in found:
            yield match
            return
        raise MissingError


@dataclass(frozen=True, slots=True)
class AnsweredCommand:
    """The command that a decision answers: its name, the hash of its content, its time and its measured delay."""

    client_id: str | None = None
    fingerprint: str = ""
    received: datetime | None = None
    lag_ms: int = 0


def decide(
    match: Match,
    decision: Callable[[Live, Moment], list[Event]],
    asked: AnsweredCommand | None = None,
    now: datetime | None = None,
) -> Sequence[Event]:
    """Append the events of ``decision`` to a locked match, and their effects; ``now`` is this moment if not given."""
    asked, at = asked or AnsweredCommand(), ms_of(now or timezone.now())
    live, seed = live_matches.live(match), secrets.token_bytes(shuffling.SERVER_BYTES)
    received = at if asked.received is None else min(at, ms_of(asked.received))
    pack = live.setup.game.pack(live.setup.rules)
    commitment = shuffling.commitment(seed, pack, match.pk, len(live.state.deals) + 1)
    events = decision(live, Moment(at, received, asked.lag_ms, commitment))
    if events:
        state = fold(events, live.state)
        rows = []
        for number, event in enumerate(events):
            # The first event names the command that was asked.
            command = asked if not number else AnsweredCommand()
            row = MatchEvent(
                match=match,
                sequence=event.sequence,
                kind=event.kind,
                seat=event.seat,
                data=dict(event.data),
                at=moment_of(event.at),
                client_id=command.client_id,
                fingerprint=command.fingerprint,
            )
            rows.append(row)
        append_rows(rows)
        if any(event.kind == "prepared" for event in events):
            # The seed whose commitment these events publish.
            DealSecret.objects.create(match=match, deal=state.deal.number, seed=Sealed(seed.hex()))
        match.is_appended = True
        match.sequence = state.sequence
        match.status = Status.OVER if state.is_over else Status.PAUSED if state.is_paused else Status.OPEN
        write_back([match], ["sequence", "status"])
        _keep_deadlines(match, Live(live.setup, state), {event.kind for event in events}, at)
        transaction.on_commit(partial(live_matches.remember, match, state))
        fanout.announce(match.pk, state.sequence, Topic.MATCH)
    return events


def arm(match: Match, now: datetime) -> None:
    """Wake the robots of a locked match."""
    _keep_deadlines(match, live_matches.live(match), {"resumed"}, ms_of(now))


def _keep_deadlines(match: Match, live: Live, kinds: AbstractSet[str], now: int) -> None:
    """Update the deadlines of a match from its state, after events of these kinds."""
    if live.limits != clocks.Limits():
        due = clocks.due(live.state.clocks, live.limits)
        _arm(match, Kind.TURN, None if due is None else moment_of(due))
    if kinds & {"prepared", "resumed", "dealt", "paused", "ended", "settled"}:
        # How long the next deal waits for players who are not ready; None where it does not wait.
        wait, deal = None, live.state.deal
        if deal.is_waiting and not live.state.is_paused and not live.state.is_over:
            if set(deal.seats) <= set(live.setup.robots):
                wait = PLAYS_OF_BREAK * _robot_pause()
            elif live.state.dealt:
                wait = BREAK
        _arm(match, Kind.DEAL, None if wait is None else moment_of(now) + wait)
    if live.robots or kinds & {"voided", "ended", "settled"}:
        turn = live.state.clocks
        # Nobody plays by itself where a person is to move.
        plays_at = None
        if turn.since is not None and turn.seat in live.robots:
            plays_at = moment_of(min(turn.since, now)) + _robot_pause()
        _arm(match, Kind.ROBOT, plays_at)
    dealt = len(live.state.dealt)
    if kinds & {"dealt", "ended", "settled"} and dealt <= 1:
        _arm(match, Kind.NO_SHOW, None)
    if "resumed" in kinds and not dealt:
        # After a pause the absent get the event's whole grace again: nobody could get ready meanwhile.
        of_event = Match.objects.filter(pk=match.pk, table__isnull=False).values_list("table__tournament__online")
        for (options,) in of_event:
            grace = timedelta(minutes=online_from_json(options).grace_minutes)
            waiting = MatchDeadline.objects.filter(match=match, kind=Kind.NO_SHOW)
            waiting.update(due_at=moment_of(now) + grace)
    if "reinstated" in kinds:
        _arm(match, Kind.TIME, moment_of(now))
    if "settled" in kinds:
        _arm(match, Kind.REPORT, None)
    elif match.table_id is not None and kinds & REPORTED:
        _arm(match, Kind.REPORT, moment_of(now))


def _robot_pause() -> timedelta:
    return timedelta(milliseconds=settings.ROBOT_PAUSE_MS)


def _arm(match: Match, kind: str, due_at: datetime | None) -> None:
    """Set a deadline, or remove it with None."""
    if due_at is None:
        LATER.execute_each(DISARM, [(match.pk, str(kind))])
    else:
        put_row(MatchDeadline(match=match, kind=str(kind), due_at=due_at), ["match", "kind"], ["due_at"])
