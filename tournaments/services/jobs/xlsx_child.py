"""Read the first sheet of a workbook as CSV, in its own process: little memory, little time, no settings.

Run as a module with ROWS COLUMNS; the workbook comes on standard input, the CSV goes to standard output. Exit status: 0
done, 3 no readable workbook, 4 too much memory, 5 too many rows, 6 too many columns, 7 too much text, 8 too many cells;
SIGXCPU is too much time. A workbook stores a text once and any number of cells may refer to it: the size of the input
does not limit the size of the output.
"""

import csv
import io
import os
import resource
import sys
import zipfile
from datetime import date, datetime, time
from typing import Any, Final
from xml.parsers import expat

MEMORY: Final = 512_000_000
SECONDS: Final = 10
UNREADABLE, NO_MEMORY, MANY_ROWS, MANY_COLUMNS, MUCH_TEXT, MANY_CELLS = 3, 4, 5, 6, 7, 8
# Bytes of the whole list: twice the limit of a list uploaded as CSV.
MOST_WRITTEN: Final = 4_000_000
# Characters; no spreadsheet program takes more in a cell.
LONGEST_CELL: Final = 32_767
# Twenty for each entry of the longest list. They are counted before the sheet is parsed, which takes far longer.
MOST_CELLS: Final = 100_000
# Pages come first.
NICE: Final = 10
# A sheet declares its size; some declare a million empty rows.
EMPTY_ROWS: Final = 1_000


class MuchTextError(Exception):
    """More text than a list of entries can have."""


class ManyCellsError(Exception):
    """More cells than a list of entries can have."""


class DoctypeError(Exception):
    """A document type, which no spreadsheet program writes: its entities could expand without limit."""


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
    """Return a cell as somebody would have typed it."""
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


def require_few(archive: zipfile.ZipFile, part: str, name: str) -> None:
    """Refuse a part with more elements of a name than a list has cells, as soon as there is one too many.

    They are counted by the parser that reads them later, in any prefix, spacing and encoding.
    """
    found, prefixed = 0, f":{name}"

    def opened(tag: str, _attributes: object) -> None:
        nonlocal found
        found += tag == name or tag.endswith(prefixed)
        if found > MOST_CELLS:
            raise ManyCellsError

    parser = expat.ParserCreate()
    parser.StartElementHandler = opened
    parser.StartDoctypeDeclHandler = _refuse_doctype
    with archive.open(part) as file:
        parser.ParseFile(file)


def _refuse_doctype(*_declared: object) -> None:
    raise DoctypeError


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
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.xml import DEFUSEDXML
    from openpyxl.xml.constants import SHARED_STRINGS

    if not DEFUSEDXML or not defusedxml:
        return UNREADABLE
    # Values and not formulas; links to other workbooks are not followed.
    reader: Any = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    reader.read_manifest()
    texts = reader.package.find(SHARED_STRINGS)
    if texts is not None:
        require_few(reader.archive, texts.PartName[1:], "si")
    reader.read_workbook()
    require_few(reader.archive, _first_sheet(reader), "c")
    reader.read()
    first = reader.wb.worksheets[0]
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


def _first_sheet(reader: Any) -> str:
    """Return the part of the first sheet with cells."""
    sheets = (rel for _sheet, rel in reader.parser.find_sheets() if "chartsheet" not in rel.Type)
    return next(str(rel.target) for rel in sheets if rel.target in reader.valid_files)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
