"""A site in a process of its own, a stage beside it, and people with browsers in front of it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.e2e.atlas import set_up
from tests.e2e.browsing import WAIT_MS, Hall, launched
from tests.e2e.serving import ROOT, Site, prepared_site, serving, stop
from tests.e2e.statics import serving_statics
from tests.tournaments.live.matches import served

# It also has an evening of each kind made, which is done once so.
LONGEST = "test_every_page.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Share a run out by files, the longest first."""
    here = [item for item in items if item.path.parent == Path(__file__).parent]
    for item in here:
        item.add_marker(pytest.mark.xdist_group(item.path.stem))
    if here == items:
        items.sort(key=lambda item: item.path.name != LONGEST)


@dataclass(slots=True)
class Stage:
    """The process that makes events: ``stage("event", name="Serata", pairs=4)``."""

    process: "subprocess.Popen[str]"

    def __call__(self, do: str, **values: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": do, "with": values}) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"the stage fell down while it was to {do} {values}"
        return json.loads(answer)


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
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.stage"],
        cwd=ROOT, env=site.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    yield Stage(process)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.close()
    process.stdout.close()
    stop_quietly(process)


def stop_quietly(process: "subprocess.Popen[str]") -> None:
    """The stage ends with its input; where it does not, it is stopped."""
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        stop(process)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all; everybody has a context of their own in it."""
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()


@pytest.fixture
def hall(browser: Browser, site: Site, stage: Stage) -> Iterator[Hall]:
    """Where people come in: ``hall.person("ornella@example.org")``."""
    here = Hall(browser, site.url, lambda account: stage("log_in", email=account))
    yield here
    assert here.leave() == []


@pytest.fixture
def axe() -> str:
    """The accessibility checker, as text to be run on a page."""
    return (Path(__file__).parent / "vendor/axe-core/axe.min.js").read_text()


@pytest.fixture(scope="session")
def events(stage: Stage) -> dict[str, dict[str, Any]]:
    """The events of the atlas, by the hour of their evening."""
    return set_up(stage)


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
