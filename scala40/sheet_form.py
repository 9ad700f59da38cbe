"""The scoresheet as values of a form, both ways: every refusal names the field of the form and the typed value."""

from typing import Any, Final, TypeAlias

from gamekit.typed import Form, field_text, whole
from scala40.errors import Faults, RefusalError
from scala40.match import LETTERS, Line
from scala40.rules import Rules
from scala40.sheet import DEPTHS, MOST_LINES, Drawing, Sheet, Totals, field, from_json, ranks, to_json
from scala40.sheet_checks import check_hands

Json: TypeAlias = Any

NOBODY: Final = "none"
"""What the form says where nobody closed, as against a form that does not say who did."""

ZERO: Final = "zero"
"""What a form of points says that asks for the points alone: who has 0 closed."""

FORM_LETTERS: Final = LETTERS.lower()
FEWEST_LINES: Final = 2


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """Return the sheet in the form; raises RefusalError with every field that is missing or unreadable."""
    depth = field_text(form, "depth")
    if depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=depth[:40])
    if depth == "totals":
        return to_json(read_totals(form))
    tiebreak = whole(form, "tiebreak", RefusalError, missing=0)
    if depth != "card":
        return to_json(_read_deal(rules, form, depth, tiebreak))
    # The lines in the order of their cards; a level line (``level``) that is not named drew the lowest.
    order = []
    for place in range(1, MOST_LINES + 1):
        name = f"order_{place}"
        letter = field_text(form, name).lower()
        if letter and letter not in [*FORM_LETTERS]:
            raise RefusalError("order_unknown", field=name, typed=letter[:40])
        if letter:
            order.append(FORM_LETTERS.index(letter))
    if not order:
        raise RefusalError("order_missing", field="order_1")
    level = [FORM_LETTERS.index(letter) for letter in field_text(form, "level") if letter in FORM_LETTERS]
    unnamed = [line for line in level if line not in order]
    return to_json(Drawing(tiebreak, tuple(order + unnamed if len(unnamed) == 1 else order), _lines(form)))


def read_totals(form: Form) -> Totals:
    """Return the totals of a table in the form; an empty field is an empty chair."""
    faults, lines = Faults(), _lines(form)
    points: list[int | None] = [None] * lines
    exits: list[int | None] = [None] * lines
    for line in range(lines):
        with faults:
            points[line] = _whole_or_none(form, field("points", line))
        with faults:
            exits[line] = _whole_or_none(form, field("exits", line))
    faults.refuse()
    return Totals(tuple(points), tuple(exits))


def _whole_or_none(form: Form, name: str) -> int | None:
    return whole(form, name, RefusalError, missing=0) if field_text(form, name) else None


def _lines(form: Form) -> int:
    """Return the number of lines of the form: as it says, or up to the last line with a field.

    A line beyond that number counts where something is written for it: the match refuses such a sheet.
    """
    said = whole(form, "lines", RefusalError, missing=0)
    if not 0 <= said <= MOST_LINES:
        raise RefusalError("values_of_lines", field="lines", most=MOST_LINES)
    names = [(line, field(kind, line)) for line in range(MOST_LINES) for kind in ("points", "cards", "left")]
    asked = [line + 1 for line, name in names if name in form]
    written = [line + 1 for line, name in names if field_text(form, name)]
    return max([said or max([FEWEST_LINES, *asked]), *written])


def _read_deal(rules: Rules, form: Form, depth: str, tiebreak: int) -> Sheet:
    """Return one deal: wrong values are reported before missing ones, and all of them at once."""
    lines = _lines(form)
    causes = {line: field_text(form, field("left", line))[:40] for line in range(lines)}
    left = {line: cause for line, cause in causes.items() if cause}
    faults, is_points = Faults(), depth == "points"
    said = field_text(form, "closer").lower()
    closer: Line | None = None
    with faults:
        if said == ZERO:
            zeros = [line for line in range(lines) if field_text(form, field("points", line)) == "0"]
            if len(zeros) != 1:
                raise RefusalError("closer_missing", field="closer")
            closer = zeros[0]
        elif said not in ("", NOBODY):
            if said not in [*FORM_LETTERS[:lines]]:
                raise RefusalError("closer_unknown", field="closer", typed=said[:40])
            closer = FORM_LETTERS.index(said)
    in_hand = field_text(form, "in_hand") == "on"
    with faults:
        if field_text(form, "in_hand") not in ("", "on"):
            raise RefusalError("in_hand_unknown", field="in_hand", typed=field_text(form, "in_hand")[:40])
    values: list[Any] = [None] * lines
    for line in range(lines):
        name = field(depth, line)
        # Empty means no cards for the closer, or for all lines if nobody closed.
        if field_text(form, name) or said == FORM_LETTERS[line] or (said == NOBODY and name in form):
            with faults:
                text = field_text(form, name)
                values[line] = whole(form, name, RefusalError, missing=0) if is_points else ranks(text, line)
    asks_unopened = in_hand and not is_points and rules.hand_close_penalty == "flat_100_unopened"
    unopened = [line for line in range(lines) if asks_unopened and field_text(form, field("unopened", line)) == "on"]
    sheet = Sheet(
        depth=depth,
        tiebreak=tiebreak,
        closer=closer,
        in_hand=in_hand,
        points=tuple(values) if is_points else (),
        cards=() if is_points else tuple(values),
        unopened=frozenset(unopened),
        left=left,
    )
    if not said and (sheet.playing or not left or faults.found):
        with faults:
            check_hands(rules, sheet)
        faults.found.append(RefusalError("closer_missing", field="closer"))
    faults.refuse()
    return sheet


def write(data: Json) -> dict[str, str]:
    """Return the form values that show a sheet again: ``read(rules, write(sheet)) == sheet``."""
    sheet = from_json(data)
    if isinstance(sheet, Totals):
        return {"depth": "totals", "lines": str(sheet.lines)} | {
            field(kind, line): str(value)
            for kind, values in (("points", sheet.points), ("exits", sheet.exits))
            for line, value in enumerate(values)
            if value is not None
        }
    shared = {"depth": data["depth"], "tiebreak": str(sheet.tiebreak), "lines": str(sheet.lines)}
    if isinstance(sheet, Drawing):
        return shared | {f"order_{place}": FORM_LETTERS[line] for place, line in enumerate(sheet.order, start=1)}
    closer = NOBODY if sheet.closer is None else FORM_LETTERS[sheet.closer]
    return {
        **shared,
        **({"closer": closer} if sheet.closer is not None or sheet.playing else {}),
        **({"in_hand": "on"} if sheet.in_hand else {}),
        **{field(sheet.depth, line): str(value) for line, value in enumerate(sheet.values) if value is not None},
        **{field("unopened", line): "on" for line in sorted(sheet.unopened)},
        **{field("left", line): cause for line, cause in sorted(sheet.left.items())},
    }
