"""Import thousands of entries: all rows are checked first, then written a hundred at a time.

Each hundred is committed together with the count of rows done, so that a worker that dies loses none and repeats none.
If somebody meanwhile enters a person of the list at the desk, or closes the entries, the imported entries are removed:
all of the list is imported, or nothing.
"""

from collections.abc import Sequence
from typing import Final

from tournaments.clubs.writes.clubs import people_of_clubs
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.events.writes import waiting_list
from tournaments.frame.policies import Actor, Role
from tournaments.frame.writes.transaction import record, writing
from tournaments.games.contract import Json
from tournaments.jobs.writes.hold import Hold
from tournaments.models import Entry, EntryMember, Job, Person

CHUNK: Final = 100
MOST_TOLD: Final = 200
MOST_PAID: Final = 10_000


def payload_of(rows: Sequence[NewEntry]) -> Json:
    """Return entries as the job stores them until they are written."""
    return {
        "rows": [
            [
                [[one.family_name, one.given_name] for one in row.people],
                row.club,
                row.circle,
                row.seed,
                row.where,
                row.contact,
                row.phone,
                row.is_paid,
                row.paid_cents,
                row.status,
                row.name,
            ]
            for row in rows
        ]
    }


def rows_of(payload: Json) -> list[NewEntry]:
    return [
        # A job of the release before this one has five values in a row.
        NewEntry(tuple(PersonName(*names) for names in people), *more)
        for people, *more in payload["rows"]
    ]


def work(hold: Hold, job: Job) -> None:
    """Check the list, write it chunk by chunk, or remove what was written."""
    rows = rows_of(job.payload)
    tournament_id = job.tournament_id or 0
    if not job.total:
        with writing(tournament_id) as tournament:
            held = hold.job()
            found = entries.refusals_of(tournament, rows)
            if found:
                hold.fail(held, *found[:MOST_TOLD], more=max(0, len(found) - MOST_TOLD))
                return
            held.total = len(rows)
            hold.keep(held)
    taking = not job.summary.get("taking_back")
    while taking:
        try:
            taking = _take_chunk(hold, tournament_id, rows)
        except RefusedError as refusal:
            # Why the list cannot be completed is recorded first.
            with writing(tournament_id):
                held = hold.job()
                held.summary = {**held.summary, "taking_back": {"code": refusal.code, "params": dict(refusal.params)}}
                hold.keep(held)
            _take_back(hold, tournament_id)
            return
    if job.summary.get("taking_back"):
        _take_back(hold, tournament_id)


def _take_chunk(hold: Hold, tournament_id: int, rows: Sequence[NewEntry]) -> bool:
    """Write the next rows and count them in the same transaction; return whether more are left."""
    with writing(tournament_id) as tournament:
        job = hold.job()
        chunk = rows[job.done : job.done + CHUNK]
        if chunk:
            first = tournament.last_entry_number + 1
            entries.take_chunk(tournament, chunk, _actor(job))
            job.done += len(chunk)
            numbers = [*job.summary.get("numbers", []), [first, tournament.last_entry_number]]
            job.summary = {**job.summary, "numbers": numbers}
        if job.done < len(rows):
            hold.keep(job)
            return True
        # Payments are recorded once all of the list is there: until then it may be taken back.
        ranges = job.summary.get("numbers", [])
        numbers = [number for first, last in ranges for number in range(first, last + 1)]
        rows_by_number = {number: row for number, row in zip(numbers, rows, strict=False) if row.is_paid}
        unpaid = Entry.objects.filter(tournament=tournament, number__in=list(rows_by_number), fee_paid=False)
        paid = list(unpaid[:MOST_PAID])
        entries.pay_listed(tournament, paid, [rows_by_number[entry.number] for entry in paid], _actor(job))
        hold.finish(job, summary={"taken": len(rows)})
        return False


def _actor(job: Job) -> Actor:
    return Actor(user=job.made_by, role=Role.ORGANISER, label=str(job.made_by or "-"))


def _take_back(hold: Hold, tournament_id: int) -> None:
    """Remove the entries of the list that nobody has used since; the others stay and are named."""
    with writing(tournament_id) as tournament:
        job = hold.job()
        why = job.summary["taking_back"]
        actor = _actor(job)
        found: list[Entry] = []
        for first, last in job.summary.get("numbers", []):
            listed = Entry.objects.filter(tournament=tournament, source=Entry.Source.FILE, number__range=(first, last))
            found += listed.prefetch_related("lines", "rulings", "payments")
        stay = [entry for entry in found if _is_used(entry)]
        gone = [entry for entry in found if not _is_used(entry)]
        people = Person.objects.select_for_update().filter(
            pk__in=list(EntryMember.objects.filter(entry__in=gone).values_list("person_id", flat=True))
        )
        held = [person.pk for person in people.order_by("pk")]
        Entry.objects.filter(pk__in=[entry.pk for entry in gone]).delete()
        # People created by the list are removed too, people it found are not.
        made = set(held) - people_of_clubs(held)
        Person.objects.filter(pk__in=made, memberships__isnull=True, user__isnull=True).delete()
        record(
            by=actor,
            verb="entries_taken_back",
            target=f"{len(gone)}",
            tournament=tournament,
            before={"entries": [[entry.number, entry.label, entry.status] for entry in gone[:MOST_TOLD]]},
        )
        if tournament.status in entries.TAKING:
            waiting_list.promote(tournament, actor)
        job.done = 0
        job.summary = {"name": job.summary.get("name", ""), "stay": [[entry.number, entry.label] for entry in stay]}
        hold.fail(job, RefusedError(why["code"], **why["params"]))


def _is_used(entry: Entry) -> bool:
    """Return whether somebody has ticked, drawn, ruled on or withdrawn an entry."""
    is_new = entry.status in (Entry.Status.CONFIRMED, Entry.Status.WAITING, Entry.Status.SINGLE)
    is_ticked = entry.checked_in or entry.fee_paid
    return bool(not is_new or is_ticked or entry.payments.all() or entry.lines.all() or entry.rulings.all())
