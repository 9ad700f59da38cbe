"""The jobs of an event, without their payload, which may be megabytes."""

from collections.abc import Sequence

from tournaments.errors import MissingError
from tournaments.models import Job, Tournament, User

MOST_SHOWN = 50
# The kind of job that reads a spreadsheet, and the largest key that a row has.
LIST, MOST = "list", 2**63 - 1
OPEN = (Job.Status.WAITING, Job.Status.RUNNING)


def jobs_of(event: Tournament) -> Sequence[Job]:
    """Return the latest jobs of an event, newest first, with who asked for them."""
    rows = Job.objects.filter(tournament=event).select_related("made_by").defer("payload")
    return list(rows.order_by("-id")[:MOST_SHOWN])


def job_of(event: Tournament, job_id: int) -> Job:
    """Return one job of an event; raises MissingError for another event's."""
    if job_id > MOST:
        raise MissingError
    job = Job.objects.filter(tournament=event, pk=job_id).select_related("made_by").defer("payload").first()
    if job is None:
        raise MissingError
    return job


def list_of(event: Tournament, job_id: int) -> Job:
    """Return a spreadsheet sent to the event, with what was read of it; raises MissingError for any other job."""
    job = Job.objects.filter(tournament=event, kind=LIST, pk=min(job_id, MOST)).select_related("made_by").first()
    if job is None:
        raise MissingError
    return job


def ahead_of(job: Job) -> int:
    """Return how many spreadsheets are read before this waiting one."""
    if job.status != Job.Status.WAITING:
        return 0
    return Job.objects.filter(kind=LIST, status__in=OPEN, pk__lt=job.pk).count()


def open_list_of(account: object) -> Job | None:
    """Return the account's spreadsheet that is not read yet, in any event."""
    if not isinstance(account, User):
        return None
    rows = Job.objects.filter(kind=LIST, status__in=OPEN, made_by=account).select_related("tournament")
    return rows.defer("payload").first()


def own_job(account: object, kind: str, job_id: int) -> Job:
    """Return a job about no event, which belongs to its maker; raises MissingError for anybody else."""
    if not isinstance(account, User) or job_id > MOST:
        raise MissingError
    rows = Job.objects.filter(tournament=None, made_by=account, kind=kind, pk=job_id)
    job = rows.defer("payload").first()
    if job is None:
        raise MissingError
    return job
