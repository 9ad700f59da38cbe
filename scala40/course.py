"""The course of a table for its sheet: every deal as a row of cells, and the state of each line."""

from collections.abc import Sequence
from dataclasses import dataclass

from gamekit.order import ahead
from scala40.match import Line, Record, Setting, after_deal, start
from scala40.places import Position
from scala40.rules import Rules


@dataclass(frozen=True, slots=True)
class Cell:
    """A line in a deal: points, the total after it (None in a tie-break deal), and what happened to it."""

    points: int | None
    total: int | None
    marks: tuple[str, ...] = ()


def rows(rules: Rules, records: Sequence[Record], setting: Setting) -> tuple[tuple[Cell, ...], ...]:
    """Return a row for each record, in order; a line that took no part has neither points nor a total."""
    found, standings, number = [], start(setting), 0
    for record in records:
        row = []
        if record.tiebreak and record.order:
            for line in range(setting.lines):
                row.append(Cell(None, None, ("highest_card",) if record.order[0] == line else ()))
        elif record.tiebreak:
            for line in range(setting.lines):
                row.append(Cell(record.points[line], None, _marks(record, line)))
        else:
            number += 1
            standings = after_deal(rules, standings, record, number)
            for line, standing in enumerate(standings):
                points = record.points[line]
                is_out = standing.exit == number or (record.is_total and standing.exit > 0)
                marks = (*_marks(record, line), *(["bust"] if is_out and not standing.has_left else []))
                row.append(Cell(points, None if points is None else standing.total, marks))
        found.append(tuple(row))
    return tuple(found)


def _marks(record: Record, line: Line) -> tuple[str, ...]:
    if line in record.left:
        return ("left",)
    if record.closer == line:
        return ("closed_in_hand",) if record.in_hand else ("closed",)
    return ()


def states(position: Position, setting: Setting) -> tuple[str, ...]:
    """Return the state of each line, as a code: playing, through, out, level, left, absent."""
    found = []
    for line, standing in enumerate(position.standings):
        if standing.is_absent:
            found.append("absent")
        elif line in position.left:
            found.append("left")
        elif not position.is_finished:
            found.append("playing" if standing.is_in else "out")
        elif any(line in tie.lines for tie in position.ties):
            found.append("level")
        else:
            place = next(number for number, group in enumerate(position.groups) if line in group.lines)
            found.append("through" if ahead(position.groups, place) < setting.through else "out")
    return tuple(found)
