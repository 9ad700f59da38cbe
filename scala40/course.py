"""The course of a table for its sheet: every deal as a row of cells, and the state of each line."""

from collections.abc import Sequence
from dataclasses import dataclass

from scala40.match import Line, Record, Setting, Standing, after_deal, start
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
        if record.tiebreak:
            found.append(tuple(_tiebreak_cell(record, line) for line in range(setting.lines)))
            continue
        number += 1
        standings = after_deal(rules, standings, record, number)
        found.append(tuple(_cell(record, line, standing, number) for line, standing in enumerate(standings)))
    return tuple(found)


def _cell(record: Record, line: Line, standing: Standing, number: int) -> Cell:
    points = record.points[line]
    has_gone_out = (standing.exit == number or (record.is_total and standing.exit > 0)) and not standing.has_left
    marks = (*_marks(record, line), *(["bust"] if has_gone_out else []))
    return Cell(points, None if points is None else standing.total, marks)


def _tiebreak_cell(record: Record, line: Line) -> Cell:
    if record.order:
        return Cell(None, None, ("highest_card",) if record.order[0] == line else ())
    return Cell(record.points[line], None, _marks(record, line))


def _marks(record: Record, line: Line) -> tuple[str, ...]:
    if line in record.left:
        return ("left",)
    if record.closer == line:
        return ("closed_in_hand",) if record.in_hand else ("closed",)
    return ()


def states(position: Position, setting: Setting) -> tuple[str, ...]:
    """Return the state of each line, as a code: playing, through, out, level, left, absent."""
    return tuple(_state(position, setting, line) for line in range(setting.lines))


def _state(position: Position, setting: Setting, line: Line) -> str:
    standing = position.standings[line]
    if standing.is_absent:
        return "absent"
    if line in position.left:
        return "left"
    if not position.is_finished:
        return "playing" if standing.is_in else "out"
    if any(line in tie.lines for tie in position.ties):
        return "level"
    place = next(number for number, group in enumerate(position.groups) if line in group.lines)
    ahead = sum(len(group.lines) for group in position.groups[:place])
    return "through" if ahead < setting.through else "out"
