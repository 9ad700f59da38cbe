"""The register of penalties, who can get one, what is deducted from each total; and lines missing at called tables."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from datetime import datetime

from django.db.models import Min, Prefetch, Q, QuerySet

from tournaments import folding
from tournaments.competition.discipline import KINDS, OF_STANDINGS, Deduction
from tournaments.competition.discipline import deductions as sums
from tournaments.frame.reads.entry_places import entries_at_table, has_rotating, members_of
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament

MOST_TABLES = 500
OBSOLETE, SUPERSEDED = "obsolete", "superseded"
"""Why a proposal was dismissed where no referee did it: the match went its way, or a later step took its place."""
OPEN = (Table.Status.CALLED, Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)
CALLED = (*OPEN, Table.Status.DONE)


def punishable_entries(event: Tournament, search: str = "") -> list[tuple[int, str]]:
    """Return entries that take part, by name; with ``search`` those whose name or number contains it.

    Where partners rotate also the pairs whose tables are open.
    """
    seated = TableLine.objects.filter(table__tournament=event, table__status__in=OPEN)
    sits = Q(status=Entry.Status.PAIR, pk__in=seated.values("entry"))
    found = Entry.objects.filter(Q(status=Entry.Status.CONFIRMED) | sits, tournament=event).order_by("pk")
    rows = found.values_list("pk", "label", "number")
    named = [(pk, label) for pk, label, number in rows if folding.has(f"{label} {number}", search)]
    return sorted(named, key=lambda each: folding.fold(each[1]))


def punishable_tables(event: Tournament) -> list[Table]:
    """Return the called tables, newest round first, each with its round and lines."""
    lines = Prefetch("lines", TableLine.objects.select_related("entry"))
    found = Table.objects.filter(tournament=event, status__in=CALLED).select_related("round").prefetch_related(lines)
    return list(found.order_by("-round__number", "hall_number", "number")[:MOST_TABLES])


def table_at(event: Tournament, number: int) -> Table | None:
    """Return a table of the event by its number."""
    return Table.objects.filter(tournament=event, number=number).first()


def deductions_from(event: Tournament, keys: Collection[int]) -> list[Ruling]:
    """Return the penalties in force that deduct from the totals of these entries, by entry and time."""
    found = Ruling.objects.filter(
        tournament=event, entry__in=entries_at_table(keys, event), kind__in=OF_STANDINGS, status=Ruling.Status.IN_FORCE
    )
    rows = found.select_related("entry").order_by("made_at", "pk")
    return sorted(rows, key=lambda ruling: folding.fold(str(ruling.entry)))


def ruling(event: Tournament, pk: int) -> Ruling | None:
    """Return a penalty of the event, in any state, with its entry, table and who decided."""
    found = Ruling.objects.filter(tournament=event, pk=pk, kind__in=KINDS)
    return found.select_related("entry", "table", "table__round", "decided_by").first()


Status = Ruling.Status


def rulings(event: Tournament) -> QuerySet[Ruling]:
    """Return the penalties of the event, as a query that callers narrow down or page."""
    found = Ruling.objects.filter(tournament=event, kind__in=KINDS)
    return found.select_related("entry", "table", "table__round", "made_by", "decided_by", "cancelled_by")


def register(event: Tournament) -> list[Ruling]:
    """Return every penalty of the event, newest first, in any state, with who gave, decided and cancelled it."""
    return list(rulings(event))


def proposals(event: Tournament) -> list[Ruling]:
    """Return the proposals that wait for the referee, oldest first."""
    return list(rulings(event).filter(status=Status.PROPOSED).order_by("made_at", "pk"))


def missing(event: Tournament) -> list[TableLine]:
    """Return the missing lines at called tables, longest first, with table, round and entry.

    Without empty chairs: their line has withdrawn, or the match begins without it.
    """
    waited = TableLine.objects.filter(
        table__tournament=event,
        table__status=Table.Status.CALLED,
        missing_since__isnull=False,
        arrived_at__isnull=True,
        is_absent=False,
    )
    return list(waited.select_related("table", "table__round", "entry").order_by("missing_since", "pk"))


def not_come(proposed: Iterable[Ruling]) -> set[tuple[int | None, int | None]]:
    """Return the missing lines at these proposals' tables, as (table, entry); also if the match is over for them."""
    tables = {ruling.table_id for ruling in proposed}
    found = TableLine.objects.filter(table__in=tables, missing_since__isnull=False, arrived_at__isnull=True)
    return set(found.values_list("table_id", "entry_id"))


def late_from(table: Table) -> datetime | None:
    """Return when lateness at a table begins: at its call or the start of its round's clock, the later (R-PEN-03).

    None before the call; ``table.round`` should be loaded.
    """
    if table.called_at is None:
        return None
    started = table.round.clock_started_at
    return table.called_at if started is None else max(table.called_at, started)


def charging(event: Tournament) -> QuerySet[Ruling]:
    """Return the penalties in force that deduct from the totals of an entry."""
    found = Ruling.objects.filter(tournament=event, status=Status.IN_FORCE, kind__in=OF_STANDINGS)
    return found.filter(entry__isnull=False)


def deductions(event: Tournament) -> Mapping[int, Deduction]:
    """Return the deductions of the penalties in force, by entry; one query, or two where partners rotate.

    What is deducted from the pair of a round is deducted from both.
    """
    rows = list(charging(event).values_list("entry_id", "kind", "value"))
    both = members_of({entry for entry, *_rest in rows if entry}) if has_rotating(event) else {}
    return sums([(key, kind, value) for entry, kind, value in rows for key in both.get(entry or 0, [entry or 0])])


def deductions_of(event: Tournament) -> Callable[[Container[int]], Mapping[int, Deduction]]:
    """Return a function that gives the deductions of some stages, by their numbers; one query, or two.

    A penalty counts in the stage of its table, else in the one that was played when it was given (R-STG-25).
    """
    rows = list(charging(event).values_list("entry_id", "kind", "value", "table__round__stage", "made_at"))
    begun: list[datetime] = []
    if any(stage is None for *_, stage, _at in rows):
        # When the first table of each later stage was called, of those that were.
        called = Table.objects.filter(tournament=event, round__stage__gt=1, called_at__isnull=False)
        first = called.order_by().values("round__stage").annotate(start=Min("called_at"))
        begun = [start for start in first.values_list("start", flat=True) if start is not None]
    charges = [
        (stage or 1 + sum(start <= made_at for start in begun), (entry, kind, value))
        for entry, kind, value, stage, made_at in rows
        if entry is not None
    ]
    return lambda stages: sums([charge for stage, charge in charges if stage in stages])
