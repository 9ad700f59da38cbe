"""How the rows of a list lie on its page: titles, headings, sections, blocks side by side, one player a row. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.guessing.columns import (
    MANY,
    MOST_ABOVE,
    NEXT,
    OF_SECOND,
    Column,
    Shape,
    as_said,
    heading_at,
    is_counted,
    number_of,
    shape_of,
)
from tournaments.guessing.headings import FAMILY1, NOTHING, NUMBER, PERSON1, meaning
from tournaments.guessing.lines import ABOVE, HEADING, TITLE, TOTAL, is_heading, kind_of, section_of
from tournaments.guessing.marks import split_marks, strip_front
from tournaments.guessing.names import split_people

SECTION: Final = "section"
# Rows of a list in two columns that must count on for the second to be a block of its own.
FEWEST_COUNTED: Final = 2
# Pairs of a list with one player a row where no column has their numbers; at most one entry in so many is alone.
FEWEST_GUESSED, FEW = 2, 5


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a list: the line on which it begins, its cells, and what it is if it is no entry.

    ``key`` tells it from every other row: two blocks side by side have two rows on one line. ``section`` is the key of
    the row that begins its section, and ``section_kind`` what that means. ``shape`` says what its cells hold.
    """

    key: str
    line: int
    cells: tuple[str, ...]
    kind: str = ""
    section: str = ""
    section_kind: str = ""
    shape: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of a list in their order, and the columns of each of its blocks."""

    lines: tuple[Line, ...]
    shapes: tuple[Shape, ...]
    has_heading: bool

    @property
    def shape(self) -> Shape:
        return self.shapes[0]


def layout_of(
    rows: Sequence[tuple[int, Sequence[str]]],
    size: int,
    *,
    has_heading: bool | None = None,
    roles: Sequence[str] = (),
    before: Sequence[str] = (),
) -> Layout:
    """Return how a list for entries of ``size`` lies; ``roles`` and ``has_heading`` are what somebody said of it."""
    lines = [Line(str(number), number, tuple(cells)) for number, cells in rows]
    at: int | None = None
    if has_heading is not False:
        at = heading_at([cells for _number, cells in rows])
        if at == 0 and has_heading is None:
            above = lines[0].cells
            is_title = sum(bool(cell.strip()) for cell in above) == 1 and kind_of(above, is_begun=False) == TITLE
            if section_of(above) or is_title:
                below = range(1, min(len(lines), MOST_ABOVE))
                at = next((place for place in below if is_heading(lines[place].cells)), None)
        if at is None and has_heading and lines:
            at = 0
    lines = _side_by_side(lines, at, size)
    lines = _describe_rows(lines, at, is_headed=has_heading is not False)
    shapes: list[Shape] = []
    shaped: list[Line] = []
    block: list[Line] = []
    heading = lines[at] if at is not None else None
    for place, line in enumerate(lines):
        is_below = at is not None and place > at
        is_other = line.kind == HEADING and is_below and heading is not None and _meanings(line) != _meanings(heading)
        if is_other and set(_meanings(line)) & {PERSON1, FAMILY1}:
            block, heading = _shape_block(block, heading, size, shapes, shaped, roles, before), line
        block.append(line)
    _shape_block(block, heading, size, shapes, shaped, roles, before)
    return Layout(tuple(shaped), tuple(shapes), at is not None)


def _describe_rows(lines: Sequence[Line], at: int | None, *, is_headed: bool) -> list[Line]:
    """Say of each row what it is, and in which section."""
    found: list[Line] = []
    section = section_kind = ""
    is_begun = False
    for place, line in enumerate(lines):
        if place == at:
            found.append(replace(line, kind=HEADING))
            continue
        if kind := section_of(line.cells):
            section, section_kind = line.key, kind
            found.append(replace(line, kind=SECTION, section_kind=kind))
            continue
        if at is not None and place < at:
            found.append(replace(line, kind=kind_of(line.cells, is_begun=False) or ABOVE))
            continue
        is_same = at is not None and line.cells == lines[at].cells
        kind = HEADING if is_same else kind_of(line.cells, is_begun=is_begun)
        if kind == HEADING and not is_headed:
            kind = ""
        is_begun |= kind in ("", TOTAL)
        found.append(replace(line, kind=kind, section=section, section_kind=section_kind))
    return found


def _meanings(line: Line) -> list[str]:
    return [each.role if (each := meaning(cell)) else "" for cell in line.cells]


def _shape_block(
    block: Sequence[Line],
    heading: Line | None,
    size: int,
    shapes: list[Shape],
    shaped: list[Line],
    roles: Sequence[str],
    before: Sequence[str],
) -> list[Line]:
    """Add the columns and the rows of a block; return an empty block."""
    listed = [line for line in block if not line.kind]
    rows = [line.cells for line in listed]
    if heading is not None:
        shape = shape_of([heading.cells, *rows], size, has_heading=True)
    else:
        shape = replace(shape_of(rows, size, has_heading=False), first=0)
    joined = _by_twos(listed, shape, size)
    width = len(shape.columns)
    if joined:
        extra = tuple(
            Column("", NEXT.get(column.role, column.role if column.role in MANY else NOTHING), column.is_sure)
            for column in shape.columns
        )
        shape = replace(shape, columns=(*shape.columns, *extra))
    if roles:
        shape = as_said(shape, roles, before)
    place = len(shapes)
    shapes.append(shape)
    for line in block:
        if joined and not line.kind:
            if line.key in joined:
                partner = joined[line.key]
                cells = [*line.cells, *[""] * (width - len(line.cells)), *(partner.cells if partner else ())]
                shaped.append(replace(line, cells=tuple(cells), shape=place))
            continue
        shaped.append(replace(line, shape=place))
    return []


def _by_twos(listed: Sequence[Line], shape: Shape, size: int) -> dict[str, Line | None]:
    """Return the first row of each pair of a list with one player a row, and its second row.

    The number of the pair stands once over both rows, or on each of them, in a column of its own or in front of the
    name; or an empty row stands between the pairs. Empty for a list of another kind.
    """
    held = [column.role for column in shape.columns]
    whole = [place for place, role in enumerate(held) if role in (PERSON1, FAMILY1)]
    if size != 2 or not whole or any(role in OF_SECOND for role in held):
        return {}
    if NUMBER in held:
        numbers = [number_of(_cell(line, held.index(NUMBER))) for line in listed]
        groups = _by_numbers(listed, numbers, whole)
        fewest, most = 1, 2
    elif any(sum(map(bool, split_people(split_marks(_cell(line, whole[0])).text))) > 1 for line in listed):
        return {}
    else:
        numbers = [strip_front(_cell(line, whole[0]))[1] for line in listed]
        fewest, most = FEWEST_GUESSED, FEW
        if any(numbers):
            groups = _by_numbers(listed, numbers, whole)
        else:
            # Rows without an empty one between them; a cell with a line break goes over several lines.
            groups = []
            for before, line in zip((None, *listed), listed, strict=False):
                if before is None or line.line > before.line + 1 + "".join(before.cells).count("\n"):
                    groups.append([])
                groups[-1].append(line)
    named = [group for group in groups if len(group) > 1]
    if (
        any(len(group) > size for group in groups)
        or len(named) < fewest
        or len(named) * most < len(groups) * (most - 1)
    ):
        return {}
    return {group[0].key: group[1] if len(group) > 1 else None for group in groups}


def _cell(line: Line, place: int) -> str:
    return line.cells[place] if place < len(line.cells) else ""


def _by_numbers(listed: Sequence[Line], numbers: Sequence[int | None], whole: Sequence[int]) -> list[list[Line]]:
    """Return rows that have one number between them; none where the first has no number."""
    groups: list[list[Line]] = []
    last: int | None = None
    for line, number in zip(listed, numbers, strict=True):
        if number is None and not any(_cell(line, place).strip() for place in whole):
            continue
        if groups and (number is None or number == last):
            groups[-1].append(line)
        elif number is None:
            return []
        else:
            groups.append([line])
        last = number if number is not None else last
    return groups


def _side_by_side(lines: list[Line], at: int | None, size: int) -> list[Line]:
    """Take the second of two blocks side by side as rows below the first; ``at`` is the row of headings."""
    cut, begins = 0, 0
    if at is not None:
        cut, begins = _cut_of_heading(lines[at].cells, size), at
    else:
        # A second column that counts on from the first begins a second block.
        columns = [
            [line.cells[place].strip() for line in lines if place < len(line.cells) and line.cells[place].strip()]
            for place in range(max((len(line.cells) for line in lines), default=0))
        ]
        counted = [
            place
            for place, cells in enumerate(columns)
            if len(cells) >= FEWEST_COUNTED and is_counted(cells) and (place == 0 or cells != columns[0][: len(cells)])
        ]
        if len(counted) == 2 and counted[0] == 0 and counted[1] > 1:
            first, second = (number_of(columns[place][0]) or 0 for place in counted)
            cut = counted[1] if second > first + 1 else 0
    if not cut:
        return lines
    left = [replace(line, cells=line.cells[:cut]) if place >= begins else line for place, line in enumerate(lines)]
    right = [
        replace(line, key=f"{line.key}b", cells=line.cells[cut:])
        for line in lines[begins + (at is not None) :]
        if any(cell.strip() for cell in line.cells[cut:])
    ]
    return [line for line in left if any(cell.strip() for cell in line.cells)] + right


def _cut_of_heading(cells: Sequence[str], size: int) -> int:
    """Return where a second block begins by headings that repeat, 0 for one block."""
    told = [meaning(cell) for cell in cells]
    roles = [each.role if each else "" for each in told]
    if len(roles) % 2 == 0 or "" in roles:
        for cut in range(1, len(roles)):
            first, second = roles[:cut], roles[cut:]
            while first and not first[-1]:
                first = first[:-1]
            while second and not second[-1]:
                second = second[:-1]
            is_apart = (
                NUMBER in first
                or size == 1
                or any(each and each.is_pair for each in told)
                or bool(set(first) & set(OF_SECOND))
                or first.count(PERSON1) == size
            )
            has_names = bool(set(first) & {PERSON1, FAMILY1, "given1"})
            names = [cell.strip().casefold() for cell in cells]
            if (
                first
                and first == second
                and has_names
                and is_apart
                and names[: len(first)] == names[cut : cut + len(first)]
            ):
                return cut
    return 0
