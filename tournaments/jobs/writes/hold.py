"""A worker's lease on a job: without it nothing more is written; and the refusal that a job keeps, to be shown."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db import Error, connection
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.games.contract import Json
from tournaments.models import Job

# How long a job waits for a dead worker before another worker continues it.
LEASE: Final = timedelta(seconds=5)
BEAT: Final = 1.0
Status = Job.Status


class LeaseLostError(Exception):
    """Another worker has the job now, or the job is over."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The ``attempt``-th claim of a job: the number is the fencing token that stops an older worker."""

    job_id: int
    attempt: int

    def job(self) -> Job:
        """Return the job, locked until the end of the transaction; raise LeaseLostError without a lease."""
        held = Job.objects.select_for_update(of=("self",)).filter(pk=self.job_id, attempts=self.attempt)
        job = held.select_related("made_by").defer("payload").filter(status=Status.RUNNING).first()
        if job is None:
            raise LeaseLostError
        return job

    def keep(self, job: Job) -> None:
        """Save the progress with the effect of the same transaction, and renew the lease."""
        job.lease_until = timezone.now() + LEASE
        job.save(update_fields=["done", "total", "summary", "lease_until"])

    def finish(self, job: Job, *, result: str = "", summary: Json = None, payload: Json = None) -> None:
        """Finish the job; its input is no longer needed, and ``payload`` replaces it."""
        job.status, job.finished_at, job.lease_until = Status.DONE, timezone.now(), None
        job.result, job.payload = result, payload or {}
        job.summary = {**job.summary, **(summary or {})}
        job.done = job.total = max(job.total, 1)
        job.save()

    def fail(self, job: Job, *refusals: RefusedError, more: int = 0) -> None:
        """Fail the job with the codes and values of its errors; ``more`` is the number of those not listed."""
        job.status, job.finished_at, job.lease_until = Status.FAILED, timezone.now(), None
        job.error = {"refusals": [refusal_to_json(each) for each in refusals], "more": more}
        job.save(update_fields=["status", "finished_at", "lease_until", "error", "summary", "done"])

    def beat(self, done: int | None = None, total: int | None = None) -> None:
        """Renew the lease while nothing is written, and show the progress."""
        values: dict[str, Any] = {"lease_until": timezone.now() + LEASE}
        if done is not None and total is not None:
            values |= {"done": done, "total": total}
        held = Job.objects.filter(pk=self.job_id, attempts=self.attempt, status=Status.RUNNING)
        if not held.update(**values):
            raise LeaseLostError


def refusal_to_json(refusal: RefusedError) -> Json:
    """Return a refusal as a job stores it."""
    return {"code": refusal.code, "params": dict(refusal.params), "field": refusal.field}


def refusal_of(kept: Json) -> RefusedError:
    """Return a stored refusal, to be shown as a sentence."""
    return RefusedError(kept["code"], field=kept.get("field") or "", **kept["params"])


@dataclass(slots=True)
class Heart:
    """Renews the lease from its own thread, while the work reads for longer than a lease lasts."""

    hold: Hold
    total: int
    done: int = 0
    is_lost: bool = False
    _stop: threading.Event = field(default_factory=threading.Event)

    def tick(self, rows: int) -> None:
        """Count ``rows`` more as done; raise LeaseLostError when another worker has the job."""
        self.done = min(self.done + rows, self.total)
        if self.is_lost:
            raise LeaseLostError

    def _keep(self) -> None:
        try:
            while not self._stop.wait(BEAT):
                try:
                    self.hold.beat(self.done, self.total)
                except LeaseLostError:
                    self.is_lost = True
                except Error:
                    connection.close()
        finally:
            connection.close()


@contextmanager
def beating(hold: Hold, total: int) -> Iterator[Heart]:
    """Run a heartbeat during the block."""
    heart = Heart(hold, max(total, 1))
    thread = threading.Thread(target=heart._keep, name=f"job-{hold.job_id}", daemon=True)
    thread.start()
    try:
        yield heart
    finally:
        heart._stop.set()
        thread.join()
