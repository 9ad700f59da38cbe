"""Re-admission: chairs kept for the best losers of a round, and who takes them by the results so far."""

from tournaments.competition.formats.registry import format_of
from tournaments.models import Table, TableLine, Tournament
from tournaments.tables.reads import elimination


def keeps_chairs(tournament: Tournament) -> bool:
    """Return whether losers may be re-admitted in this event (R-TAB-10)."""
    return format_of(tournament.format).readmits


def lines_with_chairs(tournament: Tournament) -> list[TableLine]:
    """Return all lines of the tables that have a chair for a re-admitted entry (``from_round`` is set); one query.

    Table, round and entry are loaded with them.
    """
    kept = TableLine.objects.filter(table__tournament=tournament, from_round__isnull=False).values("table_id")
    rows = TableLine.objects.filter(table__in=kept).select_related("table", "table__round", "entry")
    return list(rows.order_by("table_id", "index"))


def is_open(tournament: Tournament, chair: TableLine) -> bool:
    """Return whether a table is still open of the round from which a chair is filled."""
    tables = Table.objects.filter(tournament=tournament, round__number=chair.from_round or 0)
    return tables.exclude(status__in=elimination.OVER).exists()
