"""What the clerk does with long lists."""

from tests.tournaments import factories as make
from tournaments.models import Entry, Job
from tournaments.services.entries.entries import NewEntry, PersonName
from tournaments.services.jobs import entry_import, jobs

NAME = "Elenco lungo"


def take_entries(n: int) -> None:
    """Take a list of so many entries, in steps, as a job."""
    event = make.knockout(entries=0, name=NAME)
    rows = [NewEntry((PersonName(f"Anna {k}"), PersonName(f"Bea {k}")), club=f"Club {k % 40}") for k in range(n)]
    job = jobs.start(
        jobs.IMPORT, actor=make.boss_of(event), tournament_id=event.pk, payload=entry_import.payload_of(rows), key="one"
    )
    jobs.run(job.pk)
    done = Job.objects.get(pk=job.pk)
    assert done.status == Job.Status.DONE, (done.status, done.error)


def taken() -> int:
    return Entry.objects.filter(tournament__name=NAME).count()
