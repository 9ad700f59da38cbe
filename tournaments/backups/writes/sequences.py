"""Sequences of keys: a new row must never get the key of a deleted one."""

from collections.abc import Mapping
from typing import Any, Final

from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField

from tournaments.backups.writes.parts import MODELS, label

# Models whose keys the database gives out; the keys of the others follow from their subject.
NUMBERED: Final = tuple(model for model in MODELS if isinstance(model._meta.pk, AutoField))


def given_out() -> dict[str, int]:
    """Return the highest key that each model's table has given out."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        return {label(model): _last(cursor, model._meta.db_table) for model in NUMBERED}


def _last(cursor: Any, table: str) -> int:
    if cursor.db.vendor == "sqlite":
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
    else:
        cursor.execute(
            "SELECT last_value FROM pg_sequences WHERE schemaname = current_schema()"
            " AND format('%%I.%%I', schemaname, sequencename) = pg_get_serial_sequence(%s, 'id')",
            [table],
        )
    row = cursor.fetchone()
    return int(row[0] or 0) if row else 0


def go_on_after(last: Mapping[str, int]) -> None:
    """Set the sequences above the existing rows and above the keys in ``last``."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(MODELS)):
            cursor.execute(statement)
        for model in NUMBERED:
            table, wanted = model._meta.db_table, last.get(label(model), 0)
            if wanted > _last(cursor, table):
                _set(cursor, table, wanted)


def _set(cursor: Any, table: str, wanted: int) -> None:
    if cursor.db.vendor != "sqlite":
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, wanted])
        return
    cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [wanted, table])
    if cursor.rowcount == 0:
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, wanted])
