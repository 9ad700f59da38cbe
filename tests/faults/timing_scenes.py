"""What the clerk does with clocks: halls full of deadlines, service that was away, and sweepers without the lock."""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from tests.faults import scenes
from tests.tournaments import factories as make
from tournaments.deadlines import writes as deadlines
from tournaments.frame.writes.transaction import record, write_back
from tournaments.models import AuditEntry, Deadline, Pulse, Round, Table, Tournament
from tournaments.timing.reads import clock_of_round, clock_of_table, ends_at, ms_of
from tournaments.timing.writes import clocks, downtime
from tournaments.upkeep.writes import firing

LATER = timedelta(minutes=90)


def hall_of_deadlines(events: int, size: int) -> int:
    """Events whose first rounds run, each table by a clock of its own; all of it is due in an hour and a half."""
    for number in range(events):
        made = scenes.evening(size, f"Sala {number}")
        scenes.call_round(made["slug"], 1)
        event = Tournament.objects.get(pk=made["pk"])
        step: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "minutes": 90}
        clocks.start_clock(number=1, **step)
        for table in make.tables_of(event):
            clocks.start_table_clock(table_id=table.pk, **step)
    return Deadline.objects.filter(fired_at__isnull=True).count()


def spread(lead: float, seconds: float, seed: int) -> None:
    """Bring every deadline near: the first in ``lead`` seconds, the last ``seconds`` later, in an order by lot."""
    pending = list(Deadline.objects.select_related("round", "table").filter(fired_at__isnull=True))
    random.Random(seed).shuffle(pending)
    begin = timezone.now() + timedelta(seconds=lead)
    for place, deadline in enumerate(pending):
        deadline.due_at = begin + timedelta(seconds=seconds * place / len(pending))
        row = deadline.round or deadline.table
        assert row is not None and row.clock_started_at is not None
        row.clock_added_ms = ms_of(deadline.due_at) - ms_of(row.clock_started_at) - 90 * 60_000
    write_back(pending, ["due_at"])
    write_back([each.round for each in pending if each.round], ["clock_added_ms"])
    write_back([each.table for each in pending if each.table], ["clock_added_ms"])


def is_swept() -> bool:
    """Whether a sweeper has had its first turn."""
    return Pulse.objects.filter(name=downtime.PULSE).exists()


def still_pending() -> int:
    return Deadline.objects.filter(fired_at__isnull=True).count()


def fired() -> dict[str, Any]:
    """What became of all deadlines: how late each was in seconds, and what stands on record of them."""
    rows = list(Deadline.objects.select_related("round", "table").filter(fired_at__isnull=False))
    called = AuditEntry.objects.filter(verb="time_called")
    effects = [(row.round or row.table).time_called_at == row.fired_at for row in rows]  # type: ignore[union-attr]
    return {
        "late": [(row.fired_at - row.due_at).total_seconds() for row in rows if row.fired_at and row.due_at],
        "effects": sum(effects),
        "records": called.count(),
        "targets": len(set(called.values_list("tournament", "target"))),
        "moved": AuditEntry.objects.filter(verb="clocks_moved").count(),
    }


# Without the lock


@contextmanager
def without_lock(tournament_id: int) -> Iterator[Tournament]:
    """What ``writing`` would be if it did not lock, nor let one writer wait for another."""
    yield Tournament.objects.get(pk=tournament_id)


def alone_on_record(**step: Any) -> None:
    """A row of the log in a transaction of its own, where the write has none that it could go with."""
    with transaction.atomic():
        record(**step)


def fire_by_many(locked: bool, threads: int = 4) -> dict[str, int]:
    """Let several sweepers fire one deadline at once, each in the middle of it for a while."""
    made = scenes.evening(4, f"Gara {locked}")
    scenes.call_round(made["slug"], 1)
    event = Tournament.objects.get(pk=made["pk"])
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1, minutes=1)
    deadline = Deadline.objects.get(tournament=event)
    now, barrier = timezone.now() + timedelta(minutes=2), threading.Barrier(threads)
    asked = firing._due
    results: list[bool] = []

    def slowly(deadline_id: int, at: datetime) -> Deadline | None:
        found = asked(deadline_id, at)
        barrier_or_not()
        return found

    def barrier_or_not() -> None:
        """All have asked before the first one writes; who waits for the lock comes too late for that."""
        try:
            barrier.wait(0.5 if locked else 10)
        except threading.BrokenBarrierError:
            return

    def fire() -> None:
        results.append(firing.fire_deadline(deadline_id=deadline.pk, now=now))
        connection.close()

    kept = firing.writing, firing.record
    firing._due = slowly
    if not locked:
        firing.writing, firing.record = without_lock, alone_on_record
    try:
        running = [threading.Thread(target=fire) for _ in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join(20)
    finally:
        (firing.writing, firing.record), firing._due = kept, asked
    return {
        "said": sum(results),
        "records": AuditEntry.objects.filter(tournament=event, verb="time_called").count(),
    }


# Service that was away


def hall_with_clocks() -> dict[str, int]:
    """An event whose round, two tables and one paused table have clocks; the last pulse is of now."""
    made = scenes.evening(8, "Serata")
    scenes.call_round(made["slug"], 1)
    event = Tournament.objects.get(pk=made["pk"])
    by = {"actor": make.boss_of(event), "tournament_id": event.pk}
    clocks.start_clock(number=1, minutes=60, **by)
    own, extra, paused, plain = make.tables_of(event)
    clocks.start_table_clock(table_id=own.pk, minutes=45, **by)
    clocks.add_table_time(minutes=5, reason="Tardi", table_id=extra.pk, **by)
    clocks.pause_table_clock(table_id=paused.pk, **by)
    return {"event": event.pk, "own": own.pk, "extra": extra.pk, "paused": paused.pk, "plain": plain.pk}


def go_back(event: int, seconds: float) -> None:
    """As if everything until now, the last pulse too, had been so much earlier: so long the service was away."""
    gone = timedelta(seconds=seconds)
    for model in (Round, Table):
        for row in model.objects.filter(tournament=event):  # type: ignore[attr-defined]
            for name in ("clock_started_at", "clock_paused_at", "time_called_at"):
                moment = getattr(row, name)
                setattr(row, name, moment and moment - gone)
            row.save()
    for deadline in Deadline.objects.filter(tournament=event, due_at__isnull=False):
        deadline.due_at = deadline.due_at and deadline.due_at - gone
        deadline.save()
    Pulse.objects.filter(name=downtime.PULSE).update(at=timezone.now() - gone)


def hall_state(event: int, pulse_of: bool = False) -> dict[str, Any]:
    """What is left of every clock in milliseconds, at the last pulse or now, and whether its deadline says the same."""
    now = Pulse.objects.get(name=downtime.PULSE).at if pulse_of else timezone.now()
    round_ = Round.objects.get(tournament=event, number=1)
    tables = list(Table.objects.select_related("round").filter(round=round_).order_by("number"))
    found = [(deadlines.round_key(round_), clock_of_round(round_))]
    found += [(deadlines.table_key(table), clock_of_table(table)) for table in tables]
    due = dict(Deadline.objects.filter(tournament=event).values_list("key", "due_at"))
    moved = AuditEntry.objects.filter(tournament=event, verb="clocks_moved")
    return {
        "left": [clock.time_left(ms_of(now)) for _key, clock in found],
        "agrees": all(due[key] == ends_at(clock) for key, clock in found if key in due),
        "moved": [row.after["seconds"] for row in moved],
    }
