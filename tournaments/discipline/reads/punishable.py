"""Who can get a penalty, at which tables; one penalty, and those that count in the standings."""

from collections.abc import Collection

from django.db.models import Prefetch, Q

from tournaments import folding
from tournaments.competition.discipline.penalties import KINDS, OF_STANDINGS
from tournaments.frame.reads.pairs import seated_as
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament

MOST_TABLES = 500
OPEN = (Table.Status.CALLED, Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)
CALLED = (*OPEN, Table.Status.DONE)


def entries(event: Tournament, search: str = "") -> list[tuple[int, str]]:
    """Return entries that take part, by name; with ``search`` those whose name or number contains it.

    Where partners rotate also the pairs whose tables are open.
    """
    seated = TableLine.objects.filter(table__tournament=event, table__status__in=OPEN)
    sits = Q(status=Entry.Status.PAIR, pk__in=seated.values("entry"))
    found = Entry.objects.filter(Q(status=Entry.Status.CONFIRMED) | sits, tournament=event).order_by("pk")
    rows = found.values_list("pk", "label", "number")
    named = [(pk, label) for pk, label, number in rows if folding.has(f"{label} {number}", search)]
    return sorted(named, key=lambda each: folding.fold(each[1]))


def tables(event: Tournament) -> list[Table]:
    """Return the called tables, newest round first, each with its round and lines."""
    lines = Prefetch("lines", TableLine.objects.select_related("entry"))
    found = Table.objects.filter(tournament=event, status__in=CALLED).select_related("round").prefetch_related(lines)
    return list(found.order_by("-round__number", "hall_number", "number")[:MOST_TABLES])


def table_at(event: Tournament, number: int) -> Table | None:
    """Return a table of the event by its number."""
    return Table.objects.filter(tournament=event, number=number).first()


def taken_from(event: Tournament, keys: Collection[int]) -> list[Ruling]:
    """Return the penalties in force that deduct from the totals of these entries, by entry and time."""
    found = Ruling.objects.filter(
        tournament=event, entry__in=seated_as(keys, event), kind__in=OF_STANDINGS, status=Ruling.Status.IN_FORCE
    )
    rows = found.select_related("entry").order_by("made_at", "pk")
    return sorted(rows, key=lambda ruling: folding.fold(str(ruling.entry)))


def ruling(event: Tournament, pk: int) -> Ruling | None:
    """Return a penalty of the event, in any state, with its entry, table and who decided."""
    found = Ruling.objects.filter(tournament=event, pk=pk, kind__in=KINDS)
    return found.select_related("entry", "table", "table__round", "decided_by").first()
