"""Numbers as people read them in a sentence, and as they come back in a text."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.formats import number_format

# Years, tables and keys of four digits are written without any.
LARGE: Final = 10_000
# No row has a longer number; every engine of a database takes it.
MOST_DIGITS: Final = 9
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


def whole(typed: str | None, missing: int = 0, digits: int = MOST_DIGITS) -> int:
    """A whole number out of a hidden field or an address; ``missing`` when it is none, or longer than ``digits``."""
    text = (typed or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else missing
