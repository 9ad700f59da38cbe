"""All tables of an event as the database has them, read once for its state and its bracket."""

from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from tournaments.models import Tournament
from tournaments.selectors import prepared

# Written once: Django would compile every column anew. Two statements, because a row of both would repeat the table for
# each line.
TABLES = """
SELECT seated.id, seated.number, seated.hall_number, held.number, seated.section, seated.position, seated.best_place,
  seated.worst_place, seated.best_of, seated.lead, seated.through, seated.may_draw, seated."group", seated.status,
  seated.referee_called, seated.tiebreak_due, seated.deals_played, seated.ending, seated.note
FROM tournaments_table seated JOIN tournaments_round held ON held.id = seated.round_id
WHERE seated.tournament_id = %s ORDER BY seated.number
"""
LINES = """
SELECT line.table_id, line.entry_id, entry.label, entry.seed, entry.status, line.is_nobody, line.points, line.place,
  line.vp, line.mp, line.deals, line.is_absent, line.source_id, line.source_place
FROM tournaments_table seated
JOIN tournaments_tableline line ON line.table_id = seated.id
LEFT JOIN tournaments_entry entry ON entry.id = line.entry_id
WHERE seated.tournament_id = %s ORDER BY seated.number, line."index"
"""


class TableRow(NamedTuple):
    """A row of ``TABLES``. SQLite's booleans are 0 and 1, ``note`` is JSON."""

    pk: int
    number: int
    hall_number: int | None
    round: int
    section: str
    position: int
    best_place: int
    worst_place: int
    best_of: int
    lead: int
    through: int
    may_draw: bool
    group: int
    status: str
    referee_called: bool
    tiebreak_due: int
    deals_played: int
    ending: str
    note: str


class LineRow(NamedTuple):
    """A row of ``LINES``; label, seed and status are those of its entry."""

    table: int
    entry: int | None
    label: str | None
    seed: int | None
    status: str | None
    is_nobody: bool
    points: int | None
    place: int | None
    vp: int | None
    mp: int | None
    deals: int
    is_absent: bool
    source: int | None
    source_place: int | None


Where: TypeAlias = tuple[int | None, int, str, int]
"""Hall number, round, section and position of a table."""

WHERE = slice(TableRow._fields.index("hall_number"), TableRow._fields.index("position") + 1)


class WholeTable(NamedTuple):
    """A table with its lines in order, each with where the table is that it waits for or came from, if any."""

    table: TableRow
    lines: tuple[tuple[LineRow, Where | None], ...]


def whole_tables(event: Tournament) -> list[WholeTable]:
    """Return every table of an event, by number; two queries.

    A table that is made or deleted between the two is left out.
    """
    tables = list(map(TableRow._make, prepared.rows(TABLES, [event.pk])))
    lines = list(map(LineRow._make, prepared.rows(LINES, [event.pk])))
    where: dict[int | None, Any] = {table.pk: table[WHERE] for table in tables}
    sources = map(where.get, map(attrgetter("source"), lines))
    at = {key: tuple(here) for key, here in groupby(zip(lines, sources, strict=True), lambda each: each[0].table)}
    return [WholeTable(table, at[table.pk]) for table in tables if table.pk in at]
