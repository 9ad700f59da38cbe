"""Jobs: done in steps by any free process, and continued where they stopped when a worker dies."""

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_hex
from typing import BinaryIO, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.errors import ForbiddenError, RefusedError
from tournaments.frame.policies import JOBS, Actor, Right, may
from tournaments.frame.reads import statements
from tournaments.frame.writes.transaction import record
from tournaments.games.contract import Json
from tournaments.jobs.writes import entry_import, event_archive, event_import, pdf_job, results, uploaded_workbooks
from tournaments.jobs.writes.hold import LEASE, Hold, LeaseLostError
from tournaments.models import Job, Tournament, User
from tournaments.outbox import workers

__all__ = ["KINDS", "LEASE", "run", "start", "try_again", "work"]

IMPORT, PDF, ARCHIVE, EVENT_IMPORT, LIST = "import", "pdf", "archive", "event_import", "list"
KINDS: Final[Mapping[str, Callable[[Hold, Job], None]]] = {
    IMPORT: entry_import.work,
    PDF: pdf_job.work,
    ARCHIVE: event_archive.work,
    EVENT_IMPORT: event_import.work,
    LIST: uploaded_workbooks.work,
}
# Spreadsheets do not wait for papers and archives, which may take minutes.
OTHERS: Final = frozenset(KINDS) - {LIST}
# Spreadsheets that are read at once in the whole installation.
MOST_READERS: Final = 2
# Jobs of an account that wait or run, in all its events: those of others come after them.
MOST_OPEN: Final = 6
# A job that starts this often without progress kills its workers.
MOST_TRIES: Final = 12
KEPT: Final = timedelta(days=30)
# A spreadsheet that may be read once more, and the rows read from one.
LIST_KEPT: Final = timedelta(days=1)
TIDY_EVERY: Final = 3600.0
Status = Job.Status
UNDONE: Final = Q(status__in=(Status.WAITING, Status.RUNNING))
UNFINISHED: Final = "SELECT 1 FROM tournaments_job WHERE status IN ('waiting', 'running') LIMIT 1"
_tidied = -TIDY_EVERY


def start(kind: str, *, actor: Actor, tournament_id: int, payload: Json, key: str, name: str = "") -> Job:
    """Create a job; the same ``key`` in the same event is the same job, however often it is asked for.

    ``policies.JOBS`` says who may start which kind; a kind that is not listed can be started by nobody.

    ``name`` is the file name of the result in a download.
    """
    known = sha256(f"{tournament_id}|{kind}|{key}".encode()).hexdigest()
    with transaction.atomic():
        tournament = Tournament.objects.get(pk=tournament_id)
        if kind not in JOBS or not may(actor, JOBS[kind], tournament):
            raise ForbiddenError
        _require_few(_maker(actor.user.pk if actor.user else None, tournament_id), known)
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


def _require_few(whose: dict[str, int | None], known: str) -> None:
    """Refuse another job while its maker has many unfinished ones; not if the job of this key is one of them."""
    _in_turns(whose)
    if not Job.objects.filter(key=known).exists() and Job.objects.filter(UNDONE, **whose).count() >= MOST_OPEN:
        raise RefusedError("jobs_not_done", most=MOST_OPEN)


def _in_turns(whose: dict[str, int | None]) -> None:
    """Let two requests of an account at the same moment wait for each other: each sees the other afterwards."""
    list(User.objects.select_for_update(no_key=True).filter(pk=whose["made_by"] or 0))


def start_own(kind: str, *, actor: Actor, payload: Json, key: str, name: str = "") -> Job:
    """Create a job without an event yet; it belongs to its maker, and so does the ``key``.

    An account has one of a kind at a time, so that nobody blocks the queue.
    """
    account = actor.user
    if account is None or JOBS.get(kind) is not Right.CREATE_EVENT:
        raise ForbiddenError
    known = sha256(f"account {account.pk}|{kind}|{key}".encode()).hexdigest()
    with transaction.atomic():
        job = _one_at_a_time({"made_by": account.pk}, kind, known, RefusedError("import_not_done"))
        if job is not None:
            return job
        values = {"kind": kind, "made_by": account, "payload": payload, "summary": {"name": name}}
        job = Job.objects.create(key=known, **values)
        record(by=actor, verb="job_started", target=kind, tournament=None, after={"job": job.pk})
        workers.run_job(job.pk)
    return job


def _one_at_a_time(whose: dict[str, int | None], kind: str, known: str, refusal: RefusedError) -> Job | None:
    """Return the job of this key, if any; refuse while its maker has another unfinished one of the kind."""
    _in_turns(whose)
    job = Job.objects.filter(key=known).first()
    if job is None and Job.objects.filter(UNDONE, kind=kind, **whose).exists():
        raise refusal
    return job


def start_list(*, actor: Actor, tournament_id: int, file: BinaryIO, key: str, name: str) -> Job:
    """Store an uploaded spreadsheet and start reading it; an account has one, and an older one is removed.

    The job belongs to the event: everybody who may take entries there sees it. Its rows are kept for a day.
    """
    reader = actor.offered_by
    tournament = Tournament.objects.get(pk=tournament_id)
    if not may(actor, JOBS[LIST], tournament):
        raise ForbiddenError
    whose = _maker(reader, tournament_id)
    known = sha256(f"account {reader}|{tournament_id}|{LIST}|{key}".encode()).hexdigest()
    kept = uploaded_workbooks.keep_upload(file)
    try:
        with transaction.atomic():
            job = _one_at_a_time(whose, LIST, known, RefusedError("list_not_done", field="file"))
            if job is None:
                _remove(Job.objects.filter(kind=LIST, **whose))
                values = {
                    "tournament": tournament,
                    "made_by_id": reader,
                    "payload": uploaded_workbooks.payload_of(kept),
                }
                job = Job.objects.create(key=known, kind=LIST, summary={"name": name}, **values)
                record(by=actor, verb="job_started", target=LIST, tournament=tournament, after={"job": job.pk})
                workers.run_job(job.pk)
                return job
    except RefusedError:
        results.remove(kept)
        raise
    results.remove(kept)
    return job


def keep_list(*, actor: Actor, tournament_id: int, text: str, said: Mapping[str, Json]) -> Job:
    """Keep the rows of a list that need corrections for a day, with the meaning of its columns."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if not may(actor, JOBS[LIST], tournament):
        raise ForbiddenError
    whose = _maker(actor.offered_by, tournament_id)
    with transaction.atomic():
        _remove(Job.objects.filter(~UNDONE, kind=LIST, **whose))
        job = Job.objects.create(
            key=token_hex(32),
            kind=LIST,
            tournament=tournament,
            made_by_id=actor.offered_by,
            payload={"text": text, **said},
            status=Status.DONE,
            finished_at=timezone.now(),
        )
        record(by=actor, verb="job_started", target=LIST, tournament=tournament, after={"job": job.pk})
        return job


def _maker(account_id: int | None, tournament_id: int) -> dict[str, int | None]:
    """Return the fields that say whose job it is: the account, or the event if a token has no account."""
    return {"made_by": account_id} if account_id else {"made_by": None, "tournament": tournament_id}


def cancel_list(*, tournament_id: int, job_id: int) -> Job:
    """Cancel reading a spreadsheet, or never start; the file is kept for a retry."""
    with transaction.atomic():
        rows = Job.objects.select_for_update(of=("self",)).filter(UNDONE, tournament=tournament_id, kind=LIST)
        job = rows.filter(pk=job_id).first()
        if job is None:
            raise RefusedError("list_not_open")
        Hold(job.pk, job.attempts).fail(job, RefusedError("list_cancelled"))
        return job


def start_import(*, actor: Actor, file: BinaryIO, key: str, language: str, again: bool = False) -> Job:
    """Store an uploaded archive and start its import; ``again`` also takes an event that was imported before."""
    kept = event_import.keep_upload(file)
    try:
        return start_own(
            EVENT_IMPORT, actor=actor, payload=event_import.payload_of(kept, language, again=again), key=key
        )
    except RefusedError:
        results.remove(kept)
        raise


def try_again(*, actor: Actor, tournament_id: int, job_id: int) -> Job:
    """Retry a failed job."""
    with transaction.atomic():
        reading = Job.objects.filter(pk=job_id, kind=LIST, tournament=tournament_id).first()
        if reading is not None:
            whose = _maker(reading.made_by_id, tournament_id)
            _one_at_a_time(whose, LIST, "", RefusedError("list_not_done"))
        job = Job.objects.select_for_update(of=("self",)).filter(pk=job_id, tournament=tournament_id).first()
        if job is None or job.status != Status.FAILED or not job.payload:
            raise RefusedError("job_not_failed")
        _require_few(_maker(job.made_by_id, tournament_id), "")
        job.status, job.error, job.finished_at = Status.WAITING, None, None
        job.done, job.total, job.summary = 0, 0, {"name": job.summary.get("name", "")}
        job.save()
        record(by=actor, verb="job_started", target=job.kind, tournament=job.tournament, after={"job": job.pk})
        workers.run_job(job.pk)
        return job


def run(job_id: int) -> bool:
    """Work at a job until it is done or refused; False where another worker has it, or nothing is to be done."""
    hold = _claim(job_id)
    if hold is None:
        return False
    job = Job.objects.get(pk=job_id)
    try:
        try:
            KINDS[job.kind](hold, job)
        except RefusedError as refusal:
            with transaction.atomic():
                hold.fail(hold.job(), refusal)
    except LeaseLostError:
        return False
    finally:
        if job.kind == LIST:
            # Notify a worker of the spreadsheet that has waited for this one.
            waiting = Job.objects.filter(kind=LIST, status=Status.WAITING).order_by("id")
            following = waiting.values_list("pk", flat=True).first()
            if following is not None:
                workers.run_job(following)
    return True


def _open(now: datetime) -> Q:
    """Return the jobs without a worker: those that wait, and those whose lease has expired."""
    return Q(status=Status.WAITING) | Q(status=Status.RUNNING, lease_until__lt=now)


def _claim(job_id: int) -> Hold | None:
    """Take this job and return the hold on it. None where somebody works at it, too many lists are being read, or it is
    given up because it never comes further.
    """
    with transaction.atomic():
        now = timezone.now()
        if Job.objects.filter(pk=job_id, kind=LIST).exists():
            # Locked in order: two workers that claim one each wait for each other here.
            held = Job.objects.select_for_update(of=("self",)).filter(UNDONE, kind=LIST).order_by("id")
            rows = held.values_list("pk", "status", "lease_until")
            reading = [pk for pk, status, until in rows if status == Status.RUNNING and until and until >= now]
            if len([pk for pk in reading if pk != job_id]) >= MOST_READERS:
                return None
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


def work(now: datetime, kinds: Iterable[str] = KINDS) -> int:
    """Do the waiting jobs and continue the abandoned ones; return how many. Once an hour, remove old files first."""
    global _tidied
    if time.monotonic() - _tidied >= TIDY_EVERY:
        _tidied = time.monotonic()
        remove_old(now)
    if not statements.rows(UNFINISHED, []):
        return 0
    waiting = Job.objects.filter(_open(now), kind__in=list(kinds)).order_by("id").values_list("pk", flat=True)
    return sum(run(pk) for pk in list(waiting[:20]))


def remove_old(now: datetime) -> int:
    """Remove results and inputs of jobs thirty days after their end; the jobs stay on record."""
    old = Q(finished_at__lt=now - KEPT) | Q(kind=LIST, finished_at__lt=now - LIST_KEPT)
    found = _remove(Job.objects.filter(old))
    brought = set(Job.objects.filter(payload__has_key="file").values_list("payload__file", flat=True))
    results.remove_strays(brought | set(Job.objects.exclude(result="").values_list("result", flat=True)))
    return found


def _remove(jobs: QuerySet[Job]) -> int:
    """Remove the inputs and results of these jobs; return how many had any."""
    found = list(jobs.exclude(result="", payload={}).values_list("pk", "result", "payload__file"))
    for _pk, *names in found:
        for name in filter(None, names):
            results.remove(name)
    Job.objects.filter(pk__in=[pk for pk, *_names in found]).update(result="", payload={})
    return len(found)
