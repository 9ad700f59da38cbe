"""Long lists of entries, for tests that kill the process that takes them: run in a process of the site's own."""

from typing import Any

from tests.tournaments import factories as make
from tournaments.models import AuditEntry, Entry, EntryMember, Job, Person
from tournaments.services import jobs
from tournaments.services.long_work.entry_import import payload_of


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
