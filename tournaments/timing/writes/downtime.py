"""Downtime is given back: after a gap in service the running clocks move by the gap, once, and it is logged."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F
from django.utils import timezone

from tournaments.competition.timing import TOLERATED_IN_PLAY, clock_shift
from tournaments.events.reads.online import PAUSE
from tournaments.frame.policies import SYSTEM
from tournaments.frame.reads import statements
from tournaments.frame.reads.statements import Part, Statement
from tournaments.frame.writes.transaction import alone, lock_tournament, record
from tournaments.live_log.writes.log import give_back
from tournaments.models import Deadline, MatchDeadline, Pulse, Round, Table, TableLine, Tournament
from tournaments.outbox import fanout
from tournaments.timing.reads import ms_of

PULSE = "clocks"
BEATING = Statement([Part("pulse", Pulse)], "SELECT * FROM tournaments_pulse pulse WHERE pulse.name = %s")
# The heartbeat of the process that serves online tables; there is none while nobody is at a table.
TABLES = "tables"
# When a gap of all processes was last given back to online matches.
GIVEN = "given"
# How often the heartbeat is written: while something is pending, and otherwise.
BUSY, IDLE = timedelta(milliseconds=500), timedelta(seconds=2)
OVER = (Table.Status.DONE, Table.Status.BYE)
PENDING: Final = """
SELECT 1 FROM tournaments_deadline WHERE fired_at IS NULL AND due_at IS NOT NULL
UNION ALL SELECT 1 FROM tournaments_matchdeadline LIMIT 1
"""
BEGUN = {"clock_started_at__isnull": False, "time_called_at__isnull": True}
RUNNING = {**BEGUN, "clock_paused_at__isnull": True}


def close_gap(now: datetime | None = None, *, busy: bool = False) -> int:
    """Move the clocks by the gap since the last heartbeat, if any; return the milliseconds for events.

    A shorter gap is given back to online matches only. ``busy`` says that somebody is playing: the heartbeat is then as
    frequent as while something is due.

    Without ``now`` it is the moment at which the lock is taken: a process that slept before must not use the time at
    which it fell asleep.
    """
    pulse: Pulse | None = next((found for (found,) in BEATING.rows(PULSE)), None)
    if pulse is None:
        Pulse.objects.get_or_create(name=PULSE, defaults={"at": now or timezone.now()})
        return 0
    at = now or timezone.now()
    last = ms_of(pulse.at)
    has_gap = bool(clock_shift(last, ms_of(at)))
    if not has_gap and clock_shift(last, ms_of(at), TOLERATED_IN_PLAY):
        # Only online matches count so short a gap.
        has_gap = MatchDeadline.objects.exists()
    if not has_gap:
        # The heartbeat is written seldom enough to spare the disk of an idle laptop.
        age = at - pulse.at
        if BUSY <= age < IDLE and not busy:
            busy = bool(statements.rows(PENDING, []))
        if age >= IDLE or (age >= BUSY and busy):
            Pulse.objects.filter(pk=pulse.pk, at=pulse.at).update(at=at)
        return 0

    with alone():
        # The gap is checked again under the lock, which only one process has at a time.
        pulse = Pulse.objects.select_for_update().get(name=PULSE)
        now = now or timezone.now()
        moved = clock_shift(ms_of(pulse.at), ms_of(now))
        if moved:
            # A clock runs, something is pending, or a called table waits to begin: lateness counts from its call.
            counting = (
                Round.objects.filter(**RUNNING),
                Table.objects.filter(**RUNNING),
                Table.objects.filter(status=Table.Status.CALLED),
                Deadline.objects.filter(fired_at__isnull=True, due_at__isnull=False),
            )
            keys = {key for rows in counting for key in rows.values_list("tournament", flat=True)}
            running = Tournament.objects.filter(status=Tournament.Status.RUNNING, pk__in=keys)
            # In the order in which events are locked.
            for key in list(running.order_by("pk").values_list("pk", flat=True)):
                move_event(key, moved, now)
        if clock_shift(ms_of(pulse.at), ms_of(now), TOLERATED_IN_PLAY):
            # Online matches get the gap, less what the process that serves tables has given back already.
            tables = Pulse.objects.select_for_update().filter(name=TABLES).first()
            since = max(pulse.at, tables.at) if tables is not None else pulse.at
            in_play = clock_shift(ms_of(since), ms_of(now), TOLERATED_IN_PLAY)
            if in_play:
                give_back(in_play)
                Pulse.objects.update_or_create(name=GIVEN, defaults={"at": now})
                Pulse.objects.filter(name=TABLES).update(at=now)
            pulse.at = now
            pulse.save(update_fields=["at"])
        return moved


def serve_tables(now: datetime | None = None) -> None:
    """Record that online tables are served; after a gap, give the time back first.

    The sweeper may be another process, whose own heartbeat says nothing about this.
    """
    if not MatchDeadline.objects.exists():
        leave_tables()
        return
    at = now or timezone.now()
    pulse, is_new = Pulse.objects.get_or_create(name=TABLES, defaults={"at": at})
    if is_new:
        return
    if not clock_shift(ms_of(pulse.at), ms_of(at), TOLERATED_IN_PLAY):
        Pulse.objects.filter(pk=pulse.pk, at=pulse.at).update(at=at)
        return
    with alone():
        held = Pulse.objects.select_for_update().filter(name=TABLES).first()
        at = now or timezone.now()
        gap = clock_shift(ms_of(held.at), ms_of(at), TOLERATED_IN_PLAY) if held is not None else 0
        if held is not None and gap:
            give_back(gap)
            Pulse.objects.update_or_create(name=GIVEN, defaults={"at": at})
            held.at = at
            held.save(update_fields=["at"])


def leave_tables(unless_after: datetime | None = None) -> None:
    """Delete the heartbeat of online tables because nobody is at one: their deadlines need not wait for it.

    It stays if it is later than ``unless_after``: then another process has written it and still serves tables.
    """
    pulse = Pulse.objects.filter(name=TABLES)
    if unless_after is not None:
        pulse = pulse.filter(at__lte=unless_after)
    if pulse.exists():
        pulse.delete()


def are_tables_served(now: datetime) -> bool:
    """Return whether online tables are served: their heartbeat is fresh, or there is none."""
    stale = now - timedelta(milliseconds=TOLERATED_IN_PLAY)
    return not Pulse.objects.filter(name=TABLES, at__lt=stale).exists()


def move_event(tournament_id: int, moved: int, now: datetime) -> None:
    """Move every moment that time is counted from, so that nothing counts in the gap: no play, no lateness.

    A planned hour stays; one that has passed by ``now`` comes after a pause (R-ONL-06).
    """
    tournament = lock_tournament(tournament_id)
    gap = timedelta(milliseconds=moved)
    for model in (Round, Table):
        begun = model._default_manager.filter(tournament=tournament, **BEGUN)
        begun.update(clock_started_at=F("clock_started_at") + gap, clock_paused_at=F("clock_paused_at") + gap)
    # Tables that play on after the call of their round have no moment of their own.
    extra = Table.objects.filter(
        tournament=tournament,
        clock_started_at__isnull=True,
        time_called_at__isnull=True,
        round__clock_started_at__isnull=False,
        round__time_called_at__isnull=False,
    )
    extra.exclude(clock_added_ms=0).exclude(status__in=OVER).update(clock_added_ms=F("clock_added_ms") + moved)
    waiting = Table.objects.filter(tournament=tournament, status=Table.Status.CALLED)
    waiting.update(called_at=F("called_at") + gap)
    missing = TableLine.objects.filter(table__in=waiting, missing_since__isnull=False, arrived_at__isnull=True)
    missing.update(missing_since=F("missing_since") + gap)
    lines = TableLine.objects.filter(table__tournament=tournament, clock_running_since__isnull=False)
    lines.update(clock_running_since=F("clock_running_since") + gap)
    pending = Deadline.objects.filter(tournament=tournament, fired_at__isnull=True, due_at__isnull=False)
    planned = pending.filter(kind=Deadline.Kind.ROUND_OPENS, due_at=F("round__opens_at"))
    pending.exclude(pk__in=list(planned.values_list("pk", flat=True))).update(due_at=F("due_at") + gap)
    planned.filter(due_at__lt=now).update(due_at=now + PAUSE)
    record(
        by=SYSTEM,
        verb="clocks_moved",
        target=tournament,
        tournament=tournament,
        after={"seconds": round(moved / 1000)},
    )
    fanout.announce(tournament.pk, tournament.version)
