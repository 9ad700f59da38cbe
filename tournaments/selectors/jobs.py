"""The long work of an event, without what it is made from: that may be megabytes."""

from collections.abc import Sequence

from tournaments.errors import MissingError
from tournaments.models import Job, Tournament, User

MOST_SHOWN = 50


def jobs_of(event: Tournament) -> Sequence[Job]:
    """The latest jobs of an event, newest first, with who asked for them."""
    rows = Job.objects.filter(tournament=event).select_related("made_by").defer("payload")
    return list(rows.order_by("-id")[:MOST_SHOWN])


def job_of(event: Tournament, job_id: int) -> Job:
    """One job of an event; MissingError where it is none of this event's."""
    if job_id > 2**63 - 1:
        raise MissingError
    job = Job.objects.filter(tournament=event, pk=job_id).select_related("made_by").defer("payload").first()
    if job is None:
        raise MissingError
    return job


def own_job(account: object, kind: str, job_id: int) -> Job:
    """A job about no event, which is its maker's own; MissingError for anybody else's."""
    if not isinstance(account, User) or job_id > 2**63 - 1:
        raise MissingError
    rows = Job.objects.filter(tournament=None, made_by=account, kind=kind, pk=job_id)
    job = rows.defer("payload").first()
    if job is None:
        raise MissingError
    return job
