"""Long lists of entries, for tests that kill the process that takes them: run in a process of the site's own."""

import io
from typing import Any

from tests.tournaments import factories as make
from tests.tournaments.spreadsheets import workbook
from tournaments.jobs.writes import jobs, results
from tournaments.jobs.writes.entry_import import payload_of
from tournaments.models import AuditEntry, Entry, EntryMember, Job, Person


def begin(rows: int) -> int:
    """An open event, and a list of so many pairs that waits to be taken; its job."""
    event = make.knockout(entries=0)
    payload = payload_of([make.names(number) for number in range(1, rows + 1)])
    job = jobs.start(jobs.IMPORT, actor=make.boss_of(event), tournament_id=event.pk, payload=payload, key="list")
    return job.pk


def state(job: int) -> dict[str, Any]:
    """How far the job says that it is, and how many entries there are."""
    found = Job.objects.defer("payload").get(pk=job)
    return {"status": found.status, "done": found.done, "attempts": found.attempts, "entries": Entry.objects.count()}


def outcome(job: int) -> dict[str, Any]:
    """What there is in the end: every entry once, with both of its people."""
    numbers = list(Entry.objects.order_by("number").values_list("number", flat=True))
    return {
        **state(job),
        "labels": Entry.objects.values("label").distinct().count(),
        "in_order": numbers == list(range(1, len(numbers) + 1)),
        "members": EntryMember.objects.count(),
        "people": Person.objects.count(),
        "told": AuditEntry.objects.filter(verb="entries_taken").count(),
    }


def begin_reading(rows: int) -> int:
    """An open event, and a spreadsheet of so many pairs that waits to be read; its job."""
    event = make.knockout(entries=0)
    people = [make.names(number).people for number in range(1, rows + 1)]
    pairs = [[each.family_name, each.given_name, other.family_name, other.given_name] for each, other in people]
    file = io.BytesIO(workbook([["Cognome 1", "Nome 1", "Cognome 2", "Nome 2"], *pairs]))
    boss = make.boss_of(event)
    return jobs.start_list(actor=boss, tournament_id=event.pk, file=file, key="sheet", name="pairs.xlsx").pk


def read_so_far(job: int) -> dict[str, Any]:
    """Where the reading is, the lines that were read, and the files that wait for it."""
    found = Job.objects.get(pk=job)
    lines = str(found.payload.get("text", "")).splitlines()
    return {
        "status": found.status,
        "attempts": found.attempts,
        "lines": len(lines),
        "different": len(set(lines)),
        "files": len(list(results.folder().iterdir())),
    }
