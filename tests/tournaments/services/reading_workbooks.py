"""A workbook read as a job reads it, and the worst that can be sent."""

import io
import random
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tournaments.jobs.writes import uploaded_workbooks

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{TYPE}.sharedStrings+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        '<sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
    ),
}


def read(data: bytes, watch: Callable[[], object] = bool) -> str:
    """What is read of a workbook, as a job reads it; it is looked at before, as an upload is."""
    with tempfile.NamedTemporaryFile() as kept:
        kept.write(data)
        kept.flush()
        uploaded_workbooks.require_readable(data)
        return uploaded_workbooks.text_of(Path(kept.name), watch)


def workbook(sheet: str | bytes, texts: str, noise: int = 200_000, parts: Mapping[str, str] = PARTS) -> bytes:
    """A workbook of one sheet; the noise, which is never looked at, keeps it from being refused as what explodes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**parts, "xl/sharedStrings.xml": texts, "xl/worksheets/sheet1.xml": sheet}.items():
            archive.writestr(name, data)
        archive.writestr("xl/media/noise.png", random.Random(1).randbytes(noise))
    return out.getvalue()


def inline(cells: int, columns: int = 20) -> bytes:
    """A workbook whose cells each have a text of their own."""
    rows = (
        "".join(f'<c t="inlineStr"><is><t>R{number * 7919}</t></is></c>' for number in range(at, at + columns))
        for at in range(0, cells, columns)
    )
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData><row>{"</row><row>".join(rows)}</row></sheetData></worksheet>'
    return workbook(sheet, f'<sst xmlns="{MAIN}"/>')


def noise(size: int) -> bytes:
    """Bytes that no packing makes smaller."""
    return random.Random(1).randbytes(size)
