"""The PDFs of an event, and what poppler reads of them."""

import re
import subprocess
from pathlib import Path

from tests.tournaments.views.organiser.conftest import Desk
from tournaments.jobs.writes import jobs, results
from tournaments.models import Job


def pdf_of(desk: Desk, what: str, **more: object) -> Path:
    """The PDF of a document, made by the job that its button begins."""
    assert desk.post("organise_job_start", what=what, key=what, **more).status_code == 303
    job = Job.objects.latest("pk")
    assert jobs.run(job.pk)
    job.refresh_from_db()
    path = results.path_of(job.result)
    assert path is not None, job.error
    return path


def told(*command: object) -> str:
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def words_of(pdf: Path) -> str:
    return told("pdftotext", "-layout", pdf, "-")


def sheets_of(pdf: Path) -> tuple[int, tuple[str, ...]]:
    """How many sheets a PDF has, and how wide and high they are in points."""
    info = told("pdfinfo", pdf)
    (pages,) = re.findall(r"Pages:\s+(\d+)", info)
    (size,) = re.findall(r"Page size:\s+([\d.]+) x ([\d.]+)", info)
    return int(pages), size
