"""A site in a process of its own, a stage beside it, and people with browsers in front of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.e2e.accessibility import CHECKER
from tests.e2e.atlas import play_the_running, set_up
from tests.e2e.browsing import WAIT_MS, Devices, Hall, launched
from tests.e2e.card_table import BareDevices
from tests.e2e.proxy import Proxy, proxying
from tests.e2e.serving import Site, Stage, prepared_site, serving, staged
from tests.e2e.statics import serving_statics
from tests.tournaments.live.matches import served

# It also has an evening of each kind made, which is done once so.
LONGEST = "test_every_page.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest file first, since a run is shared out by files."""
    here = Path(__file__).parent
    if all(item.path.parent == here for item in items):
        items.sort(key=lambda item: item.path.name != LONGEST)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site under test; its log must name no error."""
    prepared = prepared_site(tmp_path_factory.mktemp("site"))
    with serving(prepared):
        yield prepared
    assert prepared.errors() == []


@pytest.fixture(scope="session")
def statics() -> Iterator[str]:
    """Where the static files are, without the site."""
    with serving_statics() as url:
        yield url


@pytest.fixture(scope="session")
def stage(site: Site) -> Iterator[Stage]:
    """Makes events on the site's data."""
    with staged(site.environment) as asked:
        yield asked


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all; everybody has a context of their own in it."""
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def devices() -> Devices:
    """The browsers that people gave back after a test."""
    return Devices()


@pytest.fixture(scope="module")
def bare(browser: Browser) -> Iterator[BareDevices]:
    """A desk and a phone for bare tables."""
    found = BareDevices(browser)
    yield found
    found.close()


@pytest.fixture
def hall(browser: Browser, site: Site, stage: Stage, devices: Devices) -> Iterator[Hall]:
    """Where people come in: ``hall.person("ornella@example.org")``."""
    here = Hall(browser, site.url, lambda account: stage("log_in", email=account), devices)
    yield here
    assert here.leave() == []


@pytest.fixture
def network(site: Site) -> Iterator[Proxy]:
    """What lies between people and the site: it can hang up, and say nothing."""
    with proxying(site.url) as proxy:
        yield proxy


@pytest.fixture
def away(browser: Browser, network: Proxy, stage: Stage) -> Iterator[Hall]:
    """Where people come in behind that network."""
    here = Hall(browser, f"http://127.0.0.1:{network.port}", lambda account: stage("log_in", email=account))
    yield here
    assert here.leave() == []


@pytest.fixture
def axe() -> str:
    """The accessibility checker, as text to be run on a page."""
    return CHECKER.read_text()


@pytest.fixture(scope="session")
def events(stage: Stage) -> dict[str, dict[str, Any]]:
    """The events of the atlas, by the hour of their evening."""
    return set_up(stage)


@pytest.fixture(scope="session")
def running(stage: Stage) -> dict[str, Any]:
    """An evening in play as the atlas has it, for those who need no other; nobody changes it."""
    made: dict[str, Any] = stage("event", name="Torneo di Carnevale a Germagnano", state="called", pairs=8)
    play_the_running(stage, made["slug"])
    return made


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    made: list[BrowserContext] = []
    yield made
    for each in made:
        each.close()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[served.Hall]:
    with served.hall(tmp_path_factory.mktemp("tables")) as made:
        yield made
