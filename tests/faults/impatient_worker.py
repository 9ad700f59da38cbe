"""The Celery application, with a lease of messages so short that a test can wait for it."""

from datetime import timedelta

from tournaments.config.celery import app

__all__ = ["app"]

from tournaments.services import outbox

LEASE_SECONDS = 4
outbox.LEASE = timedelta(seconds=LEASE_SECONDS)
