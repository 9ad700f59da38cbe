"""The paper scoresheet of one deal: the points, the cards left, the cards drawn for a tie; or the totals of a table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from scala40.cards import RANKS
from scala40.errors import RefusalError, brief
from scala40.match import LETTERS, Line

Json: TypeAlias = Any

OF_DEAL: Final = ("points", "cards")
DEPTHS: Final = (*OF_DEAL, "card", "totals")
KEYS: Final = {
    "points": {"depth", "tiebreak", "closer", "in_hand", "points", "left"},
    "cards": {"depth", "tiebreak", "closer", "in_hand", "cards", "unopened", "left"},
    "card": {"depth", "tiebreak", "order", "lines"},
    "totals": {"depth", "points", "exits"},
}
"""What the JSON of each depth may say: what belongs to another one contradicts it."""

MOST_LINES: Final = len(LETTERS)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One deal on paper: ``points``, or ``cards`` as ranks with ``*`` for a joker; None for a line that takes no part.

    ``unopened`` are the lines that had not opened when somebody closed in hand; it counts only with cards, and only
    where those pay a flat 100. ``left`` has the cause for each line that left.
    """

    depth: str
    tiebreak: int
    closer: Line | None
    in_hand: bool
    points: tuple[int | None, ...]
    cards: tuple[str | None, ...]
    unopened: frozenset[Line]
    left: Mapping[Line, str]

    @property
    def values(self) -> tuple[int | None, ...] | tuple[str | None, ...]:
        """The value written for each line."""
        return self.points if self.depth == "points" else self.cards

    @property
    def lines(self) -> int:
        return len(self.values)

    @property
    def playing(self) -> tuple[Line, ...]:
        """The lines with a value."""
        return tuple(line for line, value in enumerate(self.values) if value is not None)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards drawn between level lines, the highest first, at a table of ``lines``."""

    tiebreak: int
    order: tuple[Line, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class Totals:
    """A whole table in one go (R-S40-49): the final points of each line, None for an empty chair.

    ``exits`` has for each line the deal in which it went out, None where it did not or where nobody says so.
    """

    points: tuple[int | None, ...]
    exits: tuple[int | None, ...]

    @property
    def lines(self) -> int:
        return len(self.points)

    @property
    def playing(self) -> tuple[Line, ...]:
        """The lines that have a total."""
        return tuple(line for line, points in enumerate(self.points) if points is not None)


Written: TypeAlias = Sheet | Drawing | Totals


def field(kind: str, line: Line) -> str:
    """Return the field of a form that belongs to a line: ``points_b``."""
    return f"{kind}_{LETTERS[line].lower()}"


def from_json(data: Json) -> Written:
    """Return the sheet from JSON; raises RefusalError when a value does not have the type of its field."""
    if not isinstance(data, Mapping) or data.get("depth") not in DEPTHS:
        typed = data.get("depth") if isinstance(data, Mapping) else data
        raise RefusalError("depth_unknown", field="depth", typed=brief(typed))
    depth = data["depth"]
    beyond = sorted(str(key) for key in data if key not in KEYS[depth])
    if beyond:
        raise RefusalError("sheet_beyond", field="depth", typed=beyond[0][:40])
    if depth == "card":
        return _drawing(data)
    if depth == "totals":
        return _totals(data)
    values = _values(data, depth)
    return Sheet(
        depth=depth,
        tiebreak=whole(data.get("tiebreak", 0), "tiebreak"),
        closer=_line_or_none(data.get("closer"), len(values)),
        in_hand=_flag(data.get("in_hand", False)),
        points=tuple(_points(value, line) for line, value in enumerate(values)) if depth == "points" else (),
        cards=tuple(_cards(value, line) for line, value in enumerate(values)) if depth == "cards" else (),
        unopened=frozenset(_unopened(data.get("unopened", []), len(values))),
        left=_left(data.get("left", {}), len(values)),
    )


def _values(data: Mapping[str, Json], name: str) -> list[Json]:
    """Return a list with a value for each line."""
    values = data.get(name)
    if not isinstance(values, list) or len(values) > MOST_LINES:
        raise RefusalError("values_of_lines", field=field(name, 0), most=MOST_LINES)
    return values


def _totals(data: Mapping[str, Json]) -> Totals:
    points, exits = _values(data, "points"), _values(data, "exits")
    if len(points) != len(exits):
        raise RefusalError("values_of_lines", field="exits_a", most=len(points))
    return Totals(
        tuple(_points(value, line) for line, value in enumerate(points)),
        tuple(None if value is None else whole(value, field("exits", line)) for line, value in enumerate(exits)),
    )


def whole(value: Json, name: str) -> int:
    """Return a whole number; the refusal of anything else names the field."""
    if type(value) is not int:
        raise RefusalError("whole_number", field=name, typed=brief(value))
    return value


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise RefusalError("in_hand_unknown", field="in_hand", typed=brief(value))
    return value


def _is_line(value: Json, lines: int) -> bool:
    return type(value) is int and 0 <= value < lines


def _line_or_none(value: Json, lines: int) -> Line | None:
    if value is not None and not _is_line(value, lines):
        raise RefusalError("closer_unknown", field="closer", typed=brief(value))
    line: Line | None = value
    return line


def _points(value: Json, line: Line) -> int | None:
    return None if value is None else whole(value, field("points", line))


def _cards(value: Json, line: Line) -> str | None:
    if value is not None and not isinstance(value, str):
        typed = brief(value)
        raise RefusalError("card_unknown", field=field("cards", line), typed=typed, unknown=typed)
    return None if value is None else ranks(value, line)


# A ten may be written with its number, and the joker as a star; blanks and commas between the cards do not matter.
_TEN: Final = re.compile("10")
_BETWEEN: Final = re.compile(r"[\s,;.+-]+")


def ranks(typed: str, line: Line) -> str:
    """Return typed cards as ranks: ``k q 10 *`` is ``KQT*``; raises RefusalError with the first unknown card."""
    found = _TEN.sub("T", _BETWEEN.sub("", typed.upper()))
    unknown = next((each for each in found if each not in RANKS and each != "*"), "")
    if unknown:
        raise RefusalError("card_unknown", field=field("cards", line), typed=typed[:40], unknown=unknown)
    return found


def _unopened(value: Json, lines: int) -> list[Line]:
    if not isinstance(value, list) or not all(_is_line(line, lines) for line in value):
        raise RefusalError("unopened_unknown", field="unopened_a", typed=brief(value))
    return value


def _left(value: Json, lines: int) -> dict[Line, str]:
    if not isinstance(value, Mapping):
        raise RefusalError("left_unknown", field="left_a", typed=brief(value))
    unknown = [key for key in value if key not in [str(line) for line in range(lines)]]
    if unknown:
        raise RefusalError("left_unknown", field="left_a", typed=brief(unknown[0]))
    return {int(key): brief(cause) for key, cause in value.items()}


def _drawing(data: Mapping[str, Json]) -> Drawing:
    lines = whole(data.get("lines"), "lines")
    if not 0 <= lines <= MOST_LINES:
        raise RefusalError("values_of_lines", field="lines", most=MOST_LINES)
    order = data.get("order")
    if not isinstance(order, list) or not all(_is_line(line, lines) for line in order):
        raise RefusalError("order_unknown", field="order_1", typed=brief(order))
    return Drawing(whole(data.get("tiebreak", 0), "tiebreak"), tuple(order), lines)


def to_json(sheet: Written) -> dict[str, Json]:
    """Return the sheet as JSON: ``from_json(to_json(sheet)) == sheet``."""
    if isinstance(sheet, Drawing):
        return {"depth": "card", "tiebreak": sheet.tiebreak, "order": list(sheet.order), "lines": sheet.lines}
    if isinstance(sheet, Totals):
        return {"depth": "totals", "points": list(sheet.points), "exits": list(sheet.exits)}
    unopened = {"unopened": sorted(sheet.unopened)} if sheet.depth == "cards" else {}
    return {
        "depth": sheet.depth,
        "tiebreak": sheet.tiebreak,
        "closer": sheet.closer,
        "in_hand": sheet.in_hand,
        sheet.depth: list(sheet.values),
        **unopened,
        "left": {str(line): cause for line, cause in sorted(sheet.left.items())},
    }
