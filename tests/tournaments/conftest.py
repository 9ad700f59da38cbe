"""What all tests of the platform share: no page and no language that one test left is met by the next."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils import translation

from tests.lots import Lots
from tests.searching import SEED
from tests.tournaments.doors.stage import taken_back
from tests.tournaments.press import Press
from tournaments.draw.writes import draws
from tournaments.games import registry
from tournaments.jobs.writes import pdf_job
from tournaments.live_log.writes import log
from tournaments.online.writes import firing
from tournaments.timing.writes import downtime
from tournaments.upkeep.writes import sweeping


@pytest.fixture(autouse=True)
def _empty_caches() -> Iterator[None]:
    """The keys of events are given out again to another test."""
    for each in caches.all(initialized_only=True):
        each.clear()
    yield
    for each in caches.all(initialized_only=True):
        each.clear()


@pytest.fixture(autouse=True)
def _no_deadline_put_aside() -> None:
    """The sweeper of this process remembers what it could not do; the keys are given out again to another test."""
    sweeping.FAILED.clear()


@pytest.fixture(autouse=True)
def _language_of_the_site() -> Iterator[None]:
    """A request leaves its language with the thread, and the next request finds its own; a test may make none."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _drawn_again_by_the_seed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_by_the_seed(request, monkeypatch)


def draw_by_the_seed(request: pytest.FixtureRequest, patch: pytest.MonkeyPatch) -> None:
    lots = Lots(f"{SEED} {request.node.nodeid}")
    for module in (draws, log):
        patch.setattr(module, "secrets", lots)
    patch.setattr(firing, "DICE", lots.randbelow)


@pytest.fixture(scope="module")
def stays(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What a fixture of a file makes with it is there for all tests of the file, each of which takes back its own.

    A test is given a copy of it, as if it had been made anew. None of them may have transactions of its own.
    """
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), taken_back():
        draw_by_the_seed(request, patch)
        yield


@pytest.fixture(scope="session")
def _press() -> Iterator[Press]:
    made = Press()
    yield made
    made.close()


@pytest.fixture
def press(_press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers are printed by a process that is there already."""
    monkeypatch.setattr(pdf_job, "subprocess", _press)


@pytest.fixture
def no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long this machine takes between two steps, the service was not away: nothing is given back."""
    monkeypatch.setattr(downtime, "clock_shift", lambda *_moments: 0)


PENALTY = "tests.tournaments.penalty"


@pytest.fixture
def penalty() -> Iterator[str]:
    """A game of tables of two to six lines, by the name that the registry knows it by while the test runs."""
    with known(PENALTY):
        yield PENALTY


@pytest.fixture
def toy() -> Iterator[str]:
    """A game for tables of two to six, and online for two to four; by its name, as the registry knows it meanwhile."""
    with known("tests.tournaments.toy"):
        yield "tests.tournaments.toy"


@contextmanager
def known(name: str) -> Iterator[None]:
    """The registry knows a game of the tests meanwhile."""
    registry.configure((*settings.GAMES, name))
    try:
        yield
    finally:
        registry.configure(settings.GAMES)
