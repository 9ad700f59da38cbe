"""A workbook that somebody sent, as the text of a list: refused before it is opened when it would explode."""

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Final

from django.conf import settings

from tournaments.errors import RefusedError
from tournaments.services import zips
from tournaments.services.long_work import xlsx_child

MODULE: Final = "tournaments.services.long_work.xlsx_child"
LIMITS: Final = zips.ZipLimits(most_bytes=20_000_000, most_ratio=100, most_files=200)
LONGEST: Final = 20.0
"""Seconds on the wall; of the processor it has half as many."""
CODES: Final = {
    xlsx_child.MANY_ROWS: "workbook_rows",
    xlsx_child.MANY_COLUMNS: "workbook_columns",
}
# Workbooks that are read at once in this process: whoever waits for one keeps a thread that serves pages.
MOST_AT_ONCE: Final = 2
TOO_BIG: Final = (xlsx_child.NO_MEMORY, xlsx_child.MUCH_TEXT)


_reading: set[object] = set()
_lock = threading.Lock()


@contextmanager
def _turn(reader: object) -> Iterator[None]:
    """Refuse who reads a workbook already, and everybody while as many are read as may be."""
    with _lock:
        if reader in _reading or len(_reading) >= MOST_AT_ONCE:
            raise RefusedError("workbook_busy", field="file")
        _reading.add(reader)
    try:
        yield
    finally:
        with _lock:
            _reading.discard(reader)


def text_of(data: bytes, *, most_rows: int, most_columns: int, reader: object = None) -> str:
    """The first sheet of a workbook as CSV with semicolons; ``reader`` is the account that sent it, one at a time."""
    with _turn(reader):
        zips.require_sane(BytesIO(data), LIMITS)
        status, out = _read_by_child(data, most_rows, most_columns)
    if status in CODES:
        raise RefusedError(CODES[status], field="file", rows=most_rows, columns=most_columns)
    if status in TOO_BIG or status < 0:
        raise RefusedError("workbook_too_big", field="file")
    if status:
        raise RefusedError("workbook_unreadable", field="file")
    return out.decode("utf-8", "replace")


def _read_by_child(data: bytes, most_rows: int, most_columns: int) -> tuple[int, bytes]:
    """How the child ended, and what it wrote: it is killed when that takes too long or becomes too much."""
    with tempfile.TemporaryDirectory(prefix="settebello-xlsx-") as folder, tempfile.TemporaryFile(dir=folder) as sent:
        sent.write(data)
        sent.seek(0)
        # The child knows nothing of the site: no key, no database, no home.
        environment = {
            "PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(settings.BASE_DIR), "HOME": folder,
            "PYTHONIOENCODING": "utf-8",
        }  # fmt: skip
        child = subprocess.Popen(
            [sys.executable, "-m", MODULE, str(most_rows), str(most_columns)],
            stdin=sent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder, env=environment,
        )  # fmt: skip
        watch = threading.Timer(LONGEST, child.kill)
        watch.daemon = True
        watch.start()
        try:
            return _ended(child)
        finally:
            watch.cancel()
            child.kill()
            child.wait()


def _ended(child: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    if child.stdout is None:
        raise TypeError("a child whose output is not read")
    with child.stdout as pipe:
        # The child counts too; whoever has made it do something else does not.
        out = pipe.read(xlsx_child.MOST_WRITTEN + 1)
        if len(out) > xlsx_child.MOST_WRITTEN:
            child.kill()
    return child.wait(), out
