"""What somebody says of a list that is shown: what its columns hold, and the rows that are mended or left out."""

import csv
import re
from collections.abc import Mapping
from typing import Any, Final

from tournaments.forms.entry_file import MOST_COLUMNS, EntryFile
from tournaments.guessing.columns import NOTHING, OF_SECOND, PERSON1, ROLES
from tournaments.guessing.names import parted
from tournaments.guessing.text import DELIMITERS, numbered, with_rows
from tournaments.numbers import whole

# Wrong rows that are shown with their cells: a form has a thousand fields at most.
MOST_MENDED: Final = 15
_CELL: Final = re.compile(r"r(\d{1,5})c(\d{1,2})", re.ASCII)


def said_in(post: Mapping[str, str]) -> dict[str, Any]:
    """Return columns, heading and delimiter of a posted form as ``read_entries`` takes them; empty for a new list."""
    delimiter = post.get("delimiter", "")
    if delimiter not in DELIMITERS:
        return {}
    roles = [post.get(f"c{place}", NOTHING) for place in range(MOST_COLUMNS) if f"c{place}" in post]
    return {
        "columns": tuple(role if role in ROLES else NOTHING for role in roles),
        "before": tuple(post.get("before", "").split(",")),
        "has_heading": "heading" in post,
        "delimiter": delimiter,
    }


def said_of(read: EntryFile) -> dict[str, Any]:
    """The same of a list that was read, to read what is left of it in the same way."""
    columns = [column.role for column in read.shape.columns]
    return {"columns": columns, "has_heading": read.shape.first > 0, "delimiter": read.delimiter}


def mended(text: str, post: Mapping[str, str], said: Mapping[str, Any]) -> str:
    """The text of a list with the cells that somebody typed; a row that is left out becomes an empty line."""
    typed: dict[int, dict[int, str]] = {}
    for name in post:
        if match := _CELL.fullmatch(name):
            typed.setdefault(int(match[1]), {})[int(match[2])] = post[name]
    alone, left_out = (whole(post.get(name)) for name in ("alone", "drop"))
    if not said or not (typed or alone or left_out):
        return text
    changed: dict[int, list[str] | None] = {}
    try:
        for begins, _ends, cells in numbered(text, said["delimiter"]):
            if begins in typed:
                changed[begins] = _with_cells(cells, typed[begins])
            if begins == alone:
                changed[begins] = _alone(changed.get(begins) or cells, said["columns"])
            if begins == left_out:
                changed[begins] = None
    except csv.Error:
        return text
    return with_rows(text, said["delimiter"], changed)


def left_of(text: str, read: EntryFile) -> str:
    """The rows that are still to be mended, on the lines on which they are, below what is above the entries."""
    wrong = read.problem_lines
    return with_rows(text, read.delimiter, {row.line: None for row in read.rows if row.entry.where not in wrong})


def _with_cells(cells: list[str], typed: Mapping[int, str]) -> list[str]:
    width = min(MOST_COLUMNS, max(len(cells), max(typed) + 1))
    return [typed.get(place, cells[place] if place < len(cells) else "") for place in range(width)]


def _alone(cells: list[str], columns: tuple[str, ...]) -> list[str]:
    """The cells of a row without the partner."""
    roles = [*columns, *[NOTHING] * len(cells)]
    single = ["" if role in OF_SECOND else cell for role, cell in zip(roles, cells, strict=False)]
    return [
        next(iter(parted(cell.strip())), "") if role == PERSON1 else cell
        for role, cell in zip(roles, single, strict=False)
    ]
