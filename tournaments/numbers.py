"""Large numbers inside a sentence, with the separators of the reader's language."""

from typing import Any, Final

from django.utils.formats import number_format

# Years, tables and keys of four digits are written without any.
LARGE: Final = 10_000


def spelled(value: Any) -> Any:
    """A large number as it is read: 16.384 in Italian, 16,384 in English; anything else as it is."""
    return number_format(value, force_grouping=True) if type(value) is int and abs(value) >= LARGE else value
