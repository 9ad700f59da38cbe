"""What is written about tables: versions of their sheets, rulings, and the tables that officials look after."""

from collections.abc import Sequence

from django.db.models import Q

from tournaments.models import Round, Ruling, Scoresheet, Table, TableLine, Tournament

Status = Table.Status


def versions(table: Table) -> list[Scoresheet]:
    """Every version of a table's sheet, the oldest first, with who wrote it."""
    return list(Scoresheet.objects.filter(table=table).select_related("entered_by").order_by("version"))


def version(table: Table, number: int) -> Scoresheet | None:
    """One version of a table's sheet."""
    return Scoresheet.objects.filter(table=table, version=number).first()


def rulings(table: Table) -> list[Ruling]:
    """The rulings made at a table, the newest first."""
    return list(Ruling.objects.filter(table=table).select_related("entry", "made_by", "decided_by", "cancelled_by"))


def places_filled(event: Tournament) -> list[Ruling]:
    """The places that were given to somebody who was beaten and can still be taken back, the newest first.

    Of a place that was given twice, the last decision is taken back first.
    """
    found = Ruling.objects.filter(tournament=event, kind=Ruling.Kind.REPLACEMENT, cancelled_at__isnull=True)
    uncalled = Q(table__status=Status.PLANNED) | Q(table__ending__in=("bye", "walkover"))
    newest: dict[int, Ruling] = {}
    for ruling in found.filter(uncalled).select_related("entry", "table", "table__round").order_by("-pk"):
        newest.setdefault(ruling.details["line"], ruling)
    return list(newest.values())


def called_lines(event: Tournament, hall_numbers: Sequence[int] | None = None) -> list[TableLine]:
    """The lines of every table that has been called, of all or of the given hall tables, in one query."""
    rows = TableLine.objects.filter(table__tournament=event).select_related("table", "table__round", "entry")
    rows = rows.exclude(table__status__in=(Status.BYE, Status.PLANNED))
    return list(rows if hall_numbers is None else rows.filter(table__hall_number__in=hall_numbers))


def current_round(event: Tournament) -> Round | None:
    """The round that was announced last."""
    announced = Round.objects.filter(tournament=event, status=Round.Status.ANNOUNCED)
    return announced.order_by("-number").first()


def table_numbers(event: Tournament, hall_number: int) -> list[int]:
    """The numbers of the called tables at a tavolo, the newest round first."""
    rows = Table.objects.filter(tournament=event, hall_number=hall_number)
    rows = rows.exclude(status__in=(Status.BYE, Status.PLANNED))
    return list(rows.order_by("-round__number", "number").values_list("number", flat=True))


def seated(table: Table) -> list[TableLine]:
    """The lines of a table in their order, each with its entry."""
    return list(TableLine.objects.filter(table=table).select_related("entry").order_by("index"))
