"""What a Celery worker does: each task takes ids, calls one service and may be run any number of times."""

from celery import shared_task
from django.utils import timezone

from tournaments.models import OutboxMessage
from tournaments.services.jobs import jobs
from tournaments.services.sweeper import outbox, sweeping
from tournaments.services.transactions import pulses
from tournaments.services.webhooks import telling


@shared_task(name="sweep")
def sweep() -> None:
    """Give every due deadline its effect."""
    sweeping.fire_due()


@shared_task(name="send_message")
def send_message(message_id: int) -> None:
    """Send one message of the outbox, unless it is sent or somebody is sending it."""
    outbox.send(message_id, timezone.now())


@shared_task(name="drain_outbox")
def drain_outbox() -> None:
    """Send what is due: whatever no message told of, and what is tried again."""
    outbox.drain(timezone.now())


@shared_task(name="drain_pushes")
def drain_pushes() -> None:
    """Send the alerts to browsers that are due."""
    outbox.drain(timezone.now(), OutboxMessage.Channel.PUSH)


@shared_task(name="drain_webhooks")
def drain_webhooks() -> None:
    """Make the deliveries of what is new in the log, and send those that are due."""
    telling.tell()
    outbox.drain(timezone.now(), OutboxMessage.Channel.WEBHOOK)


@shared_task(name="run_job")
def run_job(job_id: int) -> None:
    """Do one job, unless it is done or somebody is at it."""
    jobs.run(job_id)


@shared_task(name="work_jobs")
def work_jobs() -> None:
    """Do the jobs that wait, and those whose worker is gone."""
    jobs.work(timezone.now())


@shared_task(name="pulse")
def pulse() -> None:
    """Say that the worker lives."""
    pulses.beat(pulses.WORKER, timezone.now())
