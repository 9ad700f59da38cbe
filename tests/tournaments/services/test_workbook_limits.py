"""A small workbook that would be a huge list is refused, and nothing of it fills the memory of its reader."""

import re
import resource
import tracemalloc
from collections.abc import Callable

import pytest

from tests.searching import short_of
from tests.tournaments.services.reading_workbooks import MAIN, PARTS, inline, read, workbook
from tournaments.errors import RefusedError
from tournaments.jobs.writes import uploaded_workbooks, xlsx_child
from tournaments.jobs.writes.hold import LeaseLostError


def naming(text: str, rows: int, columns: int = 1) -> bytes:
    """A workbook all of whose cells name one text, which it has once; 20 KB of noise are never looked at."""
    row = "<row>" + '<c t="s"><v>0</v></c>' * columns + "</row>"
    return workbook(
        f'<worksheet xmlns="{MAIN}"><sheetData>{row * rows}</sheetData></worksheet>',
        f'<sst xmlns="{MAIN}" count="1" uniqueCount="1"><si><t>{text}</t></si></sst>',
        noise=20_000,
    )


def refused(data: bytes) -> tuple[str, int]:
    """What the refusal says, and how many bytes were held at most."""
    tracemalloc.start()
    try:
        with pytest.raises(RefusedError) as found:
            read(data)
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

    assert code == "workbook_text"
    assert most < 3 * xlsx_child.MOST_WRITTEN


def test_a_long_cell_and_a_long_list_are_read_whole():
    assert read(naming("x" * 32_767, 1)) == "x" * 32_767 + "\n"
    many = read(naming("x" * 90, 5_000, 8))
    assert len(many) == 5_000 * 91 * 8


def test_a_child_that_counts_nothing_is_stopped_all_the_same(monkeypatch, tmp_path):
    """What it writes is bounded by the process that reads it, and not by its own word."""
    (tmp_path / "talking.py").write_text("import sys\nwhile True: sys.stdout.write('x' * 100_000)\n")
    monkeypatch.setattr(uploaded_workbooks, "MODULE", "talking")
    monkeypatch.setattr(uploaded_workbooks.settings, "BASE_DIR", tmp_path)

    code, most = refused(naming("x", 1))

    assert code == "workbook_text"
    assert most < 3 * xlsx_child.MOST_WRITTEN


def test_a_child_that_never_ends_is_stopped(monkeypatch, tmp_path):
    (tmp_path / "sleeping.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(uploaded_workbooks, "MODULE", "sleeping")
    monkeypatch.setattr(uploaded_workbooks.settings, "BASE_DIR", tmp_path)
    monkeypatch.setattr(uploaded_workbooks, "LONGEST", 0.5)

    assert refused(naming("x", 1))[0] == "workbook_too_slow"


def test_a_child_that_closes_its_mouth_and_goes_on_is_stopped_too(monkeypatch, tmp_path):
    (tmp_path / "silent.py").write_text("import os, time\nos.close(1)\ntime.sleep(60)\n")
    monkeypatch.setattr(uploaded_workbooks, "MODULE", "silent")
    monkeypatch.setattr(uploaded_workbooks.settings, "BASE_DIR", tmp_path)
    monkeypatch.setattr(uploaded_workbooks, "LONGEST", 0.5)

    assert refused(naming("x", 1))[0] == "workbook_too_slow"


@pytest.mark.full
def test_too_much_of_the_processor_ends_it_with_the_limit_by_name(monkeypatch, tmp_path):
    (tmp_path / "busy.py").write_text(
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1, 2))\nwhile True: pass\n"
    )
    monkeypatch.setattr(uploaded_workbooks, "MODULE", "busy")
    monkeypatch.setattr(uploaded_workbooks.settings, "BASE_DIR", tmp_path)

    assert refused(naming("x", 1))[0] == "workbook_too_slow"


def test_who_loses_the_work_ends_the_child_within_seconds(monkeypatch, tmp_path):
    (tmp_path / "talking_slowly.py").write_text(
        "import sys, time\nwhile True: print('x', flush=True); time.sleep(0.01)\n"
    )
    monkeypatch.setattr(uploaded_workbooks, "MODULE", "talking_slowly")
    monkeypatch.setattr(uploaded_workbooks.settings, "BASE_DIR", tmp_path)

    def lose() -> None:
        raise LeaseLostError

    # The child would write for ever: were it read to its end, it would be refused for its time.
    with pytest.raises(LeaseLostError):
        read(naming("x", 1), lose)


def test_a_spreadsheet_with_a_password_is_named_as_one():
    locked = b"\xd0\xcf\x11\xe0" + b"\0" * 500 + "EncryptedPackage".encode("utf-16-le")
    for data, code in ((locked, "workbook_locked"), (b"\xd0\xcf\x11\xe0old", "workbook_unreadable")):
        with pytest.raises(RefusedError, match=code):
            uploaded_workbooks.require_readable(data)


def test_a_text_with_a_character_that_no_database_keeps_is_a_text_all_the_same():
    assert read(naming("Va_x0000_na", 1)) in ("Va_x0000_na\n", "Va\x01na\n")


@pytest.mark.parametrize("columns", short_of([20, 120_000], "20"))
def test_more_cells_than_a_list_has_are_refused_before_they_are_parsed(monkeypatch, columns):
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    monkeypatch.setattr(uploaded_workbooks, "MOST_ROWS", 50_000)
    with pytest.raises(RefusedError) as refusal:
        read(inline(120_000, columns))
    assert refusal.value.code == "workbook_cells"
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    read(inline(90_000, 30))
    # On any machine: counting costs no more than reading fewer of them does, which counts them too.
    assert used < (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 1.2


def test_as_many_texts_that_cells_name_are_refused_too():
    with pytest.raises(RefusedError, match="workbook_cells"):
        read(workbook(sheet_of("", 1), texts_of("<si><t>R{}</t></si>")))


MANY = 100_001
EMPTY = f'<sst xmlns="{MAIN}"/>'
CELL = '<c t="inlineStr"><is><t>R{}</t></is></c>'


def sheet_of(cell: str, cells: int = MANY) -> str:
    rows = (f"<row>{''.join(cell.format((at + of) * 7919) for of in range(21))}</row>" for at in range(0, cells, 21))
    return f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(rows)}</sheetData></worksheet>'


def texts_of(text: str) -> str:
    texts = "".join(text.format(number * 7919) for number in range(MANY))
    return f'<sst xmlns="{MAIN}">{texts}</sst>'


def prefixed(text: str) -> str:
    return re.sub(r"<(/?)(?=\w)", r"<\1x:", text).replace("xmlns=", "xmlns:x=")


@pytest.mark.parametrize(
    ("sheet", "texts"),
    [
        pytest.param(lambda: prefixed(sheet_of(CELL)), lambda: EMPTY, id="with a prefix"),
        pytest.param(lambda: sheet_of(CELL.replace("<c ", "<c\n")), lambda: EMPTY, id="with a line end"),
        pytest.param(lambda: sheet_of("<c/>"), lambda: EMPTY, id="with nothing in them"),
        pytest.param(lambda: sheet_of(CELL).encode("utf-16"), lambda: EMPTY, id="in letters of two bytes"),
        pytest.param(lambda: sheet_of("", 1), lambda: texts_of("<si\n><t>R{}</t></si>"), id="as texts"),
    ],
)
def test_cells_are_counted_in_every_spelling(sheet: Callable[[], str | bytes], texts: Callable[[], str]) -> None:
    with pytest.raises(RefusedError, match="workbook_cells"):
        read(workbook(sheet(), texts()))


def test_texts_are_counted_wherever_the_workbook_has_them() -> None:
    texts = texts_of("<si><t>R{}</t></si>")
    moved = {name: data.replace("sharedStrings.xml", "Texts.xml") for name, data in PARTS.items()}
    with pytest.raises(RefusedError, match="workbook_cells"):
        read(workbook(sheet_of("", 1), "", parts={**moved, "xl/Texts.xml": texts}))


def test_a_workbook_in_another_spelling_is_read() -> None:
    assert read(workbook(prefixed(sheet_of(CELL, 21)), prefixed(EMPTY))).startswith("R0;R7919;R15838;")


def test_a_document_type_is_in_no_workbook() -> None:
    bomb = '<!DOCTYPE worksheet [<!ENTITY a "<c/><c/>">]>' + sheet_of(CELL, 21)
    with pytest.raises(RefusedError, match="workbook_unreadable"):
        read(workbook(bomb, EMPTY))
