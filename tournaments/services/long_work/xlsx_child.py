"""Reads the first sheet of a workbook as CSV, in a process of its own: little memory, little time, no settings.

Run as a module with ROWS COLUMNS; the workbook comes on standard input, the CSV goes to standard output. Exit status:
0 done, 3 no workbook that can be read, 4 too much memory, 5 too many rows, 6 too many columns.
"""

import csv
import io
import resource
import sys
from datetime import date, datetime, time
from typing import Any, Final

MEMORY: Final = 512_000_000
SECONDS: Final = 10
UNREADABLE, NO_MEMORY, MANY_ROWS, MANY_COLUMNS = 3, 4, 5, 6
# A sheet says how far it goes; some say a million empty rows.
EMPTY_ROWS: Final = 1_000


def text(value: Any) -> str:
    """A cell as somebody would have typed it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)


def main(rows: str, columns: str) -> int:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        return _read(sys.stdin.buffer.read(), int(rows), int(columns))
    except MemoryError:
        return NO_MEMORY
    except Exception:  # noqa: BLE001 - a broken workbook breaks its reader in many ways
        return UNREADABLE


def _read(data: bytes, most_rows: int, most_columns: int) -> int:
    import defusedxml
    import openpyxl
    from openpyxl.xml import DEFUSEDXML

    if not DEFUSEDXML or not defusedxml:
        return UNREADABLE
    # Values and not formulas, and no link to another workbook is followed.
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    out = csv.writer(sys.stdout, delimiter=";", lineterminator="\n")
    taken = empty = 0
    for row in book.worksheets[0].iter_rows(values_only=True):
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
