"""The Celery application, with a lease of messages so short that a test can wait for it."""

from datetime import timedelta

import django

from tournaments.config.celery import app

__all__ = ["app"]

django.setup()

from tournaments.upkeep.writes import outbox  # noqa: E402 - the apps must be loaded first

outbox.LEASE = timedelta(seconds=2)
