"""Heartbeats of the parts of the installation: when each was last alive."""

from datetime import datetime, timedelta

from django.conf import settings

from tournaments.frame.writes.transaction import alone
from tournaments.models import Pulse

WORKER, READY = "worker", "ready"


# A worker without a heartbeat for this long is not waited for.
FRESH = timedelta(seconds=15)


def has_worker(now: datetime) -> bool:
    """Return whether a Celery worker sends messages and does jobs, so that other processes need not."""
    return bool(settings.CELERY_BROKER_URL) and is_fresh(WORKER, now, FRESH)


def beat(name: str, now: datetime) -> None:
    """Record that ``name`` is alive at ``now``."""
    with alone():
        Pulse.objects.update_or_create(name=name, defaults={"at": now})


def is_fresh(name: str, now: datetime, age: timedelta) -> bool:
    """Return whether ``name`` was alive within ``age``."""
    return Pulse.objects.filter(name=name, at__gt=now - age).exists()
