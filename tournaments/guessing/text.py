"""The rows of a list as CSV text: find the delimiter, and read them with their lines."""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from typing import Final

from tournaments.guessing.headings import meaning

DELIMITERS: Final = (";", "\t", ",")
# For a list of one column: a sign that no text has.
NO_DELIMITER: Final = "\x1f"
# Signs between two people of one cell; a comma beside them divides the parts of their names.
BETWEEN: Final = re.compile(r"[/&+;–—]|\s-|-\s|\s(?:e|con|x)\s")
_QUOTED: Final = re.compile(r'(?:^|(?<=[;,\t\n]))"[^"]*"(?=[;,\t\r\n]|$)')
# Lines searched for the delimiter, and the letters of each that count.
LINES, LONGEST_LINE = 20, 4_000


def delimiter_of(text: str) -> str:
    """Return the delimiter of the columns: the one that gives known headings, else the one in most first lines."""
    # A line break within quotation marks ends no row.
    text = _QUOTED.sub(lambda cell: cell[0].replace("\r", " ").replace("\n", " "), text[: LINES * LONGEST_LINE])
    lines = [line[:LONGEST_LINE] for line in islice(StringIO(text, newline=None), LINES) if line.strip()]
    found = [
        (sum(meaning(cell) is not None for cell in line.split(sign)), line.count(sign), sign)
        for line in lines
        for sign in DELIMITERS
    ]
    known, count, sign = max(found, default=(0, 0, ""))
    if known and (known > 1 or count == 0):
        # A heading of one column has no delimiter; signs within its names say nothing.
        return sign if count else NO_DELIMITER
    for sign in DELIMITERS:
        having = [line for line in lines if sign in line]
        if len(having) * 2 <= len(lines):
            continue
        if sign == "," and sum(bool(BETWEEN.search(line)) for line in having) * 2 > len(having):
            continue
        return sign
    return NO_DELIMITER


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
