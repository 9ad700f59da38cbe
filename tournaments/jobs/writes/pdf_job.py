"""The job that makes a PDF: a child process (``pdf_child``) prints the page that was rendered when it was requested."""

import signal
import subprocess
import sys
import tempfile
import threading
import time
from base64 import b64decode
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import transaction

from tournaments.errors import RefusedError
from tournaments.jobs.writes.hold import BEAT, Hold
from tournaments.jobs.writes.own_limits import bare_environment
from tournaments.jobs.writes.pdf_child import LOGO, NO_MEMORY, NO_PANGO, SECONDS, TOO_SLOW
from tournaments.jobs.writes.results import new_result
from tournaments.models import Job

MODULE: Final = "tournaments.jobs.writes.pdf_child"
LONGEST: Final = 600.0
"""Seconds that a child may take."""
LOOKS: Final = 20.0
"""Seconds to find out whether there is Pango; after them the paper itself will say it."""
_found: Final = threading.Event()


def is_pango_there() -> bool:
    """Return whether PDFs can be made here: a child tries to load WeasyPrint, which needs Pango, until one could."""
    if not _found.is_set():
        with tempfile.TemporaryDirectory(prefix="settebello-pdf-") as folder:
            child = _child(folder)
            try:
                if child.wait(LOOKS) == NO_PANGO:
                    return False
            except subprocess.TimeoutExpired:
                return True
            finally:
                child.kill()
                child.wait()
        _found.set()
    return True


def _child(folder: str, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(part) for part in (sys.executable, "-m", MODULE, *arguments)],
        cwd=folder,
        env=bare_environment(settings.BASE_DIR, folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def work(hold: Hold, job: Job) -> None:
    """Let a child process write the PDF, and store it as the job's result."""
    with new_result(".pdf") as (name, file), tempfile.TemporaryDirectory(prefix="settebello-pdf-") as folder:
        page, pdf = Path(folder) / "page.html", Path(folder) / "page.pdf"
        page.write_text(job.payload["html"], encoding="utf-8")
        (Path(folder) / LOGO).write_bytes(b64decode(job.payload.get("logo", "")))
        child = _child(folder, page, pdf, f"/{settings.STATIC_URL.strip('/')}/", *static_folders())
        until, status = time.monotonic() + LONGEST, None
        try:
            while status is None:
                try:
                    status = child.wait(BEAT)
                except subprocess.TimeoutExpired:
                    hold.beat()
                    if time.monotonic() > until:
                        raise RefusedError("pdf_too_slow", seconds=int(LONGEST)) from None
        finally:
            child.kill()
            child.wait()
        if status == NO_PANGO:
            raise RefusedError("pdf_pango_missing")
        if status in (TOO_SLOW, -getattr(signal, "SIGXCPU", -TOO_SLOW)):
            raise RefusedError("pdf_too_slow", seconds=SECONDS)
        if status == NO_MEMORY or status < 0:
            raise RefusedError("pdf_too_big")
        if status:
            raise RefusedError("pdf_failed")
        file.write(pdf.read_bytes())
    with transaction.atomic():
        hold.finish(hold.job(), result=name)


def static_folders() -> list[Path]:
    """Return the folders of static files: the project's own, and the collected ones, which may be older."""
    found: list[Path] = []
    for finder in finders.get_finders():
        storages = getattr(finder, "storages", {})
        found += [Path(storage.location) for storage in storages.values()]
    own = [path for path in found if path.is_dir() and path.is_relative_to(settings.BASE_DIR)]
    return [*own, Path(settings.STATIC_ROOT)]
