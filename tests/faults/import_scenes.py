"""What the clerk does with long lists."""

from tests.tournaments import factories as make
from tests.waiting import until
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.jobs.writes import entry_import, jobs
from tournaments.models import Entry, Job

NAME = "Elenco lungo"
MOST_SECONDS = 50.0


def take_entries(n: int) -> None:
    """Take a list of so many entries, in steps, as a job; any process of the site may take it first."""
    event = make.knockout(entries=0, name=NAME)
    rows = [NewEntry((PersonName(f"Anna {k}"), PersonName(f"Bea {k}")), club=f"Club {k % 40}") for k in range(n)]
    job = jobs.start(
        jobs.IMPORT, actor=make.boss_of(event), tournament_id=event.pk, payload=entry_import.payload_of(rows), key="one"
    )

    def is_done() -> bool:
        jobs.run(job.pk)
        return Job.objects.get(pk=job.pk).status not in (Job.Status.WAITING, Job.Status.RUNNING)

    until(is_done, "the list is taken", MOST_SECONDS, every=0.1)
    done = Job.objects.get(pk=job.pk)
    assert done.status == Job.Status.DONE, (done.status, done.error)


def taken() -> int:
    return Entry.objects.filter(tournament__name=NAME).count()
