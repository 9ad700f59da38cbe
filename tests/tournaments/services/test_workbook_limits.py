"""A small workbook that would be a huge list is refused, and nothing of it fills the memory of whoever reads it."""

import io
import random
import resource
import threading
import time
import tracemalloc
import zipfile

import pytest

from tournaments.errors import RefusedError
from tournaments.services import workbooks
from tournaments.services.long_work import xlsx_child

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


def naming(text: str, rows: int, columns: int = 1) -> bytes:
    """A workbook all of whose cells name one text, which it has once; 20 KB of noise are never looked at."""
    row = "<row>" + '<c t="s"><v>0</v></c>' * columns + "</row>"
    parts = {
        **PARTS,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}" count="1" uniqueCount="1"><si><t>{text}</t></si></sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{row * rows}</sheetData></worksheet>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
        archive.writestr("xl/media/noise.png", random.Random(1).randbytes(20_000))
    return out.getvalue()


def refused(data: bytes) -> tuple[str, int]:
    """What the refusal says, and how many bytes were held at most."""
    tracemalloc.start()
    try:
        with pytest.raises(RefusedError) as found:
            workbooks.text_of(data, most_rows=5_000, most_columns=40)
        return found.value.code, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("size", "rows", "columns"),
    [
        pytest.param(900_000, 400, 1, id="a cell that no program writes"),
        pytest.param(32_767, 60, 40, id="cells as long as they may be"),
        pytest.param(1_000, 3_000, 10, id="many cells"),
    ],
)
def test_a_text_that_thousands_of_cells_name_is_refused_in_bounded_memory(size: int, rows: int, columns: int):
    data = naming("x" * size, rows, columns)
    assert len(data) < 30_000

    code, most = refused(data)

    assert code == "workbook_too_big"
    assert most < 3 * xlsx_child.MOST_WRITTEN


def test_a_long_cell_and_a_long_list_are_read_whole():
    assert workbooks.text_of(naming("x" * 32_767, 1), most_rows=5, most_columns=5) == "x" * 32_767 + "\n"
    many = workbooks.text_of(naming("x" * 90, 5_000, 8), most_rows=5_000, most_columns=40)
    assert len(many) == 5_000 * 91 * 8


def test_a_child_that_counts_nothing_is_stopped_all_the_same(monkeypatch, tmp_path):
    """What it writes is bounded by whoever reads it, and not by its own word."""
    (tmp_path / "talking.py").write_text("import sys\nwhile True: sys.stdout.write('x' * 100_000)\n")
    monkeypatch.setattr(workbooks, "MODULE", "talking")
    monkeypatch.setattr(workbooks.settings, "BASE_DIR", tmp_path)

    code, most = refused(naming("x", 1))

    assert code == "workbook_too_big"
    assert most < 3 * xlsx_child.MOST_WRITTEN


def test_a_child_that_never_ends_is_stopped(monkeypatch, tmp_path):
    (tmp_path / "sleeping.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(workbooks, "MODULE", "sleeping")
    monkeypatch.setattr(workbooks.settings, "BASE_DIR", tmp_path)
    monkeypatch.setattr(workbooks, "LONGEST", 0.5)

    assert refused(naming("x", 1))[0] == "workbook_too_big"


def inline(cells: int, columns: int = 20) -> bytes:
    """A workbook whose cells each have a text of their own."""
    rows = (
        "".join(f'<c t="inlineStr"><is><t>R{number * 7919}</t></is></c>' for number in range(at, at + columns))
        for at in range(0, cells, columns)
    )
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData><row>{"</row><row>".join(rows)}</row></sheetData></worksheet>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**PARTS, "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"/>'}.items():
            archive.writestr(name, data)
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        archive.writestr("xl/media/noise.png", random.Random(1).randbytes(200_000))
    return out.getvalue()


@pytest.mark.parametrize("columns", [20, 120_000])
def test_more_cells_than_a_list_has_are_refused_before_they_are_parsed(columns):
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with pytest.raises(RefusedError) as refusal:
        workbooks.text_of(inline(120_000, columns), most_rows=50_000, most_columns=40)
    assert refusal.value.code == "workbook_too_big"
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    workbooks.text_of(inline(90_000, 30), most_rows=50_000, most_columns=40)
    # On any machine: counting costs a part of what parsing fewer of them does.
    assert used < (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 0.7


def test_as_many_texts_that_cells_name_are_refused_too():
    texts = "".join(f"<si><t>R{number * 7919}</t></si>" for number in range(120_000))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in PARTS.items():
            archive.writestr(name, data)
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{texts}</sst>')
        archive.writestr("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>')
        archive.writestr("xl/media/noise.png", random.Random(1).randbytes(200_000))
    with pytest.raises(RefusedError, match="workbook_too_big"):
        workbooks.text_of(out.getvalue(), most_rows=5_000, most_columns=40)


def at_once(readers: list[int]) -> tuple[list[str], list[float]]:
    """What becomes of workbooks that are sent at one moment, and after how long the refused are told."""
    data, start = inline(60_000), threading.Barrier(len(readers))
    ended: list[str] = []
    waited: list[float] = []

    def send(reader: int) -> None:
        start.wait()
        begun = time.monotonic()
        try:
            workbooks.text_of(data, most_rows=5_000, most_columns=40, reader=reader)
            ended.append("read")
        except RefusedError as refusal:
            ended.append(refusal.code)
            waited.append(time.monotonic() - begun)

    threads = [threading.Thread(target=send, args=(reader,)) for reader in readers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(ended), waited


def test_eight_at_once_keep_two_threads_and_the_others_are_told_at_once():
    ended, waited = at_once([*range(8)])
    assert ended == ["read"] * 2 + ["workbook_busy"] * 6
    assert max(waited) < 1
    assert at_once([1])[0] == ["read"]


def test_one_account_sends_one_at_a_time():
    assert at_once([7, 7])[0] == ["read", "workbook_busy"]
