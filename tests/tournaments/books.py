"""Spreadsheets of every kind as programs write them: ODS, XLS 97, XLSX with what the site's own writer never makes."""

import io
import re
import struct
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

import openpyxl

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = f'<manifest:manifest xmlns:manifest="{OFFICE}:manifest:1.0"/>'
SECTOR = 512


def zipped(parts: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def ods(sheets: Mapping[str, Sequence[Sequence[object]]], *, struck: str = "", hidden: str = "") -> bytes:
    """An ODS; rows that hold the text ``struck`` are struck through, those with ``hidden`` are hidden."""
    tables = []
    for name, rows in sheets.items():
        told = []
        for row in rows:
            look = ' table:visibility="collapse"' if hidden and hidden in row else ""
            style = ' table:style-name="ce1"' if struck and struck in row else ""
            told.append(f"<table:table-row{look}>{''.join(_ods_cell(value, style) for value in row)}</table:table-row>")
        tables.append(f'<table:table table:name="{escape(name)}">{"".join(told)}</table:table>')
    names = " ".join(
        f'xmlns:{key}="{OFFICE}:{value}:1.0"'
        for key, value in (("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"))
    )
    content = (
        f'<office:document-content {names} office:version="1.2"><office:automatic-styles>'
        '<style:style style:name="ce1" style:family="table-cell"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style></office:automatic-styles>'
        f"<office:body><office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body></office:document-content>"
    )
    return zipped({"mimetype": SPREADSHEET, "META-INF/manifest.xml": MANIFEST, "content.xml": content})


def _ods_cell(value: object, style: str) -> str:
    if value in ("", None):
        return f"<table:table-cell{style}/>"
    if isinstance(value, int | float):
        kind = f'office:value-type="float" office:value="{value}"'
        return f"<table:table-cell{style} {kind}><text:p>{value}</text:p></table:table-cell>"
    return (
        f'<table:table-cell{style} office:value-type="string"><text:p>{escape(str(value))}</text:p></table:table-cell>'
    )


def xls(rows: Sequence[Sequence[object]], name: str = "Foglio1") -> bytes:
    """A workbook of Excel 97: records of BIFF8 in a compound file with one stream."""
    begin = struct.pack("<HHHHII", 0x0600, 0x0005, 0x0DBB, 0x07CC, 0, 6)
    sheet = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0x0DBB, 0x07CC, 0, 6))
    width = max(map(len, rows), default=0)
    sheet += _record(0x0200, struct.pack("<IIHHH", 0, len(rows), 0, width, 0))
    for at, row in enumerate(rows):
        for column, value in enumerate(row):
            if isinstance(value, int | float):
                sheet += _record(0x0203, struct.pack("<HHHd", at, column, 0, float(value)))
            elif value:
                text = str(value)
                sheet += _record(0x0204, struct.pack("<HHHHB", at, column, 0, len(text), 1) + text.encode("utf-16-le"))
    sheet += _record(0x000A, b"")
    bound = len(name).to_bytes(1, "little") + b"\x01" + name.encode("utf-16-le")
    head = _record(0x0809, begin) + _record(0x0042, struct.pack("<H", 1200))
    size = len(head) + 4 + 6 + len(bound) + 4
    globals_ = head + _record(0x0085, struct.pack("<IH", size, 0) + bound) + _record(0x000A, b"")
    return compound("Workbook", globals_ + sheet)


def _record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def compound(name: str, stream: bytes) -> bytes:
    """A compound file (OLE) with one stream of 4,096 bytes at least."""
    stream = stream.ljust(max(4096, -(-len(stream) // SECTOR) * SECTOR), b"\0")
    count = len(stream) // SECTOR
    # The stream, then the directory, then the table of sectors.
    directory, table = count, count + 1
    fat = [*range(1, count), 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFD]
    fat += [0xFFFFFFFF] * (SECTOR // 4 - len(fat))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIIII", 0, 1, directory, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, table)
    header += b"\xff" * (SECTOR - len(header))
    entries = _entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + _entry(name, 2, 0xFFFFFFFF, 0, len(stream)) + bytes(256)
    return header + stream + entries + struct.pack(f"<{len(fat)}I", *fat)


def _entry(name: str, kind: int, child: int, begin: int, size: int) -> bytes:
    written = name.encode("utf-16-le") + b"\0\0"
    none = 0xFFFFFFFF
    return (
        written.ljust(64, b"\0")
        + struct.pack("<HBBIII", len(written), kind, 1, none, none, child)
        + bytes(36)
        + struct.pack("<IQ", begin, size)
    )


def xlsx(rows: Sequence[Sequence[object]], change: Callable[[Any], object] | None = None) -> bytes:
    """An XLSX; ``change`` is called with the workbook before it is saved."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    if change:
        change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def rewritten(book: bytes, part: str, pattern: str, instead: str) -> bytes:
    """A workbook with a piece of one of its parts in other words."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    changed = re.sub(pattern, instead, parts[part])
    assert changed != parts[part]
    return zipped({**parts, part: changed})
