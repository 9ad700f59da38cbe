"""The stage is built once for all the cases, and every case is taken back."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from tests.tournaments.doors import stage as building
from tests.tournaments.doors.stage import Stage


@pytest.fixture(scope="package")
def stage(django_db_setup: Any, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with (
        override_settings(
            DATA_DIR=tmp_path_factory.mktemp("doors"),
            SECURITY_CONTACT="mailto:flaws@club.example",
            ALERTS=True,
            # One process knocks at all doors within a minute.
            API_PER_MINUTE=dict.fromkeys(settings.API_PER_MINUTE, 1_000_000),
        ),
        django_db_blocker.unblock(),
        building.taken_back(),
    ):
        yield building.build()


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Thousands of refusals are what is wanted here."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
