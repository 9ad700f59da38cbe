"""The rows of a list in its text: what divides the columns, and rows changed while no other line moves."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import islice
from typing import Final

from tournaments.guessing.columns import HEADINGS
from tournaments.guessing.names import plain

DELIMITERS: Final = (";", "\t", ",")
# Lines that tell the sign, and letters of a line that is looked at.
LINES, LONGEST_LINE = 20, 4_000


def delimiter_of(text: str) -> str:
    """What divides the columns: what makes headings of a line, else what most of the first lines have."""
    lines = [line[:LONGEST_LINE] for line in islice(StringIO(text, newline=None), LINES) if line.strip()]
    found = [
        (sum(plain(cell) in HEADINGS for cell in line.split(sign)), line.count(sign), sign)
        for line in lines
        for sign in DELIMITERS
    ]
    known, count, sign = max(found, default=(0, 0, ""))
    if known:
        # A heading of one column has no sign: what is in its names says nothing.
        return sign if count else ","
    return next((sign for sign in DELIMITERS if sum(sign in line for line in lines) * 2 > len(lines)), ",")


def wide_of(data: bytes) -> str:
    """The encoding of text in two bytes a letter that does not say so: every other byte is nought. Empty for none."""
    start = data[:LONGEST_LINE]
    noughts = [start[side::2].count(0) * 2 for side in (0, 1)]
    if len(start) < 4 or max(noughts) * 10 < len(start) * 8 or min(noughts) * 10 > len(start):
        return ""
    return "utf-16-le" if noughts[1] > noughts[0] else "utf-16-be"


def numbered(text: str, delimiter: str) -> Iterator[tuple[int, int, list[str]]]:
    """Each row with the line on which it begins, the one behind it, and its cells; raises ``csv.Error``."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    for cells in reader:
        yield begins, reader.line_num + 1, cells
        begins = reader.line_num + 1


def with_rows(text: str, delimiter: str, rows: Mapping[int, Sequence[str] | None]) -> str:
    """The text with other cells in the rows that begin on these lines, nothing for None; no other line moves."""
    lines = list(StringIO(text, newline=""))
    for begins, ends, _cells in list(numbered(text, delimiter)):
        if begins in rows:
            lines[begins - 1 : ends - 1] = [_line(rows[begins], delimiter), *["\n"] * (ends - begins - 1)]
    return "".join(lines)


def _line(cells: Sequence[str] | None, delimiter: str) -> str:
    if cells is None:
        return "\n"
    out = StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow([" ".join(cell.splitlines()) for cell in cells])
    return out.getvalue()
