"""Statements that are written once: Django would compile every column of every table anew for each question."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model

Converted: TypeAlias = tuple[int, Any, Sequence[Callable[..., Any]]]
"""The place of a column in the row, the column, and what turns its value into Python's."""


@dataclass(frozen=True, slots=True)
class Part:
    """A model in a statement: its alias there, and the fields that are left unread until somebody asks."""

    alias: str
    model: type[Model]
    unread: Sequence[str] = ()

    @property
    def fields(self) -> list["Field[Any, Any]"]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self.unread]


class Statement:
    """A statement whose ``*`` stands for the fields of ``parts``, one object of each for every row."""

    def __init__(self, parts: Sequence[Part], text: str) -> None:
        self.parts = parts
        self._text = text

    def rows(self, *asked: int | str | None) -> Iterator[tuple[Any, ...]]:
        """An object of every part for each row; None for a part that an outer join found nothing for."""
        database = connections[DEFAULT_DB_ALIAS]
        with database.cursor() as cursor:
            cursor.execute(self._written, asked)
            found = cursor.fetchall()
        for row in found:
            values = list(row)
            for place, column, converters in self._converted:
                for convert in converters:
                    values[place] = convert(values[place], column, database)
            yield tuple(self._object(values, *slot) for slot in self._slots)

    @staticmethod
    def _object(values: Sequence[Any], model: type[Model], names: Sequence[str], start: int, key: int) -> Model | None:
        if values[key] is None:
            return None
        return model.from_db(DEFAULT_DB_ALIAS, names, values[start : start + len(names)])

    @cached_property
    def _written(self) -> str:
        columns = [f'{part.alias}."{field.column}"' for part in self.parts for field in part.fields]
        return self._text.replace("*", ", ".join(columns), 1)

    @cached_property
    def _slots(self) -> list[tuple[type[Model], list[str], int, int]]:
        """Of each part: its model, the names of its fields, where they start in the row, and where its key is."""
        slots, start = [], 0
        for part in self.parts:
            names = [str(field.attname) for field in part.fields]
            key = next(place for place, field in enumerate(part.fields) if field.primary_key)
            slots.append((part.model, names, start, start + key))
            start += len(names)
        return slots

    @cached_property
    def _converted(self) -> list[Converted]:
        columns = [field.get_col(part.alias) for part in self.parts for field in part.fields]
        database = connections[DEFAULT_DB_ALIAS]
        found = [
            (place, column, [*database.ops.get_db_converters(column), *column.get_db_converters(database)])
            for place, column in enumerate(columns)
        ]
        return [each for each in found if each[2]]
