"""Read a spreadsheet with a list of entries: its content is stored as text, for the page that shows it."""

from collections.abc import Mapping, Sequence
from typing import BinaryIO, Final

from django.db import transaction

from tournaments.errors import RefusedError
from tournaments.games.contract import Json
from tournaments.jobs.writes import results, workbooks
from tournaments.jobs.writes.hold import Hold
from tournaments.models import Job

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


def read_payload(sheets: Sequence[workbooks.Sheet]) -> dict[str, Json]:
    """Return what is kept of a spreadsheet: the likeliest sheet, and all of them if somebody has to say which."""
    best = workbooks.likeliest(sheets)
    named = [sheet for sheet in sheets if sheet is best or workbooks.named_rows(sheet)]
    payload: dict[str, Json] = {"text": best.text, **({"unseen": dict(best.unseen)} if best.unseen else {})}
    if len(named) > 1 and not workbooks.is_own(best):
        payload["sheet"] = sheets.index(best)
        payload["sheets"] = [
            {
                "name": sheet.name,
                "text": sheet.text,
                "hidden": sheet.is_hidden,
                "unseen": dict(sheet.unseen),
                "named": workbooks.named_rows(sheet),
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
        sheets = workbooks.sheets_of(path, hold.beat)
    except RefusedError as refusal:
        if refusal.code not in PASSING:
            results.remove(path.name)
        raise
    with transaction.atomic():
        hold.finish(hold.job(), payload=read_payload(sheets))
    results.remove(path.name)
