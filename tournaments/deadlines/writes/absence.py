"""Absent lines: when they arrive, or are no longer waited for, deadlines, marks and proposals are updated."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.competition.discipline.ladder import MOST_STEPS
from tournaments.deadlines.writes import deadlines
from tournaments.frame.writes.transaction import write_back
from tournaments.models import Ruling, Table, TableLine

FIELDS = ["missing_since", "arrived_at"]
OBSOLETE, SUPERSEDED = "obsolete", "superseded"
"""Why a proposal was dismissed where no referee did it: the match went its way, or a later step took its place."""


def late_key(table: Table, line: int, step: int) -> str:
    """Return the key of the deadline at which an absent line reaches a step of the ladder."""
    return f"late:{table.pk}:{line}:{step}"


def is_missing(line: TableLine) -> bool:
    """Return whether the table waits for a line."""
    return line.missing_since is not None and line.arrived_at is None


def stop_waiting(table: Table, lines: Iterable[TableLine], now: datetime) -> list[TableLine]:
    """Mark the absent lines among these as present, and drop the steps that were still to come."""
    came = [line for line in lines if is_missing(line)]
    for line in came:
        line.arrived_at = now
    if came:
        write_back(came, FIELDS)
        deadlines.drop(*(late_key(table, line.index, step) for line in came for step in range(MOST_STEPS)))
    return came


def begin(table: Table, lines: Sequence[TableLine]) -> None:
    """Begin a match: absent lines are now present, and proposed no-shows can no longer be applied."""
    stop_waiting(table, lines, timezone.now())
    if table.status == Table.Status.CALLED:
        _dismiss_no_shows(table, lines)


def end(table: Table, lines: Sequence[TableLine]) -> None:
    """End a match. Only after a penalty ended it can the other line still be reported as absent."""
    if not table.note.get("ruled"):
        _dismiss_no_shows(table, lines)


def _dismiss_no_shows(table: Table, lines: Sequence[TableLine]) -> None:
    """Dismiss proposed no-shows; no query where nobody was ever absent, for every result passes here."""
    if any(line.missing_since is not None for line in lines):
        dismiss(Ruling.objects.filter(table=table, kind=Ruling.Kind.NO_SHOW), OBSOLETE)


def reopen(lines: Sequence[TableLine]) -> None:
    """Reopen a match that ended without being played: it waits for nobody, and an absent line is reported again."""
    waiting = [line for line in lines if is_missing(line)]
    for line in waiting:
        line.missing_since = None
    write_back(waiting, FIELDS)


def forget(tables: Iterable[Table]) -> None:
    """Reset the absences of these tables: nobody is absent, and nothing is proposed about their matches."""
    keys = [table.pk for table in tables]
    TableLine.objects.filter(table__in=keys, missing_since__isnull=False).update(missing_since=None, arrived_at=None)
    dismiss(Ruling.objects.filter(table__in=keys), OBSOLETE)


def dismiss(rulings: QuerySet[Ruling], why: str) -> None:
    """Dismiss those of ``rulings`` that are still proposals; they stay on record."""
    rulings.filter(status=Ruling.Status.PROPOSED).update(
        status=Ruling.Status.DISMISSED, decided_at=timezone.now(), cancel_reason=why
    )
