"""The Celery application of the worker and of beat: it triggers and works, and stores nothing (docs/adr/0013).

Every task carries ids and calls one service. All pending work is a row in the database, so a lost message costs only a
few seconds. Start: ``celery -A tournaments.config.celery worker`` and ``celery -A tournaments.config.celery beat``.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready
from django.conf import settings

from tournaments.config import tasking

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
app = Celery("settebello")
app.conf.update(tasking.settings_of(settings.CELERY_BROKER_URL), imports=("tournaments.tasks",))


@setup_logging.connect
def _keep_the_logging_of_the_site(**kwargs: Any) -> None:
    """Keep the log handlers of ``settings``, which Celery would replace with its own."""


@worker_ready.connect
def _watch(**kwargs: Any) -> None:
    from tournaments.config.watchdog import start

    start(app)
