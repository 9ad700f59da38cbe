"""Reads the first sheet of a workbook as CSV, in a process of its own: little memory, little time, no settings.

Run as a module with ROWS COLUMNS; the workbook comes on standard input, the CSV goes to standard output. Exit status:
0 done, 3 no workbook that can be read, 4 too much memory, 5 too many rows, 6 too many columns, 7 too much text, 8 too
many cells; SIGXCPU is too much time. A text is kept once and named by as many cells as one likes: what is read says
little of what would be written.
"""

import csv
import io
import os
import resource
import sys
import zipfile
from datetime import date, datetime, time
from typing import Any, Final

MEMORY: Final = 512_000_000
SECONDS: Final = 10
UNREADABLE, NO_MEMORY, MANY_ROWS, MANY_COLUMNS, MUCH_TEXT, MANY_CELLS = 3, 4, 5, 6, 7, 8
# Bytes of the whole list: twice what a list that is sent as CSV may have.
MOST_WRITTEN: Final = 4_000_000
# Characters; no program for spreadsheets takes more in a cell.
LONGEST_CELL: Final = 32_767
# Twenty for each entry of the longest list. They are counted before the sheet is parsed, which takes far longer.
MOST_CELLS: Final = 100_000
CHUNK: Final = 65_536
TEXTS: Final = "xl/sharedStrings.xml"
# Pages come first.
NICE: Final = 10
# A sheet says how far it goes; some say a million empty rows.
EMPTY_ROWS: Final = 1_000


class MuchTextError(Exception):
    """More text than a list of entries can have."""


class ManyCellsError(Exception):
    """More cells than a list of entries can have."""


class Bounded:
    """Standard output, up to ``MOST_WRITTEN`` bytes."""

    def __init__(self) -> None:
        self.left = MOST_WRITTEN

    def write(self, line: str) -> None:
        data = line.encode()
        self.left -= len(data)
        if self.left < 0:
            raise MuchTextError
        sys.stdout.buffer.write(data)


def text(value: Any) -> str:
    """A cell as somebody would have typed it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    said = str(value)
    if len(said) > LONGEST_CELL:
        raise MuchTextError
    return said


def require_few(data: bytes, part: str, marks: tuple[bytes, ...]) -> None:
    """Refuse a part that opens more elements than a list has cells, as soon as there is one too many."""
    found, before = 0, b""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(part) as file:
        while chunk := file.read(CHUNK):
            whole = before + chunk
            found += sum(whole.count(mark) for mark in marks)
            if found > MOST_CELLS:
                raise ManyCellsError
            # A mark that is cut in two is counted with the next chunk, and none twice.
            before = whole[-(len(marks[0]) - 1) :]


def main(rows: str, columns: str) -> int:
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    try:
        return _read(sys.stdin.buffer.read(), int(rows), int(columns))
    except MemoryError:
        return NO_MEMORY
    except MuchTextError:
        return MUCH_TEXT
    except ManyCellsError:
        return MANY_CELLS
    except Exception:  # noqa: BLE001 - a broken workbook breaks its reader in many ways
        return UNREADABLE


def _read(data: bytes, most_rows: int, most_columns: int) -> int:
    import defusedxml
    import openpyxl
    from openpyxl.xml import DEFUSEDXML

    if not DEFUSEDXML or not defusedxml:
        return UNREADABLE
    if TEXTS in zipfile.ZipFile(io.BytesIO(data)).namelist():
        require_few(data, TEXTS, (b"<si>", b"<si "))
    # Values and not formulas, and no link to another workbook is followed.
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    first: Any = book.worksheets[0]
    require_few(data, first._worksheet_path, (b"<c ", b"<c>"))
    out = csv.writer(Bounded(), delimiter=";", lineterminator="\n")
    taken = empty = 0
    for row in first.iter_rows(values_only=True):
        cells = [text(value) for value in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if not cells:
            empty += 1
            if empty > EMPTY_ROWS:
                break
            out.writerow([])
            continue
        if len(cells) > most_columns:
            return MANY_COLUMNS
        taken, empty = taken + 1, 0
        # One row is the heading.
        if taken > most_rows + 1:
            return MANY_ROWS
        out.writerow(cells)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
