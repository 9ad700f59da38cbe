"""All tables of an event as the database has them, read once for its state and its bracket."""

import json
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from tournaments.frame.reads import prepared
from tournaments.models import Tournament
from tournaments.tables.reads.cards import Card, Side, Source

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

WHERE = slice(Card._fields.index("hall_number"), Card._fields.index("position") + 1)


class WholeTable(NamedTuple):
    """A table with its lines in order, each with where the table is that it waits for or came from, if any.

    ``table`` is a card as it is read: without sides, its note as text, SQLite's booleans as 0 and 1.
    """

    table: Card
    lines: tuple[tuple[LineRow, Where | None], ...]


def whole_tables(event: Tournament) -> list[WholeTable]:
    """Return every table of an event, by number; two queries.

    A table that is made or deleted between the two is left out.
    """
    tables = [Card._make((*row, ())) for row in prepared.rows(TABLES, [event.pk])]
    lines = list(map(LineRow._make, prepared.rows(LINES, [event.pk])))
    where: dict[int | None, Any] = {table.pk: table[WHERE] for table in tables}
    sources = map(where.get, map(attrgetter("source"), lines))
    at = {key: tuple(here) for key, here in groupby(zip(lines, sources, strict=True), lambda each: each[0].table)}
    return [WholeTable(table, at[table.pk]) for table in tables if table.pk in at]


def all_cards(event: Tournament) -> list[Card]:
    """Return every table of an event, by number, in two queries."""
    return [card_of(whole) for whole in whole_tables(event)]


def card_of(whole: WholeTable) -> Card:
    """Return a table from its rows."""
    table = whole.table
    sides = tuple(
        [
            Side(
                line.entry,
                line.label or "",
                line.seed,
                bool(line.is_nobody),
                line.points,
                line.place,
                line.vp,
                line.mp,
                _source(source, line.source_place) if source else None,
                line.deals,
                bool(line.is_absent),
            )
            for line, source in whole.lines
        ]
    )
    # Few tables have anything to say.
    note = {} if table.note == "{}" else json.loads(table.note)
    return table._replace(note=note, sides=sides, referee_called=bool(table.referee_called))


def _source(where: Where, place: int | None) -> Source:
    hall, round_, section, position = where
    return Source(hall, round_, position, section, place or 0)
