"""Celery tasks: each takes ids, calls one service and may be run any number of times."""

from celery import shared_task
from django.utils import timezone

from tournaments.frame.writes import pulses
from tournaments.jobs.writes import jobs
from tournaments.models import OutboxMessage
from tournaments.upkeep.writes import outbox, sweeping
from tournaments.webhooks.writes import telling


@shared_task(name="sweep")
def sweep() -> None:
    """Apply every due deadline."""
    sweeping.fire_due()


@shared_task(name="send_message")
def send_message(message_id: int) -> None:
    """Send one message of the outbox, unless it is sent or being sent."""
    outbox.send(message_id, timezone.now())


@shared_task(name="drain_outbox")
def drain_outbox() -> None:
    """Send all due messages: those without a task, and retries."""
    outbox.drain(timezone.now())


@shared_task(name="drain_pushes")
def drain_pushes() -> None:
    """Send the due alerts to browsers."""
    outbox.drain(timezone.now(), OutboxMessage.Channel.PUSH)


@shared_task(name="drain_webhooks")
def drain_webhooks() -> None:
    """Create deliveries for new rows of the log, and send the due ones."""
    telling.tell()
    outbox.drain(timezone.now(), OutboxMessage.Channel.WEBHOOK)


@shared_task(name="run_job")
def run_job(job_id: int) -> None:
    """Do one job, unless it is done or a worker has it."""
    jobs.run(job_id)


@shared_task(name="work_jobs")
def work_jobs() -> None:
    """Do the waiting jobs, and those of dead workers."""
    jobs.work(timezone.now())


@shared_task(name="pulse")
def pulse() -> None:
    """Write the worker's heartbeat."""
    pulses.beat(pulses.WORKER, timezone.now())
