"""Read the sheets of a workbook (XLSX, ODS, XLS) as CSV, in its own process: little memory and time, no settings.

Run as a module with ROWS COLUMNS; the workbook comes on standard input. A line of JSON for each sheet goes to standard
output: its name, whether it is hidden, its CSV, and the lines that nobody sees: hidden, struck through, under a merged
cell. Exit status: 0 done, 3 no readable workbook, 4 too much memory, 5 too many rows, 6 too many columns, 7 too much
text, 8 too many cells, 9 or SIGXCPU too much time. A workbook stores a text once and any number of cells may refer to
it: the size of the input does not limit the size of the output.
"""

import csv
import io
import json
import os
import re
import sys
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any, Final
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from tournaments.jobs.writes.own_limits import limit

MEMORY: Final = 512_000_000
SECONDS: Final = 10
UNREADABLE, NO_MEMORY, MANY_ROWS, MANY_COLUMNS, MUCH_TEXT, MANY_CELLS, TOO_SLOW = 3, 4, 5, 6, 7, 8, 9
# Bytes of the whole list: twice the limit of a list uploaded as CSV.
MOST_WRITTEN: Final = 4_000_000
# Characters; no spreadsheet program takes more in a cell.
LONGEST_CELL: Final = 32_767
# Twenty for each entry of the longest list. They are counted before the sheet is parsed, which takes far longer.
MOST_CELLS: Final = 100_000
# Pages come first.
NICE: Final = 10
# Lines of a sheet that are read, empty ones among them, and empty ones in a row behind which nothing is looked for.
MOST_LINES: Final = 40_000
EMPTY_ROWS: Final = 20_000
MOST_SHEETS: Final = 30


class MuchTextError(Exception):
    """More text than a list of entries can have."""


class ManyCellsError(Exception):
    """More cells than a list of entries can have."""


class DoctypeError(Exception):
    """A document type, which no spreadsheet program writes: its entities could expand without limit."""


class Bounded:
    """The text of a sheet; all sheets together have ``MOST_WRITTEN`` bytes at most."""

    left = MOST_WRITTEN

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> None:
        # Each line is written once more, as a part of JSON.
        Bounded.left -= len(line.encode("utf-8", "replace")) + line.count("\n")
        if Bounded.left < 0:
            raise MuchTextError
        self.lines.append(line)


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


def parse_part(
    archive: zipfile.ZipFile,
    part: str,
    opened: Callable[[str, dict[str, str]], None],
    text: Callable[[str], None] | None = None,
) -> None:
    """Go through the elements of a part, in any prefix, spacing and encoding; refuse a document type."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: opened(tag.rpartition(":")[2], attributes)
    if text is not None:
        parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    with archive.open(part) as file:
        parser.ParseFile(file)


def _refuse_doctype(*_declared: object) -> None:
    raise DoctypeError


class Unseen:
    """The rows of a sheet that nobody sees: hidden, struck through, or with a value under a merged cell."""

    def __init__(self, struck: set[str]) -> None:
        self.struck, self.rows = struck, dict[int, str]()
        self.row = self.column = 0
        self.style = ""
        self.values: list[tuple[int, int]] = []
        self.merged: list[tuple[int, int, int, int]] = []
        self.cells = 0

    def start_element(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "row":
            self.row, self.column = int(attributes.get("r", self.row + 1)), 0
            if attributes.get("hidden") in ("1", "true"):
                self.rows[self.row] = "hidden"
        elif tag == "c":
            self.cells += 1
            if self.cells > MOST_CELLS:
                raise ManyCellsError
            place = _place(attributes.get("r", ""))
            self.column, self.style = place[1] if place else self.column + 1, attributes.get("s", "")
        elif tag in ("v", "is"):
            self.values.append((self.row, self.column))
            if self.style in self.struck:
                self.rows.setdefault(self.row, "struck")
        elif tag == "mergeCell":
            first, _colon, last = attributes.get("ref", "").partition(":")
            if (begin := _place(first)) and (end := _place(last)):
                self.merged.append((*begin, *end))

    def unseen_rows(self) -> dict[int, str]:
        if self.merged and len(self.merged) * len(self.values) <= 20 * MOST_CELLS:
            for row, column in self.values:
                for top, left, bottom, right in self.merged:
                    if top <= row <= bottom and left <= column <= right and (row, column) != (top, left):
                        self.rows.setdefault(row, "covered")
        return self.rows


def _place(reference: str) -> tuple[int, int] | None:
    match = re.fullmatch(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})", reference)
    if not match:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(match[2]), column


def _struck_styles(archive: zipfile.ZipFile) -> set[str]:
    """Return the numbers of the styles of an XLSX whose letters are struck through."""
    fonts: list[bool] = []
    found: list[str] = []
    within: list[str] = [""]

    def start_element(tag: str, attributes: dict[str, str]) -> None:
        if tag in ("fonts", "cellXfs", "cellStyleXfs", "dxfs"):
            within[0] = tag
        elif tag == "font" and within[0] == "fonts":
            fonts.append(False)
        elif tag == "strike" and within[0] == "fonts" and fonts:
            fonts[-1] = attributes.get("val", "1") not in ("0", "false")
        elif tag == "xf" and within[0] == "cellXfs":
            font = attributes.get("fontId", "0")
            found.append("struck" if font.isdigit() and int(font) < len(fonts) and fonts[int(font)] else "")

    parse_part(archive, "xl/styles.xml", start_element)
    return {str(number) for number, style in enumerate(found) if style}


def unseen_rows_in_xlsx(archive: zipfile.ZipFile) -> dict[str, dict[int, str]]:
    """Return for each sheet of an XLSX, by its name, the rows that nobody sees."""
    parts = set(archive.namelist())
    targets: dict[str, str] = {}
    named: list[tuple[str, str]] = []

    def read_relation(tag: str, attributes: dict[str, str]) -> None:
        if tag == "Relationship":
            target = attributes.get("Target", "")
            part = target[1:] if target.startswith("/") else f"xl/{target}"
            targets[attributes.get("Id", "")] = part
            if attributes.get("Type", "").endswith("/sharedStrings") and part in parts:
                texts.append(part)

    def read_sheet(tag: str, attributes: dict[str, str]) -> None:
        if tag == "sheet":
            key = next((value for name, value in attributes.items() if name.rpartition(":")[2] == "id"), "")
            named.append((attributes.get("name", ""), key))

    texts: list[str] = []
    parse_part(archive, "xl/_rels/workbook.xml.rels", read_relation)
    # The usual name counts where the workbook names none.
    for part in texts or sorted({"xl/sharedStrings.xml"} & parts):
        _require_few(archive, part, "si")
    parse_part(archive, "xl/workbook.xml", read_sheet)
    struck = _struck_styles(archive) if "xl/styles.xml" in parts else set()
    found: dict[str, dict[int, str]] = {}
    for name, key in named[:MOST_SHEETS]:
        if (part := targets.get(key, "")) in parts:
            unseen = Unseen(struck)
            parse_part(archive, part, unseen.start_element)
            found[name] = unseen.unseen_rows()
    return found


def _require_few(archive: zipfile.ZipFile, part: str, name: str) -> None:
    """Refuse a part with more elements of a name than a list has cells, as soon as there is one too many."""
    found = 0

    def start_element(tag: str, _attributes: dict[str, str]) -> None:
        nonlocal found
        found += tag == name
        if found > MOST_CELLS:
            raise ManyCellsError

    parse_part(archive, part, start_element)


# What stands in a list for the end of a line and the tab that ODF writes as elements.
BREAKS: Final = {"line-break": "\n", "tab": " "}
# A box of text, a picture or a drawing lies on a cell, and stands within it in the file (ODF 1.3, part 3, 9.1.4).
SHAPES: Final = "draw:"
# The parts of an ODS without which it is none.
ODS_PARTS: Final = ("mimetype", "META-INF/manifest.xml")


def plain_ods(archive: zipfile.ZipFile) -> bytes | None:
    """Return the ODS with cells that hold what they show, or None where they do already.

    The reader leaves out line breaks and tabs, so that two names become one, and takes the text of a box that lies on a
    cell for the cell's own.
    """
    out = io.StringIO()
    within = changes = 0

    def start_element(tag: str, attributes: dict[str, str]) -> None:
        nonlocal within, changes
        name = tag.rpartition(":")[2]
        if within or tag.startswith(SHAPES):
            within, changes = within + 1, changes + 1
        elif name in BREAKS:
            changes += 1
            out.write(BREAKS[name])
        else:
            out.write(f"<{tag}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}>")

    def end_element(tag: str) -> None:
        nonlocal within
        if within:
            within -= 1
        elif tag.rpartition(":")[2] not in BREAKS:
            out.write(f"</{tag}>")

    def write_text(said: str) -> None:
        if not within:
            out.write(escape(said))

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start_element, end_element
    parser.CharacterDataHandler = write_text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    with archive.open("content.xml") as file:
        parser.ParseFile(file)
    if not changes:
        return None
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as copy:
        for part in ODS_PARTS:
            if part in archive.namelist():
                copy.writestr(part, archive.read(part))
        copy.writestr("content.xml", out.getvalue())
    return made.getvalue()


def unseen_rows_in_ods(archive: zipfile.ZipFile) -> dict[str, dict[int, str]]:
    """Return for each sheet of an ODS, by its name, the rows that nobody sees."""
    struck: set[str] = set()
    found: dict[str, dict[int, str]] = {}
    state: dict[str, Any] = {"style": "", "row": 0, "rows": {}, "cells": 0, "repeated": 0, "covered": False}

    def start_element(tag: str, attributes: dict[str, str]) -> None:
        said = {name.rpartition(":")[2]: value for name, value in attributes.items()}
        if tag == "style":
            state["style"] = said.get("name", "")
        elif tag == "text-properties" and said.get("text-line-through-style", "none") != "none":
            struck.add(state["style"])
        elif tag == "table":
            state.update(row=0, repeated=0, rows=found.setdefault(said.get("name", ""), {}))
        elif tag == "table-row":
            state["row"] += 1 + state["repeated"]
            state["repeated"] = int(said.get("number-rows-repeated", "1")) - 1
            if said.get("visibility") in ("collapse", "filter"):
                state["rows"][state["row"]] = "hidden"
        elif tag in ("table-cell", "covered-table-cell"):
            state["cells"] += 1
            if state["cells"] > MOST_CELLS:
                raise ManyCellsError
            state["covered"] = tag == "covered-table-cell"
            state["cell"] = said.get("style-name", "")
        elif tag in ("p", "span"):
            if said.get("style-name", "") in struck or state.get("cell") in struck:
                state["rows"].setdefault(state["row"], "struck")
            if state["covered"]:
                state["rows"].setdefault(state["row"], "covered")

    parse_part(archive, "content.xml", start_element)
    return found


def main(rows: str, columns: str) -> int:
    if hasattr(os, "nice"):
        os.nice(NICE)
    limit(MEMORY, SECONDS, TOO_SLOW)
    try:
        from python_calamine import CalamineWorkbook, SheetVisibleEnum

        data = sys.stdin.buffer.read()
        unseen: dict[str, dict[int, str]] = {}
        if data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                is_ods = "content.xml" in archive.namelist()
                # The cells are counted first.
                unseen = unseen_rows_in_ods(archive) if is_ods else unseen_rows_in_xlsx(archive)
                shown = plain_ods(archive) if is_ods else None
            if shown is not None:
                data = shown
                with zipfile.ZipFile(io.BytesIO(data)) as archive:
                    unseen = unseen_rows_in_ods(archive)
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        said: list[str] = []
        refused = 0
        for sheet in book.sheets_metadata[:MOST_SHEETS]:
            if not str(sheet.typ).endswith("WorkSheet"):
                continue
            out = Bounded()
            writer = csv.writer(out, delimiter=";", lineterminator="\n")
            status = _write_sheet(book.get_sheet_by_name(sheet.name), writer, int(rows), int(columns))
            if status:
                # One sheet that is no list does not keep the others from being read.
                refused = refused or status
                continue
            is_hidden = sheet.visible != SheetVisibleEnum.Visible
            lines = {str(line): how for line, how in unseen.get(sheet.name, {}).items()}
            told = {"name": sheet.name[:100], "hidden": is_hidden, "text": "".join(out.lines), "unseen": lines}
            said.append(json.dumps(told, ensure_ascii=False))
        if not said:
            return refused or UNREADABLE
        sys.stdout.buffer.write("\n".join(said).encode("utf-8", "replace"))
    except MemoryError:
        return NO_MEMORY
    except MuchTextError:
        return MUCH_TEXT
    except ManyCellsError:
        return MANY_CELLS
    except Exception:  # noqa: BLE001 - a broken workbook breaks its reader in many ways
        return UNREADABLE
    return 0


def _write_sheet(sheet: Any, out: Any, most_rows: int, most_columns: int) -> int:
    """Write the rows of a sheet as they stand on it, the first line for its first row."""
    taken = empty = line = 0
    # The reader leaves out empty columns at the left of the sheet.
    left = [""] * (sheet.start[1] if sheet.start else 0)
    for row in sheet.iter_rows():
        line += 1
        cells = [*left, *map(text, row)]
        while cells and not cells[-1].strip():
            cells.pop()
        if not cells:
            empty += 1
            if empty > EMPTY_ROWS or line > MOST_LINES:
                break
            out.writerow([])
            continue
        if len(cells) > most_columns:
            return MANY_COLUMNS
        taken, empty = taken + 1, 0
        # One row is the heading.
        if taken > most_rows + 1 or line > MOST_LINES:
            return MANY_ROWS
        out.writerow(cells)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
