"""The rows of a list as CSV text: find the delimiter, and replace rows without moving other lines."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import islice
from typing import Final

from tournaments.folding import letters_of as plain
from tournaments.guessing.columns import HEADINGS

DELIMITERS: Final = (";", "\t", ",")
# Lines searched for the delimiter, and the letters of each that count.
LINES, LONGEST_LINE = 20, 4_000


def delimiter_of(text: str) -> str:
    """Return the delimiter of the columns: the one that gives known headings, else the one in most first lines."""
    lines = [line[:LONGEST_LINE] for line in islice(StringIO(text, newline=None), LINES) if line.strip()]
    found = [
        (sum(plain(cell) in HEADINGS for cell in line.split(sign)), line.count(sign), sign)
        for line in lines
        for sign in DELIMITERS
    ]
    known, count, sign = max(found, default=(0, 0, ""))
    if known:
        # A heading of one column has no delimiter; signs within its names say nothing.
        return sign if count else ","
    return next((sign for sign in DELIMITERS if sum(sign in line for line in lines) * 2 > len(lines)), ",")


def wide_of(data: bytes) -> str:
    """Return the encoding of UTF-16 text without a byte order mark: every other byte is 0. "" for any other text."""
    start = data[:LONGEST_LINE]
    noughts = [start[side::2].count(0) * 2 for side in (0, 1)]
    if len(start) < 4 or max(noughts) * 10 < len(start) * 8 or min(noughts) * 10 > len(start):
        return ""
    return "utf-16-le" if noughts[1] > noughts[0] else "utf-16-be"


def numbered(text: str, delimiter: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield each row with its first line, the line after it, and its cells; raises ``csv.Error``."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    for cells in reader:
        yield begins, reader.line_num + 1, cells
        begins = reader.line_num + 1


def with_rows(text: str, delimiter: str, rows: Mapping[int, Sequence[str] | None]) -> str:
    """Return the text with the rows that begin on these lines replaced (None: removed); other lines do not move."""
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
