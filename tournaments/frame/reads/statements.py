"""Statements that are written once: Django would compile every column of every table for each query."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from json import JSONDecodeError, loads
from typing import Any, Final, NamedTuple, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import BooleanField, DateTimeField, Field, JSONField, Model
from django.db.models.base import ModelState

from tournaments.frame.reads import prepared


def _json(value: str) -> Any:
    try:
        return loads(value)
    except JSONDecodeError:
        return value


def _moment(value: str | datetime) -> datetime:
    read = datetime.fromisoformat(value) if isinstance(value, str) else value
    return read if read.tzinfo else read.replace(tzinfo=UTC)


# How a value of a column of this kind is converted, which Django does in many calls.
QUICK: Final[Mapping[type, Callable[[Any], Any]]] = {BooleanField: bool, DateTimeField: _moment, JSONField: _json}


@dataclass(frozen=True, slots=True)
class Part:
    """A model in a statement: its alias there, and its deferred fields.

    ``of`` names the field of an earlier part that points here, as ``line.table``.
    """

    alias: str
    model: type[Model]
    unread: Sequence[str] = ()
    of: str = ""

    @property
    def fields(self) -> list["Field[Any, Any]"]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self.unread]


class Slot(NamedTuple):
    """The columns of a part in a row: first value, end of the values, key."""

    model: type[Model]
    names: Sequence[str]
    start: int
    end: int
    key: int
    converted: Sequence[tuple[int, Callable[[Any], Any]]]
    """The place of a value in the part, and what turns it into Python's."""
    as_read: Callable[[Any], None] | None
    """What a row does when it has been read."""


class Statement:
    """A statement whose ``*`` stands for the fields of ``parts``; each row gives one object of each part."""

    def __init__(self, parts: Sequence[Part], text: str) -> None:
        self.parts = parts
        self._text = text

    def rows(self, *asked: int | str | None) -> Iterator[tuple[Any, ...]]:
        """Yield the objects of every part for each row; rows that share a row of a table share its object.

        None for a part without a match in an outer join.
        """
        yield from self.objects(prepared.rows(self.written, asked))

    def objects(self, found: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
        """Yield the objects of ``rows``, made from rows of the database."""
        made: dict[tuple[int, Any], Model] = {}
        for row in found:
            parts = [_object(row, slot, made) for slot in self._slots]
            for holder, field, held in self._held:
                holding = parts[holder]
                if holding is not None:
                    holding._state.fields_cache[field] = parts[held]
            yield tuple(parts)

    @cached_property
    def written(self) -> str:
        """The SQL text of the statement."""
        columns = [f'{part.alias}."{field.column}"' for part in self.parts for field in part.fields]
        return self._text.replace("*", ", ".join(columns), 1)

    @cached_property
    def _held(self) -> list[tuple[int, str, int]]:
        """For each part that another one points to: the index of that one, its field, the part's own index."""
        places = {part.alias: place for place, part in enumerate(self.parts)}
        held = []
        for place, part in enumerate(self.parts):
            alias, dot, field = part.of.partition(".")
            if dot:
                held.append((places[alias], field, place))
        return held

    @cached_property
    def _slots(self) -> list[Slot]:
        slots, start = [], 0
        for part in self.parts:
            names = [str(field.attname) for field in part.fields]
            key = next(place for place, field in enumerate(part.fields) if field.primary_key)
            as_read = getattr(part.model, "as_read", None)
            slots.append(Slot(part.model, names, start, start + len(names), start + key, _converted(part), as_read))
            start += len(names)
        return slots


Asked: TypeAlias = tuple[Statement, Sequence[int | str | None]]
Answers: TypeAlias = Sequence[Sequence[tuple[Any, ...]]]


def together(*questions: Asked) -> Answers:
    """Return the objects of several statements, in one round trip to the server."""
    found = prepared.rows_together([(statement.written, asked) for statement, asked in questions])
    return [list(statement.objects(rows)) for (statement, _asked), rows in zip(questions, found, strict=True)]


def prefetched(row: Model, name: str, found: Sequence[Model]) -> None:
    """Set the rows that point to ``row`` as its ``name``, as if Django had prefetched them."""
    related = getattr(row, name)
    for each in found:
        each._state.fields_cache[related.field.name] = row
    kept = related.all()
    kept._result_cache = list(found)
    row._prefetched_objects_cache = {**getattr(row, "_prefetched_objects_cache", {}), name: kept}  # type: ignore[attr-defined]


def _converted(part: Part) -> list[tuple[int, Callable[[Any], Any]]]:
    database = connections[DEFAULT_DB_ALIAS]
    columns = [field.get_col(part.alias) for field in part.fields]
    found = [
        (place, column, [*database.ops.get_db_converters(column), *column.get_db_converters(database)])
        for place, column in enumerate(columns)
    ]
    return [
        (place, QUICK.get(type(column.target)) or partial(_by_django, column, converters))
        for place, column, converters in found
        if converters
    ]


def _by_django(column: Any, converters: Sequence[Callable[..., Any]], value: Any) -> Any:
    for convert in converters:
        value = convert(value, column, connections[DEFAULT_DB_ALIAS])
    return value


def _object(row: Sequence[Any], slot: Slot, made: dict[tuple[int, Any], Model]) -> Model | None:
    key = row[slot.key]
    if key is None:
        return None
    known = made.get((slot.start, key))
    if known is None:
        values = list(row[slot.start : slot.end])
        for place, convert in slot.converted:
            if values[place] is not None:
                values[place] = convert(values[place])
        known = made[slot.start, key] = _built(slot, values)
    return known


def _built(slot: Slot, values: Sequence[Any]) -> Model:
    """Return a row as an object, which Django does in many calls."""
    row = slot.model.__new__(slot.model)
    row.__dict__.update(zip(slot.names, values, strict=True))
    state = row._state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    if slot.as_read is not None:
        slot.as_read(row)
    return row
