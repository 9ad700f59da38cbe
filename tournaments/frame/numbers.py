"""Numbers and points for people in a sentence, and numbers parsed from a text."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.http import QueryDict
from django.utils.formats import number_format

from tournaments.competition.match.contents import LETTERS
from tournaments.competition.match.outcomes import DUEL
from tournaments.competition.stages.points import Number, number_text

# Numbers of four digits, such as years, tables and keys, have no separator.
LARGE: Final = 10_000
# No row has a longer number; every database engine accepts it.
MOST_DIGITS: Final = 9
# Values of a sentence that are counts; the others are keys, or typed text.
COUNTED: Final = frozenset(
    {
        "bound",
        "bytes",
        "capacity",
        "cells",
        "columns",
        "count",
        "found",
        "least",
        "left",
        "letters",
        "mb",
        "most",
        "rows",
        "tables",
        "waiting",
    }
)


def with_separators(value: Any) -> Any:
    """Return a large number with separators: 16.384 in Italian, 16,384 in English; anything else unchanged."""
    return number_format(value, force_grouping=True) if type(value) is int and abs(value) >= LARGE else value


def separate_counts(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a sentence, with separators in its counts."""
    return {name: with_separators(value) if name in COUNTED else value for name, value in values.items()}


def minus(number: Number | str) -> str:
    """Return a number as people write it, with a minus sign in place of the hyphen: “−3”, “14½”."""
    return (number if isinstance(number, str) else number_text(number)).replace("-", "−")


def score_text(points: Iterable[int | None]) -> str:
    """Return the points of a match as people say them: ``21–14`` of two lines, ``A 57 · B 101 · C 30`` of more.

    Points below nothing have blanks around the dash that break no line: ``1505 – −150``. None is a “?” between two, and
    left out where there are more.
    """
    by_line = list(points)
    if len(by_line) > DUEL:
        known = [(letter, each) for letter, each in zip(LETTERS, by_line, strict=False) if each is not None]
        return " · ".join(f"{letter} {minus(each)}" for letter, each in known)
    written = ["?" if each is None else minus(each) for each in by_line]
    return ("\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}" if "−" in "".join(written) else "–").join(written)


def whole(typed: str | None, missing: int = 0, digits: int = MOST_DIGITS) -> int:
    """Parse a whole number of a hidden field or an address; ``missing`` if it is none, or longer than ``digits``."""
    text = (typed or "").strip()
    # ``isdigit`` is true for signs that ``int`` refuses, such as “²”.
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else missing


def wholes(sent: QueryDict, *names: str) -> list[int]:
    """Parse the whole numbers of several hidden fields, or of an address; 0 for one that is missing or is none."""
    return [whole(sent.get(name)) for name in names]
