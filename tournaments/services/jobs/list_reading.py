"""Read a spreadsheet with a list of entries: its content is stored as text, for the page that shows it."""

from typing import BinaryIO, Final

from django.db import transaction

from tournaments.errors import RefusedError
from tournaments.games.contract import Json
from tournaments.models import Job
from tournaments.services.jobs import results, workbooks
from tournaments.services.jobs.hold import Hold

MOST_BYTES: Final = 2_000_000
# Errors after which the same file may still be read: it is kept for a retry.
PASSING: Final = frozenset({"list_cancelled", "job_given_up", "workbook_too_big", "workbook_too_slow"})


def keep_upload(file: BinaryIO) -> str:
    """Check an uploaded spreadsheet as far as that is cheap, and store it; return its name in the folder."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RefusedError("list_too_big", field="file", most=MOST_BYTES // 1_000_000)
    workbooks.require_readable(data)
    with results.new_result(".upload") as (name, kept):
        kept.write(data)
    return name


def payload_of(name: str) -> Json:
    return {"file": name}


def work(hold: Hold, job: Job) -> None:
    """Have a child process read the spreadsheet, which is deleted unless it may be read once more."""
    path = results.path_of(job.payload["file"])
    if path is None:
        raise RefusedError("list_gone", field="file")
    try:
        text = workbooks.text_of(path, hold.beat)
    except RefusedError as refusal:
        if refusal.code not in PASSING:
            results.remove(path.name)
        raise
    with transaction.atomic():
        hold.finish(hold.job(), payload={"text": text})
    results.remove(path.name)
