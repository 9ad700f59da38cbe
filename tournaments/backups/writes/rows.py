"""A row as one line of JSON, for backups, archives of events and checksums: the same on every engine, and back.

The format is that of Django's ``jsonl``.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, JSONField, Q, QuerySet

from tournaments.backups.writes.parts import AnyModel, label
from tournaments.games.commands import Sealed

FETCHED: Final = 2_000
WRITTEN: Final = 1_000


def _plain(value: object) -> object:
    """Convert a moment to UTC, to the microsecond; a day; the seed of a deal, which only a whole backup holds."""
    if isinstance(value, Sealed):
        return value.unseal()
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(type(value).__name__)


ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), default=_plain
)


def columns(model: AnyModel) -> "list[Field[Any, Any]]":
    """Return the fields of a row in a line, the key first."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    return [model._meta.pk, *fields]


def lines(model: AnyModel, chosen: Q | None = None) -> Iterator[bytes]:
    """Yield every row of a model as a line, by key; at most a few thousand are in memory."""
    rows: QuerySet[Any] = model._base_manager.order_by("pk")
    if chosen is not None:
        rows = rows.filter(chosen)
    fields = columns(model)
    names = [field.name for field in fields[1:]]
    head = f'{{"model":"{label(model)}","pk":'
    for row in rows.values_list(*(field.attname for field in fields)).iterator(FETCHED):
        told = ENCODER.encode(dict(zip(names, row[1:], strict=True)))
        yield f'{head}{ENCODER.encode(row[0])},"fields":{told}}}\n'.encode()


def line_of(row: Any) -> bytes:
    """Return the line of a parsed row, byte for byte as ``lines`` wrote it; ValueError where it is no row."""
    if not isinstance(row, dict) or row.keys() != {"model", "pk", "fields"}:
        raise ValueError("no row")
    model, key, fields = (ENCODER.encode(row[name]) for name in ("model", "pk", "fields"))
    return f'{{"model":{model},"pk":{key},"fields":{fields}}}\n'.encode()


class UnreadableRowError(Exception):
    """A line that is not a row of its model."""


def values(model: AnyModel, line: bytes) -> list[Any]:
    """Return the values of a line, in the order of ``columns``, as this database takes them."""
    try:
        row = json.loads(line)
        found: Mapping[str, Any] = row["fields"]
        fields = columns(model)
        if row["model"] != label(model) or found.keys() != {field.name for field in fields[1:]}:
            raise UnreadableRowError(label(model))
        raw = [row["pk"], *(found[field.name] for field in fields[1:])]
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableRowError(label(model)) from error
    return raw


def writer(model: AnyModel) -> Callable[[Sequence[list[Any]]], None]:
    """Return a function that inserts rows with their own keys and moments: no timestamps or counters are renewed."""
    connection = connections[DEFAULT_DB_ALIAS]
    fields = columns(model)
    names = ", ".join(f'"{field.column}"' for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    # The names are those of the model; every value is a parameter.
    statement = f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES ({marks})'  # noqa: S608

    def prepare(field: "Field[Any, Any]", value: Any) -> Any:
        if value is None and isinstance(field, JSONField) and not field.null:
            return connection.ops.adapt_json_value(None, field.encoder)
        return field.get_db_prep_save(field.to_python(value), connection)

    def write(rows: Sequence[list[Any]]) -> None:
        with connection.cursor() as cursor:
            made = [[prepare(field, value) for field, value in zip(fields, row, strict=True)] for row in rows]
            cursor.executemany(statement, made)

    return write
