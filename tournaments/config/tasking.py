"""The settings of Celery, for the worker and beat.

A message may be delivered twice and may be lost. Delivery is at least once: a message is acknowledged when the work is
done.
"""

from typing import Any

from tournaments.outbox.workers import ALERTS, LONG, SHORT

# Seconds. A message without acknowledgement for an hour is given to another worker; no task takes that long.
VISIBILITY = 3600


def settings_of(broker: str) -> dict[str, Any]:
    """Return the configuration of the application for the broker at ``broker``."""
    return {
        "broker_url": broker,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_transport_options": {
            "visibility_timeout": VISIBILITY,
            "socket_connect_timeout": 2,
            "socket_keepalive": True,
        },
        "result_backend": None,
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_prefetch_multiplier": 1,
        # Work continues without the broker: it is a row, and a repeated message finds it done.
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "task_serializer": "json",
        "result_serializer": "json",
        "accept_content": ["json"],
        "worker_hijack_root_logger": False,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "task_default_queue": SHORT,
        "task_queues": {name: {"exchange": name, "routing_key": name} for name in (SHORT, LONG, ALERTS)},
        "task_routes": {
            "drain_pushes": {"queue": ALERTS},
            **{name: {"queue": LONG} for name in ("run_job", "work_jobs", "drain_webhooks")},
        },
        # In memory: the schedule is in the code, and beat starts it again.
        "beat_scheduler": "celery.beat:Scheduler",
        "beat_schedule": SCHEDULE,
        "timezone": "UTC",
    }


def _every(task: str, seconds: float) -> dict[str, Any]:
    """Return a periodic task that expires when the next one is due."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


SCHEDULE = {
    "sweep": _every("sweep", 1.0),
    "messages": _every("drain_outbox", 5.0),
    "pushes": _every("drain_pushes", 5.0),
    "webhooks": _every("drain_webhooks", 5.0),
    "jobs": _every("work_jobs", 5.0),
    "pulse": _every("pulse", 5.0),
}
