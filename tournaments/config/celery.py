"""The Celery application of the worker and of beat: a trigger and a work horse, never a memory (docs/adr/0013).

Every task carries ids and calls one service; what must be done is a row in the database, and a lost message costs a few
seconds. Start: ``celery -A tournaments.config.celery worker`` and ``celery -A tournaments.config.celery beat``.
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
    """Celery would put its own handlers in the place of those that ``settings`` set up."""


@worker_ready.connect
def _watch(**kwargs: Any) -> None:
    from tournaments.config.watchdog import start

    start(app)
