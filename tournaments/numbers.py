"""Large numbers inside a sentence, with the separators of the reader's language."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.formats import number_format

# Years, tables and keys of four digits are written without any.
LARGE: Final = 10_000
# What the values of a sentence count; the others are keys, or what somebody typed.
COUNTED: Final = frozenset({
    "bound", "bytes", "capacity", "cells", "columns", "count", "found", "least", "left", "letters", "mb", "most",
    "rows", "tables", "waiting",
})  # fmt: skip


def spelled(value: Any) -> Any:
    """A large number as it is read: 16.384 in Italian, 16,384 in English; anything else as it is."""
    return number_format(value, force_grouping=True) if type(value) is int and abs(value) >= LARGE else value


def with_spelled(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sentence, those that count something as they are read."""
    return {name: spelled(value) if name in COUNTED else value for name, value in values.items()}
