"""What all tests of the platform share: no page and no language that one test left is met by the next."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils import translation

from tests.lots import Lots
from tests.searching import SEED
from tests.tournaments.press import Press
from tournaments.draw.writes import draws
from tournaments.games import registry
from tournaments.jobs.writes import papers
from tournaments.live_log.writes import log
from tournaments.online.writes import firing
from tournaments.timing.writes import downtime
from tournaments.upkeep.writes import sweeping


@pytest.fixture(autouse=True)
def _no_kept_pages() -> Iterator[None]:
    caches["pages"].clear()
    caches["pictures"].clear()
    yield
    caches["pages"].clear()
    caches["pictures"].clear()


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
    lots = Lots(f"{SEED} {request.node.nodeid}")
    for module in (draws, log):
        monkeypatch.setattr(module, "secrets", lots)
    monkeypatch.setattr(firing, "DICE", lots.randbelow)


@pytest.fixture(scope="session")
def _press() -> Iterator[Press]:
    made = Press()
    yield made
    made.close()


@pytest.fixture
def press(_press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers are printed by a process that is there already."""
    monkeypatch.setattr(papers, "subprocess", _press)


@pytest.fixture
def no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long this machine takes between two steps, the service was not away: nothing is given back."""
    monkeypatch.setattr(downtime, "clock_shift", lambda *_moments: 0)


@pytest.fixture
def penalty() -> Iterator[str]:
    """A game of tables of two to six lines, by the name that the registry knows it by while the test runs."""
    yield from _known("tests.tournaments.penalty")


@pytest.fixture
def toy() -> Iterator[str]:
    """A game for tables of two to six, and online for two to four; by its name, as the registry knows it meanwhile."""
    yield from _known("tests.tournaments.toy")


def _known(name: str) -> Iterator[str]:
    registry.configure((*settings.GAMES, name))
    yield name
    registry.configure(settings.GAMES)
