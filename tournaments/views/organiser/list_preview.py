"""Preview of a list of entries: how each row and column was understood, and what must be corrected."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.entry_file import DOUBLE, GOOD, HERE, WRONG, EntryFile, Problem, Row, printable
from tournaments.forms.list_mending import MOST_MENDED
from tournaments.guessing.columns import (
    CIRCLE,
    CLUB,
    FAMILY1,
    FAMILY2,
    GIVEN1,
    GIVEN2,
    NOTHING,
    PERSON1,
    PERSON2,
    SEED,
)
from tournaments.models import Tournament
from tournaments.selectors.organising import entry_counts

SHOWN_ROWS = 200
OF_PEOPLE = (PERSON1, PERSON2, FAMILY1, GIVEN1, FAMILY2, GIVEN2)
DELIMITERS = {";": gettext_lazy("semicolon"), ",": gettext_lazy("comma"), "\t": gettext_lazy("tabulator")}


def preview(event: Tournament, read: EntryFile) -> dict[str, object]:
    """Return how each row and column was read, and how many entries would be taken."""
    singles, looking = sum(len(entry.people) < event.entry_size for entry in read.good), entry_counts(event).singles
    wrong = [row for row in read.rows if row.state == WRONG]
    shown = [row for row in read.rows if row.state in (GOOD, WRONG)]
    shown.sort(key=lambda row: row.state != WRONG)
    return {
        "rows": [_row(row, read, event.entry_size) for row in shown[:SHOWN_ROWS]],
        "hidden": max(0, len(shown) - SHOWN_ROWS),
        "count": len(read.good),
        "wrong": len(wrong),
        "mend": [_mend(row, read, event.entry_size) for row in wrong[:MOST_MENDED]] if read.shape.has_people else [],
        "unmended": _unmended(read, wrong),
        "columns": [_column(place, read, event.entry_size) for place in range(len(read.shape.columns))],
        "before": ",".join(column.role for column in read.shape.columns),
        "has_heading": read.shape.first > 0,
        "sign": read.delimiter,
        "singles": singles,
        "is_odd": singles > 0 and (singles + looking) % 2 == 1,
        "looking": looking,
        "waiting": _past_capacity(event, len(read.good) - singles),
        "is_old_encoding": read.encoding == "Windows-1252",
        "delimiter": DELIMITERS[read.delimiter],
        "ignored": [printable(column.heading) for column in read.ignored],
        "doubles": [row for row in read.rows if row.state == DOUBLE],
        "here": sum(row.state == HERE for row in read.rows),
    }


def _unmended(read: EntryFile, wrong: Sequence[Row]) -> list[Problem]:
    """Return the problems of the list as a whole, and of the wrong rows that this page cannot correct."""
    mended_here = {row.line for row in wrong[:MOST_MENDED]} if read.shape.has_people else set()
    return [problem for problem in read.problems if problem.line not in mended_here]


def _row(row: Row, read: EntryFile, size: int) -> dict[str, object]:
    """Return a row as it would be entered; ``was`` is set if the list writes the names differently."""
    people = row.entry.people
    names = [
        role for role in zip((c.role for c in read.shape.columns), row.cells, strict=False) if role[0] in OF_PEOPLE
    ]
    was = " ".join(cell.strip() for _role, cell in names if cell.strip())
    words = {word for person in people for word in f"{person.given_name} {person.family_name}".split()}
    is_same = words == set(was.split()) - {"-", "–", "e", "/"}
    return {
        "entry": row.entry,
        "is_wrong": row.state == WRONG,
        "is_known": row.is_known,
        "is_single": 0 < len(people) < size,
        "was": "" if is_same else printable(was),
    }


def _mend(row: Row, read: EntryFile, size: int) -> dict[str, object]:
    """Return a wrong row with its cells as fields, and its problems."""
    roles, labels = [column.role for column in read.shape.columns], _roles(size)
    cells = [
        {
            "name": f"r{row.line}c{place}",
            "label": labels.get(role, ""),
            "value": (*row.cells, *[""] * len(roles))[place],
        }
        for place, role in enumerate(roles)
        if role
    ]
    problems = [problem for problem in read.problems if problem.line == row.line]
    may_be_alone = size > 1 and any(problem.code == "partner_missing" for problem in problems)
    return {"line": row.line, "cells": cells, "problems": problems, "may_be_alone": may_be_alone}


def _column(place: int, read: EntryFile, size: int) -> dict[str, object]:
    """Return a column: its heading, or else its first cell, and what it may contain."""
    column, labels = read.shape.columns[place], _roles(size)
    first = next((row.cells[place] for row in read.rows if place < len(row.cells) and row.cells[place].strip()), "")
    return {
        "name": f"c{place}",
        "heading": printable(column.heading or first),
        "state": "none" if not column.role else "sure" if column.is_sure else "maybe",
        "roles": [{"value": role, "label": label, "is_chosen": role == column.role} for role, label in labels.items()],
    }


def _roles(size: int) -> dict[str, str]:
    """Return what a column may contain, in words."""
    second = {
        PERSON2: _("Partner, whole name"),
        FAMILY2: _("Family name of the partner"),
        GIVEN2: _("Given name of the partner"),
    }
    return {
        PERSON1: _("Whole name, or both players") if size > 1 else _("Whole name"),
        FAMILY1: _("Family name"),
        GIVEN1: _("Given name"),
        **(second if size > 1 else {}),
        CLUB: _("Club"),
        CIRCLE: _("Valley or league"),
        SEED: _("Seed"),
        NOTHING: _("Not needed"),
    }


def _past_capacity(event: Tournament, coming: int) -> int:
    if event.capacity is None:
        return 0
    return max(0, coming - max(0, event.capacity - entry_counts(event).confirmed))
