"""What all tests of the platform share: no page that one test kept is shown to the next."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import caches

from tournaments.games import registry


@pytest.fixture(autouse=True)
def _no_kept_pages() -> Iterator[None]:
    caches["pages"].clear()
    yield
    caches["pages"].clear()


@pytest.fixture
def penalty() -> Iterator[str]:
    """A game of tables of two to six lines, by the name that the registry knows it by while the test runs."""
    name = "tests.tournaments.penalty"
    registry.configure((*settings.GAMES, name))
    yield name
    registry.configure(settings.GAMES)
