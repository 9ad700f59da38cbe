"""The installation in figures, for machines that watch it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count, Min, Q, QuerySet

from tournaments.models import Deadline, Job, OutboxMessage, Pulse, Scoresheet, Table, Tournament

# The pulse of the process that keeps the clocks.
CLOCKS = "clocks"
GRACE = timedelta(seconds=1)
Status = Table.Status
OPEN = (Status.CALLED, Status.PLAYING, Status.TO_CONFIRM, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of the installation; ages and lateness in seconds, 0 for none."""

    events: dict[str, float]
    tables: int
    results: int
    deadlines: int
    late: int
    lateness: float
    messages: int
    oldest: float
    given_up: int
    jobs: dict[str, float]
    pulses: dict[str, float]


def has_tables_of_program() -> bool:
    """Return whether every migration of this program has been made."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def figures(now: datetime) -> Figures:
    """Return all of them, in seven queries."""
    pending = Q(fired_at__isnull=True, due_at__isnull=False)
    deadlines = Deadline.objects.aggregate(
        pending=Count("id", filter=pending),
        late=Count("id", filter=pending & Q(due_at__lt=now - GRACE)),
        first=Min("due_at", filter=pending),
    )
    waiting = Q(done_at__isnull=True, attempts__lt=OutboxMessage.MOST_ATTEMPTS)
    messages = OutboxMessage.objects.filter(done_at__isnull=True).aggregate(
        pending=Count("id", filter=waiting),
        given_up=Count("id", filter=~waiting),
        first=Min("run_at", filter=waiting),
    )
    jobs = Job.objects.exclude(status=Job.Status.DONE).order_by()
    return Figures(
        events=_count_statuses(Tournament.objects.order_by(), Tournament.Status.values),
        tables=Table.objects.filter(status__in=OPEN).count(),
        results=Scoresheet.objects.count(),
        deadlines=deadlines["pending"],
        late=deadlines["late"],
        lateness=_overdue(deadlines["first"], now),
        messages=messages["pending"],
        oldest=_overdue(messages["first"], now),
        given_up=messages["given_up"],
        jobs=_count_statuses(jobs, [Job.Status.WAITING, Job.Status.RUNNING, Job.Status.FAILED]),
        pulses=pulse_ages(now),
    )


def _count_statuses(rows: QuerySet[Any], statuses: Iterable[str]) -> dict[str, float]:
    """Return the number of rows in each of ``statuses``, 0 without rows."""
    found = dict(rows.values_list("status").annotate(rows=Count("id")))
    return {str(status): found.get(status, 0) for status in statuses}


def pulse_ages(now: datetime) -> dict[str, float]:
    """Return seconds since the last pulse of each part of the installation."""
    return {pulse.name: (now - pulse.at).total_seconds() for pulse in Pulse.objects.order_by("name")}


def lateness(now: datetime) -> float:
    """Return seconds since the oldest due deadline that has not fired yet."""
    first = Deadline.objects.filter(fired_at__isnull=True, due_at__isnull=False).aggregate(first=Min("due_at"))
    return _overdue(first["first"], now)


def _overdue(first: datetime | None, now: datetime) -> float:
    return max((now - first).total_seconds(), 0.0) if first is not None else 0.0
