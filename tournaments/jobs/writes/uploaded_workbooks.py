"""Read an uploaded workbook (XLSX, ODS, XLS) as text; one that would explode is refused before it is read."""

import csv
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, BinaryIO, Final
from zipfile import ZipFile

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from tournaments.errors import RefusedError
from tournaments.folding import fold
from tournaments.frame.writes import zips
from tournaments.games.contract import Json
from tournaments.guessing.exported import ENTRIES, SIZES, columns_for
from tournaments.guessing.given_names import GIVEN
from tournaments.jobs.writes import results, xlsx_child
from tournaments.jobs.writes.hold import Hold
from tournaments.jobs.writes.own_limits import bare_environment
from tournaments.models import Job

MODULE: Final = "tournaments.jobs.writes.xlsx_child"
LIMITS: Final = zips.ZipLimits(most_bytes=20_000_000, most_ratio=100, most_files=200)
# The most entries and columns of a list, in any file.
MOST_ROWS: Final = 5_000
MOST_COLUMNS: Final = 40
LONGEST: Final = 180.0
"""Seconds on the wall, after which a child that is stuck is ended. How long reading may take is its seconds of the
processor: it runs at low priority, and on a busy machine a good list of one second may wait for twenty others."""
BEAT: Final = 1.0
CHUNK: Final = 65_536
# The first bytes of old spreadsheets and of any with a password; and the stream names of the latter.
OLD: Final = b"\xd0\xcf\x11\xe0"
ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
# The streams of an old spreadsheet and of an old document.
BOOKS: Final = tuple(name.encode("utf-16-le") for name in ("Workbook", "Book"))
OLD_DOCUMENT: Final = "WordDocument".encode("utf-16-le")
# Parts of a zip that is a text document, a presentation or a spreadsheet.
DOCUMENTS: Final = ("word/document.xml", "ppt/presentation.xml")
SPREADSHEETS: Final = (
    b"application/vnd.oasis.opendocument.spreadsheet",
    b"application/vnd.oasis.opendocument.spreadsheet-template",
)
MARKUP: Final = re.compile(rb"\s*(?:<!doctype html|<html|<head|<table|<meta|<\?xml|<!--)", re.IGNORECASE)
# The refusal of each exit status of the child, with the limit that it names.
ENDS: Final = {
    xlsx_child.MANY_ROWS: ("workbook_rows", {"rows": MOST_ROWS}),
    xlsx_child.MANY_COLUMNS: ("workbook_columns", {"columns": MOST_COLUMNS}),
    xlsx_child.MANY_CELLS: ("workbook_cells", {"cells": xlsx_child.MOST_CELLS}),
    xlsx_child.MUCH_TEXT: (
        "workbook_text",
        {"mb": xlsx_child.MOST_WRITTEN // 1_000_000, "letters": xlsx_child.LONGEST_CELL},
    ),
    xlsx_child.NO_MEMORY: ("workbook_too_big", {"mb": xlsx_child.MEMORY // 1_000_000}),
    xlsx_child.UNREADABLE: ("workbook_unreadable", {}),
    xlsx_child.TOO_SLOW: ("workbook_too_slow", {"seconds": xlsx_child.SECONDS}),
    # Where the system itself ends what takes too much of the processor.
    -getattr(signal, "SIGXCPU", -xlsx_child.TOO_SLOW): ("workbook_too_slow", {"seconds": xlsx_child.SECONDS}),
}


def is_workbook(data: bytes) -> bool:
    """Return whether this is the file of a spreadsheet program, not text."""
    return data.startswith((zips.SIGN, OLD))


def require_readable(data: bytes) -> None:
    """Refuse without opening it what is no workbook, is locked, or would explode; say what it is instead."""
    if data.startswith(OLD):
        if ENCRYPTED in data:
            raise RefusedError("workbook_locked", field="file")
        if not any(name in data for name in BOOKS):
            raise RefusedError("workbook_is_document" if OLD_DOCUMENT in data else "workbook_unreadable", field="file")
        return
    if MARKUP.match(data.removeprefix(b"\xef\xbb\xbf")):
        raise RefusedError("workbook_is_page", field="file")
    if not data.startswith(zips.SIGN):
        raise RefusedError("workbook_unreadable", field="file")
    zips.require_sane(BytesIO(data), LIMITS)
    with ZipFile(BytesIO(data)) as archive:
        parts = set(archive.namelist())
        is_document = bool(parts & set(DOCUMENTS))
        if not is_document and {"content.xml", "mimetype"} <= parts:
            # What an OpenDocument says that it is; nothing is unpacked but the first bytes of one small part.
            with archive.open("mimetype") as file:
                is_document = file.read(100).strip() not in SPREADSHEETS
        if is_document:
            raise RefusedError("workbook_is_document", field="file")


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A sheet of a workbook as CSV with semicolons; ``unseen`` says of lines how they are hidden in the file."""

    name: str
    text: str
    is_hidden: bool = False
    unseen: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[list[str]]:
        """The rows that hold something."""
        return [row for row in csv.reader(StringIO(self.text, newline=""), delimiter=";") if any(map(str.strip, row))]


def text_of(source: Path, watch: Callable[[], object]) -> str:
    """Return the likeliest sheet of a workbook as CSV with semicolons."""
    return likeliest(sheets_of(source, watch)).text


def likeliest(sheets: Sequence[WorkbookSheet]) -> WorkbookSheet:
    """Return the sheet that is most likely the list: the site's own one, else the one in sight with most names."""
    return max(
        sheets,
        key=lambda sheet: (is_own_list(sheet), not sheet.is_hidden and named_rows(sheet) > 0, not sheet.is_hidden),
    )


def is_own_list(sheet: WorkbookSheet) -> bool:
    """Return whether a sheet is the list of entries of the site's own workbook."""
    first = next(iter(sheet.rows), [])
    return any(first == [str(heading) for heading in each] for each in own_headings())


def own_headings() -> Iterator[list[str]]:
    """Yield the headings of the site's own list of entries, in every language."""
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            for size in SIZES:
                yield [gettext(ENTRIES[held]) for held in columns_for(size)]


def named_rows(sheet: WorkbookSheet) -> int:
    """Return how many rows of a sheet have names of people."""
    return sum(any(fold(word) in GIVEN for cell in row for word in cell.split()) for row in sheet.rows)


def sheets_of(source: Path, watch: Callable[[], object]) -> list[WorkbookSheet]:
    """Return the sheets of a workbook that hold something; ``watch`` is called every second, and may raise."""
    with tempfile.TemporaryDirectory(prefix="settebello-xlsx-") as folder, source.open("rb") as sent:
        environment = bare_environment(settings.BASE_DIR, folder)
        child = subprocess.Popen(
            [sys.executable, "-m", MODULE, str(MOST_ROWS), str(MOST_COLUMNS)],
            stdin=sent,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
        )
        try:
            status, out = _wait_for_child(child, watch)
        finally:
            child.kill()
            child.wait()
    if status:
        # The system kills a process when memory runs out.
        code, values = ENDS.get(status, ENDS[xlsx_child.NO_MEMORY])
        raise RefusedError(code, field="file", **values)
    # No database of ours stores NUL characters.
    told = [json.loads(line) for line in out.decode("utf-8", "replace").splitlines()]
    made = [
        WorkbookSheet(
            str(each["name"]), str(each["text"]).replace("\0", "\x01"), bool(each["hidden"]), dict(each["unseen"])
        )
        for each in told
    ]
    return [sheet for sheet in made if sheet.text.strip()] or made[:1]


def _wait_for_child(child: subprocess.Popen[bytes], watch: Callable[[], object]) -> tuple[int, bytes]:
    """Return how the child ended and what it wrote; refuse too much time or text."""
    if child.stdout is None:
        raise TypeError("a child whose output is not read")
    out, until, next_beat = bytearray(), time.monotonic() + LONGEST, time.monotonic() + BEAT
    too_slow = RefusedError("workbook_too_slow", field="file", seconds=int(LONGEST))
    # A thread reads, since not every system can wait for a pipe.
    chunks: queue.Queue[bytes] = queue.Queue(1)
    is_over = threading.Event()
    threading.Thread(target=_pass_on, args=(child.stdout, chunks, is_over), daemon=True).start()
    try:
        while (now := time.monotonic()) < until:
            if now >= next_beat:
                next_beat = now + BEAT
                watch()
            try:
                chunk = chunks.get(timeout=max(0.0, min(next_beat, until) - now))
            except queue.Empty:
                continue
            if not chunk:
                break
            out += chunk
            # The child limits its output too, but a compromised child would not.
            if len(out) > xlsx_child.MOST_WRITTEN:
                code, values = ENDS[xlsx_child.MUCH_TEXT]
                raise RefusedError(code, field="file", **values)
        else:
            raise too_slow
        return child.wait(max(0.0, until - time.monotonic())), bytes(out)
    except subprocess.TimeoutExpired:
        raise too_slow from None
    finally:
        is_over.set()


def _pass_on(pipe: IO[bytes], chunks: queue.Queue[bytes], is_over: threading.Event) -> None:
    """Put what comes through the pipe into the queue, at its end an empty chunk, until nobody takes it any more."""
    with pipe:
        chunk = b"to be read"
        while chunk and not is_over.is_set():
            chunk = os.read(pipe.fileno(), CHUNK)
            while not is_over.is_set():
                with suppress(queue.Full):
                    chunks.put(chunk, timeout=BEAT)
                    break


MOST_BYTES: Final = 2_000_000
# Errors after which the same file may still be read: it is kept for a retry.
PASSING: Final = frozenset({"list_cancelled", "job_given_up", "workbook_too_big", "workbook_too_slow"})


def keep_upload(file: BinaryIO) -> str:
    """Check an uploaded spreadsheet as far as that is cheap, and store it; return its name in the folder."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RefusedError("list_too_big", field="file", most=MOST_BYTES // 1_000_000)
    require_readable(data)
    with results.new_result(".upload") as (name, kept):
        kept.write(data)
    return name


def payload_of(name: str) -> Json:
    return {"file": name}


def read_payload(sheets: Sequence[WorkbookSheet]) -> dict[str, Json]:
    """Return what is kept of a spreadsheet: the likeliest sheet, and all of them if somebody has to say which."""
    best = likeliest(sheets)
    named = [sheet for sheet in sheets if sheet is best or named_rows(sheet)]
    payload: dict[str, Json] = {"text": best.text, **({"unseen": dict(best.unseen)} if best.unseen else {})}
    if len(named) > 1 and not is_own_list(best):
        payload["sheet"] = sheets.index(best)
        payload["sheets"] = [
            {
                "name": sheet.name,
                "text": sheet.text,
                "hidden": sheet.is_hidden,
                "unseen": dict(sheet.unseen),
                "named": named_rows(sheet),
            }
            for sheet in sheets
        ]
    return payload


def sheet_of(payload: Mapping[str, Json], number: int | None) -> dict[str, Json]:
    """Return the payload with the sheet that somebody chose, without the others."""
    kept = {name: value for name, value in payload.items() if name not in ("sheets", "sheet")}
    sheets = payload.get("sheets", [])
    if number is not None and isinstance(sheets, list) and 0 <= number < len(sheets):
        kept.update(text=sheets[number]["text"], unseen=sheets[number]["unseen"])
    return kept


def work(hold: Hold, job: Job) -> None:
    """Have a child process read the spreadsheet, which is deleted unless it may be read once more."""
    path = results.path_of(job.payload["file"])
    if path is None:
        raise RefusedError("list_gone", field="file")
    try:
        sheets = sheets_of(path, hold.beat)
    except RefusedError as refusal:
        if refusal.code not in PASSING:
            results.remove(path.name)
        raise
    with transaction.atomic():
        hold.finish(hold.job(), payload=read_payload(sheets))
    results.remove(path.name)
