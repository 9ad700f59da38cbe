"""The register of penalties, what waits for a referee's word, and what is taken from whose total."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

from tournaments.competition.discipline.penalties import KINDS, OF_STANDINGS, Deduction
from tournaments.competition.discipline.penalties import deductions as sums
from tournaments.models import Ruling, Table, TableLine, Tournament

Status = Ruling.Status


def rulings(event: Tournament) -> QuerySet[Ruling]:
    """The penalties of the event, for anybody who narrows them down or turns their pages."""
    found = Ruling.objects.filter(tournament=event, kind__in=KINDS)
    return found.select_related("entry", "table", "table__round", "made_by", "decided_by", "cancelled_by")


def register(event: Tournament) -> list[Ruling]:
    """Every penalty of the event, the newest first, whatever became of it, with who gave, decided and cancelled it."""
    return list(rulings(event))


def of_entry(event: Tournament, entry_id: int) -> list[Ruling]:
    """The penalties of one entry, the newest first."""
    return list(rulings(event).filter(entry_id=entry_id))


def proposals(event: Tournament) -> list[Ruling]:
    """What waits for a referee's word, the oldest first."""
    return list(rulings(event).filter(status=Status.PROPOSED).order_by("made_at", "pk"))


def missing(event: Tournament) -> list[TableLine]:
    """The lines that are waited for at called tables, the longest first, with table, round and entry.

    Nobody waits for an empty chair: its line has withdrawn, or the match begins without it.
    """
    waited = TableLine.objects.filter(
        table__tournament=event, table__status=Table.Status.CALLED, missing_since__isnull=False,
        arrived_at__isnull=True, is_absent=False,
    )  # fmt: skip
    return list(waited.select_related("table", "table__round", "entry").order_by("missing_since", "pk"))


def not_come(proposed: Iterable[Ruling]) -> set[tuple[int | None, int | None]]:
    """Who of these proposals' tables has not come, as (table, entry); also where the match is over for it."""
    tables = {ruling.table_id for ruling in proposed}
    found = TableLine.objects.filter(table__in=tables, missing_since__isnull=False, arrived_at__isnull=True)
    return set(found.values_list("table_id", "entry_id"))


def late_from(table: Table) -> datetime | None:
    """When lateness at a table begins: its call or the start of its round's clock, the later (R-PEN-03).

    None while it has not been called; ``table.round`` should be loaded.
    """
    if table.called_at is None:
        return None
    started = table.round.clock_started_at
    return table.called_at if started is None else max(table.called_at, started)


def charging(event: Tournament) -> QuerySet[Ruling]:
    """The penalties in force that take something from the totals of an entry."""
    found = Ruling.objects.filter(tournament=event, status=Status.IN_FORCE, kind__in=OF_STANDINGS)
    return found.filter(entry__isnull=False)


def deductions(event: Tournament) -> Mapping[int, Deduction]:
    """What the penalties in force take from the totals, by entry; one query."""
    rows = charging(event).values_list("entry_id", "kind", "value")
    return sums([(entry, kind, value) for entry, kind, value in rows if entry is not None])
