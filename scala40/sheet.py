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
        lines = whole(data.get("lines"), "lines")
        if not 0 <= lines <= MOST_LINES:
            raise RefusalError("values_of_lines", field="lines", most=MOST_LINES)
        order = data.get("order")
        if not isinstance(order, list) or not all(_is_line(line, lines) for line in order):
            raise RefusalError("order_unknown", field="order_1", typed=brief(order))
        return Drawing(whole(data.get("tiebreak", 0), "tiebreak"), tuple(order), lines)

    if depth == "totals":
        totals, exits = _values(data, "points"), _values(data, "exits")
        if len(totals) != len(exits):
            raise RefusalError("values_of_lines", field="exits_a", most=len(totals))
        return Totals(
            tuple(_whole_or_none(value, "points", line) for line, value in enumerate(totals)),
            tuple(_whole_or_none(value, "exits", line) for line, value in enumerate(exits)),
        )

    values = _values(data, depth)
    lines = len(values)
    tiebreak = whole(data.get("tiebreak", 0), "tiebreak")
    closer = data.get("closer")
    if closer is not None and not _is_line(closer, lines):
        raise RefusalError("closer_unknown", field="closer", typed=brief(closer))
    in_hand = data.get("in_hand", False)
    if not isinstance(in_hand, bool):
        raise RefusalError("in_hand_unknown", field="in_hand", typed=brief(in_hand))
    points: list[int | None] = []
    cards: list[str | None] = []
    for line, value in enumerate(values):
        if depth == "points":
            points.append(_whole_or_none(value, "points", line))
        elif value is None or isinstance(value, str):
            cards.append(None if value is None else ranks(value, line))
        else:
            raise RefusalError("card_unknown", field=field("cards", line), typed=brief(value), unknown=brief(value))
    unopened = data.get("unopened", [])
    if not isinstance(unopened, list) or not all(_is_line(line, lines) for line in unopened):
        raise RefusalError("unopened_unknown", field="unopened_a", typed=brief(unopened))
    causes = data.get("left", {})
    if not isinstance(causes, Mapping):
        raise RefusalError("left_unknown", field="left_a", typed=brief(causes))
    unknown = [key for key in causes if key not in [str(line) for line in range(lines)]]
    if unknown:
        raise RefusalError("left_unknown", field="left_a", typed=brief(unknown[0]))
    left = {int(key): brief(cause) for key, cause in causes.items()}
    return Sheet(depth, tiebreak, closer, in_hand, tuple(points), tuple(cards), frozenset(unopened), left)


def _values(data: Mapping[str, Json], name: str) -> list[Json]:
    """Return a list with a value for each line."""
    values = data.get(name)
    if not isinstance(values, list) or len(values) > MOST_LINES:
        raise RefusalError("values_of_lines", field=field(name, 0), most=MOST_LINES)
    return values


def whole(value: Json, name: str) -> int:
    """Return a whole number; the refusal of anything else names the field."""
    if type(value) is not int:
        raise RefusalError("whole_number", field=name, typed=brief(value))
    return value


def _is_line(value: Json, lines: int) -> bool:
    return type(value) is int and 0 <= value < lines


def _whole_or_none(value: Json, kind: str, line: Line) -> int | None:
    return None if value is None else whole(value, field(kind, line))


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
