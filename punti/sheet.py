"""The paper scoresheet, its form and its checks: the points of a deal, cards drawn for a tie, or totals of a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from gamekit.typed import ANY, Form, field_text, whole
from punti.errors import Faults, RefusalError, brief
from punti.match import LETTERS, Line
from punti.rules import FAULTS, FEWEST_LINES, MOST_LINES, Rules

Json: TypeAlias = Any

KEYS: Final[Mapping[str, set[str]]] = {
    "points": {"depth", "tiebreak", "points", "left"},
    "card": {"depth", "tiebreak", "order", "lines"},
    "totals": {"depth", "points"},
}
"""What the JSON of each depth may say: what belongs to another one contradicts it."""
DEPTHS: Final = tuple(KEYS)
FORM_LETTERS: Final = LETTERS.lower()
MOST_TIEBREAK: Final = 10
"""Nine tie-break deals at most, and then a card."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One deal, or with ``is_total`` a whole match: the points of each line, None for one that takes no part.

    ``left`` has the cause of each line that left the match in this deal (R-PTI-22).
    """

    points: tuple[int | None, ...]
    tiebreak: int = 0
    left: Mapping[Line, str] = field(default_factory=dict)
    is_total: bool = False

    @property
    def playing(self) -> tuple[Line, ...]:
        """The lines with points."""
        return tuple(line for line, points in enumerate(self.points) if points is not None)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards drawn between level lines, the highest first, at a table of ``lines`` (R-PTI-14)."""

    tiebreak: int
    order: tuple[Line, ...]
    lines: int


Written: TypeAlias = Sheet | Drawing


def field_of(kind: str, line: Line) -> str:
    """Return the field of a form that belongs to a line: ``points_b``."""
    return f"{kind}_{FORM_LETTERS[line]}"


def from_json(data: Json) -> Written:
    """Return the sheet from JSON; raises RefusalError when a value does not have the type of its field."""
    depth = data.get("depth") if isinstance(data, Mapping) else data
    if not isinstance(depth, str) or depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=brief(depth))
    beyond = sorted(str(key) for key in data if key not in KEYS[depth])
    if beyond:
        raise RefusalError("sheet_beyond", field="depth", typed=beyond[0][:40])
    tiebreak = _whole(data.get("tiebreak", 0), "tiebreak")
    if depth == "card":
        lines = _whole(data.get("lines"), "lines")
        order = data.get("order")
        known = range(lines if 0 <= lines <= MOST_LINES else 0)
        if not isinstance(order, list) or not all(type(line) is int and line in known for line in order):
            raise RefusalError("order_unknown", field="order_1", typed=brief(order))
        return Drawing(tiebreak, tuple(order), lines)
    values = data.get("points")
    if not isinstance(values, list) or len(values) > MOST_LINES:
        raise RefusalError("values_of_lines", field="points_a", most=MOST_LINES)
    points = tuple(
        None if value is None else _whole(value, field_of("points", line)) for line, value in enumerate(values)
    )
    causes = data.get("left", {})
    known_lines = [str(line) for line in range(len(points))]
    if not isinstance(causes, Mapping) or any(line not in known_lines for line in causes):
        raise RefusalError("left_unknown", field="left_a", typed=brief(causes))
    left = {int(line): brief(cause) for line, cause in causes.items()}
    return Sheet(points, tiebreak, left, depth == "totals")


def _whole(value: Json, name: str) -> int:
    if type(value) is not int:
        raise RefusalError("whole_number", field=name, typed=brief(value))
    return value


def to_json(sheet: Written) -> dict[str, Json]:
    """Return the sheet as JSON: ``from_json(to_json(sheet)) == sheet``."""
    if isinstance(sheet, Drawing):
        return {"depth": "card", "tiebreak": sheet.tiebreak, "order": list(sheet.order), "lines": sheet.lines}
    if sheet.is_total:
        return {"depth": "totals", "points": list(sheet.points)}
    left = {str(line): cause for line, cause in sorted(sheet.left.items())}
    return {"depth": "points", "tiebreak": sheet.tiebreak, "points": list(sheet.points), "left": left}


def read(form: Form) -> Written:
    """Return the sheet in the form; raises RefusalError with every field that is unreadable."""
    depth = field_text(form, "depth")
    if depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=depth[:40])
    tiebreak = whole(form, "tiebreak", RefusalError, missing=0, digits=ANY)
    if depth == "card":
        return _drawing(form, tiebreak)
    lines, faults = _lines(form), Faults()
    points: list[int | None] = [None] * lines
    for line in range(lines):
        name = field_of("points", line)
        with faults:
            points[line] = whole(form, name, RefusalError, missing=0, digits=ANY) if field_text(form, name) else None
    faults.refuse()
    if depth == "totals":
        return Sheet(tuple(points), is_total=True)
    causes = {line: field_text(form, field_of("left", line))[:40] for line in range(lines)}
    return Sheet(tuple(points), tiebreak, {line: cause for line, cause in causes.items() if cause})


def _drawing(form: Form, tiebreak: int) -> Drawing:
    """Return the lines in the order of their cards; a level line (``level``) that is not named drew the lowest."""
    order = []
    for place in range(1, MOST_LINES + 1):
        name = f"order_{place}"
        letter = field_text(form, name).lower()
        if len(letter) > 1 or letter not in FORM_LETTERS:
            raise RefusalError("order_unknown", field=name, typed=letter[:40])
        if letter:
            order.append(FORM_LETTERS.index(letter))
    if not order:
        raise RefusalError("order_missing", field="order_1")
    level = [FORM_LETTERS.index(letter) for letter in field_text(form, "level") if letter in FORM_LETTERS]
    unnamed = [line for line in level if line not in order]
    return Drawing(tiebreak, tuple(order + unnamed if len(unnamed) == 1 else order), _lines(form))


def _lines(form: Form) -> int:
    """Return the number of lines of the form: as it says, or up to the last line with a value.

    A line beyond that number counts where something is written for it: the match refuses such a sheet.
    """
    said = whole(form, "lines", RefusalError, missing=0, digits=ANY)
    if not 0 <= said <= MOST_LINES:
        raise RefusalError("values_of_lines", field="lines", most=MOST_LINES)
    kinds = ("points", "left")
    written = [line + 1 for line in range(MOST_LINES) if any(field_text(form, field_of(kind, line)) for kind in kinds)]
    return max([said or FEWEST_LINES, *written])


def write(sheet: Written) -> dict[str, str]:
    """Return the form values that show a sheet again: ``read(write(sheet)) == sheet``."""
    if isinstance(sheet, Drawing):
        order = {f"order_{place}": FORM_LETTERS[line] for place, line in enumerate(sheet.order, start=1)}
        return {"depth": "card", "tiebreak": str(sheet.tiebreak), "lines": str(sheet.lines), **order}
    points = {field_of("points", line): str(each) for line, each in enumerate(sheet.points) if each is not None}
    shared = {"lines": str(len(sheet.points)), **points}
    if sheet.is_total:
        return {"depth": "totals", **shared}
    left = {field_of("left", line): cause for line, cause in sorted(sheet.left.items())}
    return {"depth": "points", "tiebreak": str(sheet.tiebreak), **shared, **left}


def check(rules: Rules, sheet: Written) -> None:
    """Raise RefusalError with every contradiction between the sheet, the rules and itself."""
    lines = sheet.lines if isinstance(sheet, Drawing) else len(sheet.points)
    if lines < FEWEST_LINES:
        raise RefusalError("lines_at_table", field="lines", lines=lines, fewest=FEWEST_LINES, most=MOST_LINES)
    if not 0 <= sheet.tiebreak <= MOST_TIEBREAK:
        raise RefusalError("tiebreak_range", field="tiebreak", tiebreak=sheet.tiebreak, most=MOST_TIEBREAK)
    if isinstance(sheet, Drawing):
        if not sheet.tiebreak:
            raise RefusalError("drawing_without_tie", field="tiebreak")
        if len(sheet.order) < FEWEST_LINES or len({*sheet.order}) < len(sheet.order):
            drawn = ", ".join(LETTERS[line] for line in sheet.order)
            raise RefusalError("order_twice", field="order_1", drawn=drawn)
        return
    faults = Faults()
    for line, cause in sheet.left.items():
        with faults:
            if not rules.is_for_several or cause not in FAULTS:
                allowed = ", ".join(FAULTS) if rules.is_for_several else "–"
                raise RefusalError("leave_cause", field=field_of("left", line), typed=cause[:40], allowed=allowed)
            if line in sheet.playing:
                raise RefusalError("left_points", field=field_of("points", line), line=LETTERS[line])
    least, most = rules.totals if sheet.is_total else (rules.deal_least, rules.deal_most)
    for line in sheet.playing:
        points, name = sheet.points[line] or 0, field_of("points", line)
        with faults:
            # R-PTI-05, R-PTI-06: between the bounds of a deal, in steps.
            if not least <= points <= most:
                raise RefusalError("points_bound", field=name, points=points, least=least, most=most)
            if points % rules.deal_step:
                raise RefusalError("points_step", field=name, points=points, step=rules.deal_step)
    faults.refuse()
    if not sheet.playing and not sheet.left:
        raise RefusalError("deal_empty", field="points_a")
    if len(sheet.playing) < FEWEST_LINES and not (sheet.left and not sheet.playing):
        raise RefusalError("deal_alone", field="points_a", lines=len(sheet.playing))
    if rules.deal_sum is not None and sheet.playing and not sheet.is_total:
        # R-PTI-07: what all lines together make in one deal.
        whole_deal = sum(sheet.points[line] or 0 for line in sheet.playing)
        name = field_of("points", sheet.playing[0])
        if rules.deal_sum_test == "exactly" and whole_deal != rules.deal_sum:
            raise RefusalError("deal_sum", field=name, whole=whole_deal, sum=rules.deal_sum)
        if whole_deal > rules.deal_sum:
            raise RefusalError("deal_sum_most", field=name, whole=whole_deal, sum=rules.deal_sum)
