"""Records of tables, for officials' pages and codes: sheet versions, rulings, open ties, called lines, what is next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, Q, When
from django.db.models.functions import Coalesce

from tournaments.frame.reads.statements import Part, Statement
from tournaments.models import Entry, Ruling, Scoresheet, Table, TableLine, Tie, Tournament, User

Status = Table.Status
VERSIONS = Statement(
    [Part("sheet", Scoresheet), Part("writer", User, of="sheet.entered_by")],
    """
    SELECT * FROM tournaments_scoresheet sheet
    LEFT JOIN tournaments_user writer ON writer.id = sheet.entered_by_id
    WHERE sheet.table_id = %s ORDER BY sheet.version
    """,
)
RULINGS = Statement(
    [
        Part("ruling", Ruling),
        Part("entry", Entry, of="ruling.entry"),
        Part("maker", User, of="ruling.made_by"),
        Part("decider", User, of="ruling.decided_by"),
        Part("canceller", User, of="ruling.cancelled_by"),
    ],
    """
    SELECT * FROM tournaments_ruling ruling
    LEFT JOIN tournaments_entry entry ON entry.id = ruling.entry_id
    LEFT JOIN tournaments_user maker ON maker.id = ruling.made_by_id
    LEFT JOIN tournaments_user decider ON decider.id = ruling.decided_by_id
    LEFT JOIN tournaments_user canceller ON canceller.id = ruling.cancelled_by_id
    WHERE ruling.table_id = %s ORDER BY ruling.made_at DESC, ruling.id DESC
    """,
)

# A table that is being played, without a confirmed result.
WANTING = (Table.Status.CALLED, Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)


def versions(table: Table) -> list[Scoresheet]:
    """Return every version of a table's sheet, the oldest first, with who wrote it."""
    return [sheet for sheet, _writer in VERSIONS.rows(table.pk)]


def versions_of(table_ids: Sequence[int]) -> dict[int, list[Scoresheet]]:
    """Return the same for many tables, by table, in one query; without withdrawn ones."""
    found: dict[int, list[Scoresheet]] = {}
    rows = Scoresheet.objects.filter(table_id__in=table_ids).exclude(status=Scoresheet.Status.UNDONE)
    for sheet in rows.select_related("entered_by").order_by("table_id", "version"):
        found.setdefault(sheet.table_id, []).append(sheet)
    return found


def rulings(table: Table) -> list[Ruling]:
    """Return the rulings made at a table, the newest first."""
    return [ruling for ruling, *_people in RULINGS.rows(table.pk)]


def places_filled(event: Tournament) -> list[Ruling]:
    """Return the places given to beaten entries that can still be taken back, newest first.

    Of a place that was given twice, only the last decision can be taken back.
    """
    found = Ruling.objects.filter(tournament=event, kind=Ruling.Kind.REPLACEMENT, cancelled_at__isnull=True)
    uncalled = Q(table__status=Status.PLANNED) | Q(table__ending__in=("bye", "walkover"))
    newest: dict[int, Ruling] = {}
    for ruling in found.filter(uncalled).select_related("entry", "table", "table__round").order_by("-pk"):
        newest.setdefault(ruling.details["line"], ruling)
    return list(newest.values())


def called_lines(event: Tournament, hall_numbers: Sequence[int] | None = None) -> list[TableLine]:
    """Return the lines of every called table, or of the given hall tables, in one query.

    A table without a number in the hall goes by its own.
    """
    rows = TableLine.objects.filter(table__tournament=event).select_related("table", "table__round", "entry")
    rows = rows.exclude(table__status__in=(Status.BYE, Status.PLANNED))
    if hall_numbers is None:
        return list(rows)
    return list(rows.annotate(at=Coalesce("table__hall_number", "table__number")).filter(at__in=hall_numbers))


def table_numbered(event: Tournament, number: int) -> Table | None:
    """Return a table of the event by its own number, or None."""
    return Table.objects.filter(tournament=event, number=number).first()


def next_to_write(table: Table) -> Table | None:
    """Return the next table of the round that needs a result, by hall number; after the last one the first."""
    own = table.public_number
    open_tables = Table.objects.filter(round=table.round, status__in=WANTING).exclude(pk=table.pk)
    numbered = open_tables.annotate(at=Coalesce("hall_number", "number"))
    return numbered.order_by(Case(When(at__gt=own, then=0), default=1), "at").first()


def seated_lines(table: Table) -> list[TableLine]:
    """Return the lines of a table in order, each with its entry."""
    return list(TableLine.objects.filter(table=table).select_related("entry").order_by("index"))


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
    ties = list(rows.order_by("opened_at", "pk")[:MOST_OPEN])
    if not ties:
        return []
    seated: dict[int, list[TableLine]] = {}
    lines = TableLine.objects.filter(table__in={tie.table_id for tie in ties}).select_related("entry")
    for line in lines.order_by("table_id", "index"):
        seated.setdefault(line.table_id, []).append(line)
    return [TieNow(tie, tie.table, [line for line in seated[tie.table_id] if line.index in tie.lines]) for tie in ties]
