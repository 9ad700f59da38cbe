"""The ties of an event that are open, and those of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Table, TableLine, Tie, Tournament

MOST_OPEN = 60


@dataclass(frozen=True, slots=True)
class TieNow:
    """A tie with its table (and the table's round) and its level lines, in order."""

    tie: Tie
    table: Table
    lines: Sequence[TableLine]


def open_ties(event: Tournament) -> list[TieNow]:
    """Return the open ties, oldest first, in two queries: one where there are none."""
    rows = Tie.objects.filter(table__tournament=event, status=Tie.Status.OPEN).select_related("table__round")
    return _with_lines(list(rows.order_by("opened_at", "pk")[:MOST_OPEN]))


def ties_of(table: Table) -> list[TieNow]:
    """Return every tie of a table, cancelled ones too, in order."""
    return _with_lines(list(Tie.objects.filter(table=table).select_related("table__round", "sheet").order_by("pk")))


def _with_lines(ties: Sequence[Tie]) -> list[TieNow]:
    if not ties:
        return []
    seated: dict[int, list[TableLine]] = {}
    rows = TableLine.objects.filter(table__in={tie.table_id for tie in ties}).select_related("entry")
    for line in rows.order_by("table_id", "index"):
        seated.setdefault(line.table_id, []).append(line)
    return [TieNow(tie, tie.table, [line for line in seated[tie.table_id] if line.index in tie.lines]) for tie in ties]
