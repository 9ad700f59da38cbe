"""The stage is built once for all the cases, every case is taken back, and nobody waits."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tests.fuzz import stage as building
from tests.fuzz.stage import Stage
from tests.tournaments.doors.stage import taken_back


@pytest.fixture(scope="session")
def stage(django_db_setup: Any, django_db_blocker: Any) -> Iterator[Stage]:
    limits = settings.API_PER_MINUTE
    # As Django's own client does it: a request closes no connection that holds the stage.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    settings.API_PER_MINUTE = dict.fromkeys(limits, 10**9)
    with django_db_blocker.unblock(), taken_back():
        yield building.build()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    settings.API_PER_MINUTE = limits
    cache.clear()


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of refusals are what is wanted here."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
