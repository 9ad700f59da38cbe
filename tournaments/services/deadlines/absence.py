"""Who is missing at a table: when they come, or nobody waits any more, deadlines, marks and proposals follow."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.competition.discipline.ladder import MOST_STEPS
from tournaments.models import Ruling, Table, TableLine
from tournaments.services.deadlines import deadlines
from tournaments.services.transactions.transaction import write_back

FIELDS = ["missing_since", "arrived_at"]
OBSOLETE, SUPERSEDED = "obsolete", "superseded"
"""Why a proposal was dismissed where no referee did it: the match went its way, or a later step took its place."""


def late_key(table: Table, line: int, step: int) -> str:
    """The name of the deadline at which a line that is still missing comes to a step of the ladder."""
    return f"late:{table.pk}:{line}:{step}"


def is_missing(line: TableLine) -> bool:
    """Whether a line is waited for."""
    return line.missing_since is not None and line.arrived_at is None


def stop_waiting(table: Table, lines: Iterable[TableLine], now: datetime) -> list[TableLine]:
    """Note that the missing of these lines are there: the steps that were still to come are forgotten."""
    came = [line for line in lines if is_missing(line)]
    for line in came:
        line.arrived_at = now
    if came:
        write_back(came, FIELDS)
        deadlines.drop(*(late_key(table, line.index, step) for line in came for step in range(MOST_STEPS)))
    return came


def begin(table: Table, lines: Sequence[TableLine]) -> None:
    """Note that a match has begun: those missing are there, and proposed no-shows can no longer be applied."""
    stop_waiting(table, lines, timezone.now())
    if table.status == Table.Status.CALLED:
        _dismiss_no_shows(table, lines)


def end(table: Table, lines: Sequence[TableLine]) -> None:
    """Note that a match is over. Only after a penalty ended it can the other line still be found not to have come."""
    if not table.note.get("ruled"):
        _dismiss_no_shows(table, lines)


def _dismiss_no_shows(table: Table, lines: Sequence[TableLine]) -> None:
    """No query where nobody was ever missing: every result comes by here."""
    if any(line.missing_since is not None for line in lines):
        dismiss(Ruling.objects.filter(table=table, kind=Ruling.Kind.NO_SHOW), OBSOLETE)


def reopen(lines: Sequence[TableLine]) -> None:
    """A match that had ended without being played waits for nobody: who is still not there is reported again."""
    waiting = [line for line in lines if is_missing(line)]
    for line in waiting:
        line.missing_since = None
    write_back(waiting, FIELDS)


def forget(tables: Iterable[Table]) -> None:
    """The match of these tables begins afresh: nobody is missing, and nothing is proposed about it."""
    keys = [table.pk for table in tables]
    TableLine.objects.filter(table__in=keys, missing_since__isnull=False).update(missing_since=None, arrived_at=None)
    dismiss(Ruling.objects.filter(table__in=keys), OBSOLETE)


def dismiss(rulings: QuerySet[Ruling], why: str) -> None:
    """Dismiss those of ``rulings`` that are still proposals; they stay on record."""
    rulings.filter(status=Ruling.Status.PROPOSED).update(
        status=Ruling.Status.DISMISSED, decided_at=timezone.now(), cancel_reason=why
    )
