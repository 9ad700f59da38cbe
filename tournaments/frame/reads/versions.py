"""Versions of events and matches, and ETags that change with everything a page of a table shows.

ETags of tables: short words that change with everything that a page of one table shows. A sheet is made for one reader.
With the ETags of all tables, which are the same for everybody, it need not be fetched again for changes at other
tables.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias
from zlib import crc32

from django.db import connection
from django.db.models import Q, QuerySet

from tournaments.models import Match, Ruling, Table, TableLine, Tournament


def versions_of(tournament_ids: Sequence[int]) -> dict[int, int]:
    """Return the versions of those events that are public, in one query."""
    rows = Tournament.objects.filter(pk__in=tournament_ids).exclude(status=Tournament.Status.DRAFT)
    return dict(rows.values_list("pk", "version"))


def sequences_of(match_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of the newest event of each of these matches, in one query."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "sequence"))


def newest_courtesies(match_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of the newest courtesy of each of these matches, in one query."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "said"))


def public_version(slug: str) -> tuple[int, int] | None:
    """Return the key and the version of a public event; None for a draft and for a missing one."""
    found = Tournament.objects.filter(slug=slug).exclude(status=Tournament.Status.DRAFT)
    return found.values_list("pk", "version").first()


def version_of(tournament_id: int) -> int | None:
    """Return the version of an event; every reader of a cached page needs it, so nothing else is read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM tournaments_tournament WHERE id = %s", (tournament_id,))
        found = cursor.fetchone()
    return int(found[0]) if found else None


OPEN = (Table.Status.CALLED, Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)
OF_ROUND = ("clock_started_at", "clock_minutes", "clock_added_ms", "clock_paused_at", "time_called_at")
OF_TABLE = tuple(field.attname for field in Table._meta.concrete_fields)
OF_LINE = tuple(field.attname for field in TableLine._meta.concrete_fields)
OF_RULING = ("pk", "status", "cancelled_at")
# How long the sheet of a table that is over may still be open in a browser.
LOOKED_AT = timedelta(hours=1)

Values: TypeAlias = Sequence[object]


def marks(event: Tournament, now: datetime) -> Mapping[int, str]:
    """Return the ETag of every table, by number, that is open or was until an hour before ``now``; three queries."""
    is_fresh = Q(status__in=OPEN) | Q(finished_at__gte=now - LOOKED_AT)
    tables = Table.objects.filter(is_fresh, tournament=event)
    lines = _by_table(TableLine.objects.filter(table__in=tables).order_by("index"), OF_LINE)
    rulings = _by_table(Ruling.objects.filter(table__in=tables).order_by("pk"), OF_RULING)
    rows = tables.values_list("pk", "number", *OF_TABLE, *(f"round__{name}" for name in OF_ROUND))
    return {number: _mark(row, lines[pk], rulings[pk]) for pk, number, *row in rows}


def mark_of(table: Table, lines: Sequence[TableLine]) -> str:
    """Return the ETag of a table as it was read, with its round and its lines in their order; one query."""
    row = [*_values(table, OF_TABLE), *_values(table.round, OF_ROUND)]
    rulings = _by_table(Ruling.objects.filter(table=table).order_by("pk"), OF_RULING)
    return _mark(row, [_values(line, OF_LINE) for line in lines], rulings[table.pk])


def _by_table(rows: "QuerySet[TableLine] | QuerySet[Ruling]", names: Sequence[str]) -> Mapping[int, list[Values]]:
    found: dict[int, list[Values]] = defaultdict(list)
    for key, *values in rows.values_list("table_id", *names):
        found[key].append(values)
    return found


def _values(row: object, names: Sequence[str]) -> Values:
    return [getattr(row, name) for name in names]


def _mark(table: Values, lines: Sequence[Values], rulings: Sequence[Values]) -> str:
    return f"{crc32(repr((list(table), list(lines), list(rulings))).encode()):08x}"
