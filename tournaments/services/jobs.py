"""Long work: begun once, done in steps by whoever has time, and gone on with where it stopped when somebody dies."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import BinaryIO, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.errors import ForbiddenError, RefusedError
from tournaments.games.contract import Json
from tournaments.models import Job, Tournament, User
from tournaments.outbox import jobs as workers
from tournaments.policies import JOBS, Actor, Right, may
from tournaments.services.long_work import entry_import, event_archive, event_import, papers, results
from tournaments.services.long_work.hold import LEASE, Hold, LeaseLostError
from tournaments.services.writing import record

__all__ = ["KINDS", "LEASE", "run", "start", "try_again", "work"]

IMPORT, PDF, ARCHIVE, EVENT_IMPORT = "import", "pdf", "archive", "event_import"
KINDS: Final[Mapping[str, Callable[[Hold, Job], None]]] = {
    IMPORT: entry_import.work,
    PDF: papers.work,
    ARCHIVE: event_archive.work,
    EVENT_IMPORT: event_import.work,
}
# A job that is begun so often without coming further kills whoever works at it.
MOST_TRIES: Final = 12
KEPT: Final = timedelta(days=30)
TIDY_EVERY: Final = 3600.0
Status = Job.Status
UNDONE: Final = Q(status__in=(Status.WAITING, Status.RUNNING))
_tidied = -TIDY_EVERY


def start(kind: str, *, actor: Actor, tournament_id: int, payload: Json, key: str, name: str = "") -> Job:
    """Put down a piece of work; the same ``key`` in the same event is the same job, however often it is asked for.

    Who may begin which kind is said by ``policies.JOBS``; a kind that is not in it is begun by nobody.

    ``name`` is what the result is called when it is fetched.
    """
    known = sha256(f"{tournament_id}|{kind}|{key}".encode()).hexdigest()
    with transaction.atomic():
        tournament = Tournament.objects.get(pk=tournament_id)
        if kind not in JOBS or not may(actor, JOBS[kind], tournament):
            raise ForbiddenError
        job, is_new = Job.objects.get_or_create(
            key=known,
            defaults={
                "kind": kind,
                "tournament": tournament,
                "made_by": actor.user,
                "payload": payload,
                "summary": {"name": name},
            },
        )
        if is_new:
            record(by=actor, verb="job_started", target=kind, tournament=tournament, after={"job": job.pk})
            workers.run_job(job.pk)
    return job


def start_own(kind: str, *, actor: Actor, payload: Json, key: str, name: str = "") -> Job:
    """Put down a piece of work that is about no event here yet; it is its maker's own, and so is the ``key``.

    An account has one of a kind at a time, so that nobody keeps those who work busy with what others wait behind.
    """
    account = actor.user
    if account is None or JOBS.get(kind) is not Right.CREATE_EVENT:
        raise ForbiddenError
    known = sha256(f"account {account.pk}|{kind}|{key}".encode()).hexdigest()
    with transaction.atomic():
        # Two that are sent at the same moment wait for each other here, and see each other after it.
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        job = Job.objects.filter(key=known).first()
        if job is not None:
            return job
        if Job.objects.filter(UNDONE, kind=kind, made_by=account).exists():
            raise RefusedError("import_not_done")
        values = {"kind": kind, "made_by": account, "payload": payload, "summary": {"name": name}}
        job = Job.objects.create(key=known, **values)
        record(by=actor, verb="job_started", target=kind, tournament=None, after={"job": job.pk})
        workers.run_job(job.pk)
    return job


def start_import(*, actor: Actor, file: BinaryIO, key: str, language: str, again: bool = False) -> Job:
    """Keep the archive of an event that somebody sent, and begin to look at it; ``again`` takes one that is here."""
    kept = event_import.keep_upload(file)
    try:
        return start_own(
            EVENT_IMPORT, actor=actor, payload=event_import.payload_of(kept, language, again=again), key=key
        )
    except RefusedError:
        results.remove(kept)
        raise


def try_again(*, actor: Actor, tournament_id: int, job_id: int) -> Job:
    """Do a job once more that could not be done."""
    with transaction.atomic():
        job = Job.objects.select_for_update(of=("self",)).filter(pk=job_id, tournament=tournament_id).first()
        if job is None or job.status != Status.FAILED or not job.payload:
            raise RefusedError("job_not_failed")
        job.status, job.error, job.finished_at = Status.WAITING, None, None
        job.done, job.total, job.summary = 0, 0, {"name": job.summary.get("name", "")}
        job.save()
        record(by=actor, verb="job_started", target=job.kind, tournament=job.tournament, after={"job": job.pk})
        workers.run_job(job.pk)
        return job


def run(job_id: int) -> bool:
    """Work at a job until it is done or refused; False where somebody else does, or nothing is to be done."""
    hold = _claim(job_id)
    if hold is None:
        return False
    try:
        job = Job.objects.get(pk=job_id)
        KINDS[job.kind](hold, job)
    except LeaseLostError:
        return False
    except RefusedError as refusal:
        return _refused(hold, refusal)
    return True


def _refused(hold: Hold, refusal: RefusedError) -> bool:
    try:
        with transaction.atomic():
            hold.fail(hold.job(), refusal)
    except LeaseLostError:
        return False
    return True


def _open(now: datetime) -> Q:
    """The jobs that nobody works at: those that wait, and those whose worker has not been heard of."""
    return Q(status=Status.WAITING) | Q(status=Status.RUNNING, lease_until__lt=now)


def _claim(job_id: int) -> Hold | None:
    """Take a job that nobody works at. One that never comes further is given up."""
    with transaction.atomic():
        now = timezone.now()
        job = Job.objects.select_for_update(of=("self",)).filter(_open(now), pk=job_id).first()
        if job is None:
            return None
        tries = job.summary.get("tries", [job.done, 0])
        tries = [job.done, tries[1] + 1 if tries[0] == job.done else 1]
        job.attempts += 1
        job.status, job.lease_until, job.summary = Status.RUNNING, now + LEASE, {**job.summary, "tries": tries}
        job.save(update_fields=["attempts", "status", "lease_until", "summary"])
        hold = Hold(job.pk, job.attempts)
        if tries[1] > MOST_TRIES:
            hold.fail(job, RefusedError("job_given_up", tries=MOST_TRIES))
            return None
        return hold


def work(now: datetime) -> int:
    """Do whatever waits, and go on with whatever was left; how many jobs were worked at."""
    _tidy(now)
    waiting = Job.objects.filter(_open(now)).order_by("id").values_list("pk", flat=True)
    return sum(run(pk) for pk in list(waiting[:20]))


def _tidy(now: datetime) -> None:
    """Once an hour, remove the results that are older than thirty days, and files that nobody knows."""
    global _tidied
    if time.monotonic() - _tidied < TIDY_EVERY:
        return
    _tidied = time.monotonic()
    remove_old(now)


def remove_old(now: datetime) -> int:
    """Remove results, and what jobs were made from, thirty days after their end; the jobs stay on record."""
    old = Job.objects.filter(finished_at__lt=now - KEPT).exclude(result="", payload={})
    found = list(old.values_list("pk", "result"))
    for _pk, result in found:
        if result:
            results.remove(result)
    Job.objects.filter(pk__in=[pk for pk, _result in found]).update(result="", payload={})
    waiting = Job.objects.filter(kind=EVENT_IMPORT).exclude(payload={})
    brought = {payload["file"] for payload in waiting.values_list("payload", flat=True)}
    results.remove_strays(brought | set(Job.objects.exclude(result="").values_list("result", flat=True)))
    return len(found)
