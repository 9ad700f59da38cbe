"""Word to the Celery workers: which row to look at, once the running transaction is committed.

Nothing depends on it: within seconds, beat finds every row that no worker was told of. A thread of its own talks to the
broker, so that a lost or slow broker delays nobody; what cannot be sent soon is dropped.
"""

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from django.conf import settings
from django.db import transaction

# The queues: short work, work of minutes, and alerts, which wait for push services but must not come late. Each may
# have a worker of its own.
SHORT, LONG, ALERTS = "short", "long", "alerts"

# Seconds: how long the broker may take to answer, and how long it is left alone after a failure.
PATIENCE, PAUSE = 0.5, 2.0

# With more than this many waiting, beat is as fast.
MOST_WAITING = 200

_waiting = threading.BoundedSemaphore(MOST_WAITING)
_quiet_until = 0.0
logger = logging.getLogger(__name__)


def send_message(message_id: int) -> None:
    """Have the worker send this message of the outbox."""
    _after_commit("send_message", message_id, SHORT)


def send_alert(message_id: int) -> None:
    """Have the worker send this alert to a browser."""
    _after_commit("send_message", message_id, ALERTS)


def run_job(job_id: int) -> None:
    """Have the worker do this job."""
    _after_commit("run_job", job_id, LONG)


def _after_commit(task: str, row: int, queue: str) -> None:
    if settings.CELERY_BROKER_URL:
        transaction.on_commit(lambda: _hand_over(task, row, queue))


def _hand_over(task: str, row: int, queue: str) -> None:
    if time.monotonic() < _quiet_until or not _waiting.acquire(blocking=False):
        return
    _thread().submit(_tell, task, row, queue).add_done_callback(lambda done: _waiting.release())


def _tell(task: str, row: int, queue: str) -> None:
    """Send one message; after a failure leave the broker alone for a while."""
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return
    try:
        _sender().send_task(task, args=[row], queue=queue, retry=False, ignore_result=True)
    except Exception as error:  # noqa: BLE001 - a broker fails in many ways, and none of them is anybody's failure
        _quiet_until = time.monotonic() + PAUSE
        logger.warning("no worker told of %s %s: %s", task, row, type(error).__name__)


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="broker")


@cache
def _sender() -> Any:
    """Return a Celery application for sending only. It gives up soon; the worker's waits for its broker for ever."""
    from celery import Celery

    application = Celery("settebello-sender", broker=settings.CELERY_BROKER_URL, set_as_current=False)
    application.conf.update(
        broker_transport_options={
            "socket_timeout": PATIENCE,
            "socket_connect_timeout": PATIENCE,
            "max_retries": 0,
            "interval_start": 0,
        },
        task_serializer="json",
        result_backend=None,
    )
    return application
