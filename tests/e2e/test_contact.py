"""No page is old in silence: within three seconds it is current again, or says since when not, without a clock."""

import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browsing import PHONE, PROJECTOR, Hall
from tests.e2e.proxy import Proxy, proxying
from tests.e2e.serving import Site, serving
from tests.mould import NAME
from tests.ports import free_port

# Tenths of a second by the timers of the page itself, which are as late as those that it looks by: three seconds are
# promised, and one more for what lies between the look and the word.
MOST_TICKS = 40
# Longer than a page is out of touch before it says so.
A_WHILE = 35
SAID = {
    "it": re.compile(r"Collegamento perso\.\s+Non aggiornato dalle \d\d:\d\d\."),
    "en": re.compile(r"Connection lost\.\s+Not updated since \d\d:\d\d\."),
}
# The tenths of a second that a page has counted, and after how many it said that it is out of touch.
NOTE_LOSS = """
() => {
  window.ticks = 0;
  window.setInterval(() => (window.ticks += 1), 100);
  document.addEventListener("contact", () => {
    if (document.body.hasAttribute("data-lost")) window.lostAfter = window.ticks;
  });
}
"""
FROM_NOW_ON = """
() => {
  window.ticks = 0;
  window.lostAfter = document.body.hasAttribute("data-lost") ? 0 : null;
}
"""
# What ten metres need: a twentieth of the height of the picture.
LEAST_PX = 50
HIDE = """(hidden) => { Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange")); }"""


@pytest.fixture
def slug(stage: Any) -> str:
    found: str = stage("event", name="Serata senza filo", state="called", pairs=8, round_minutes=60)["slug"]
    stage("start_clock", slug=found)
    return found


@pytest.fixture
def elsewhere(browser: Browser, site: Site, stage: Any, tmp_path: Path) -> tuple[Site, Hall]:
    """The same data behind another address, and people who look there."""
    other = Site(f"http://127.0.0.1:{free_port()}", tmp_path, site.environment)
    return other, Hall(browser, other.url, lambda account: stage("log_in", email=account))


@pytest.fixture
def behind_proxy(browser: Browser, site: Site, slug: str, stage: Any) -> Iterator[tuple[Proxy, list[Page]]]:
    """A network that can go silent, and the pages behind it."""
    with proxying(site.url) as proxy:
        hall = Hall(browser, f"http://127.0.0.1:{proxy.port}", lambda account: stage("log_in", email=account))
        pages = watching(hall, slug)
        yield proxy, pages
        assert went_home(hall) == []


def watching(hall: Hall, slug: str) -> list[Page]:
    """The phone of a spectator, the screen of the hall and the sheet of the referee, all with a clock that runs."""
    spectator = hall.person(viewport=PHONE)
    screen = hall.person(viewport=PROJECTOR, language="en")
    referee = hall.person("ornella@example.org", viewport=PHONE)
    for person, path in ((spectator, "turni/"), (screen, "schermo/"), (referee, "tavoli/1/")):
        person.may_lose_network = True
        with person.page.expect_response("**/live/"):
            person.open(f"/e/{slug}/{path}")
        person.page.evaluate(NOTE_LOSS)
        expect(person.page.locator("#contact")).to_be_hidden()
        expect(person.page.locator(".clock__time").first).to_have_text(re.compile(r"^\d\d:\d\d$"))
    return [person.page for person in hall.everybody]


def count_from_now_on(pages: list[Page]) -> None:
    for page in pages:
        page.evaluate(FROM_NOW_ON)


def tick_on(page: Page) -> None:
    """Until the page has had time to say that it is out of touch."""
    page.evaluate(FROM_NOW_ON)
    page.wait_for_function("(ticks) => window.ticks > ticks", arg=A_WHILE)


def lost_in_time(pages: list[Page]) -> None:
    """Each page says so within three seconds, in words and without a clock."""
    for page in pages:
        language = page.locator("html").get_attribute("lang") or ""
        expect(page.locator("#contact")).to_have_text(SAID[language])
        expect(page.locator(".clock__time").first).to_have_text("––:––")
    after = [page.evaluate("window.lostAfter") for page in pages]
    assert [ticks <= MOST_TICKS for ticks in after] == [True] * len(pages), after


def all_current(pages: list[Page], finished: int) -> None:
    """Nothing is said any more, the clocks run, and what happened meanwhile is there."""
    for page in pages:
        expect(page.locator("#contact")).to_be_hidden(timeout=60_000)
        expect(page.locator(".clock__time").first).to_have_text(re.compile(r"^\d\d:\d\d$"))
    spectator, screen, _referee = pages
    expect(spectator.locator("#tables .match--done")).to_have_count(finished)
    expect(screen.locator(".screen-table--done")).to_have_count(finished)


def went_home(hall: Hall) -> list[str]:
    """What people complained of; on its way out a server says so to who comes back at once."""
    return [one for one in hall.leave() if "ERR_" not in one and "503" not in one]


@contextmanager
def nobody_writes(site: Site) -> Iterator[None]:
    """While no process is in the middle of a write: who stopped there would keep everybody else from writing."""
    with closing(sqlite3.connect(Path(site.environment["SETTEBELLO_DATA"]) / NAME, timeout=60)) as database:
        database.isolation_level = None
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


def test_pages_say_that_the_server_hangs_or_was_killed_and_that_it_is_back(
    elsewhere: tuple[Site, Hall], slug: str, stage: Any
) -> None:
    other, hall = elsewhere
    with serving(other) as process:
        pages = watching(hall, slug)
        with nobody_writes(other):
            process.send_signal(signal.SIGSTOP)
        try:
            count_from_now_on(pages)
            lost_in_time(pages)
            stage("play", slug=slug, number=2)
            size = pages[1].locator("#contact").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        finally:
            process.send_signal(signal.SIGCONT)
        all_current(pages, finished=1)

        process.kill()
        count_from_now_on(pages)
        lost_in_time(pages)
    stage("play", slug=slug, number=3)
    with serving(other):
        all_current(pages, finished=2)
    assert went_home(hall) == []
    assert size >= LEAST_PX


@pytest.mark.full
def test_pages_say_that_a_silent_network_is_lost_and_reconnect_also_where_the_tab_slept(
    behind_proxy: tuple[Proxy, list[Page]], slug: str, stage: Any
) -> None:
    proxy, pages = behind_proxy
    proxy.swallow()
    count_from_now_on(pages)
    lost_in_time(pages)
    stage("play", slug=slug, number=2)
    proxy.work_again()
    all_current(pages, finished=1)

    # Asleep while a result comes: current as soon as somebody looks, and nothing was said.
    for page in pages:
        page.evaluate(HIDE, True)
    stage("play", slug=slug, number=3)
    tick_on(pages[0])
    for page in pages:
        expect(page.locator("#contact")).to_be_hidden()
        page.evaluate(HIDE, False)
    all_current(pages, finished=2)
    assert pages[0].evaluate("window.lostAfter") is None

    # Asleep while the network is lost: said as soon as somebody looks.
    for page in pages:
        page.evaluate(HIDE, True)
    proxy.swallow()
    tick_on(pages[0])
    for page in pages:
        expect(page.locator("#contact")).to_be_hidden()
        page.evaluate(HIDE, False)
    count_from_now_on(pages)
    lost_in_time(pages)
    proxy.work_again()
    all_current(pages, finished=2)


def test_a_page_that_hears_of_a_result_and_cannot_fetch_it_says_so(hall: Hall, stage: Any, slug: str) -> None:
    person = hall.person()
    person.may_lose_network = True
    person.page.route(re.compile(r"/turni/\?v="), lambda route: route.abort())
    with person.page.expect_response("**/live/"):
        page = person.open(f"/e/{slug}/turni/")
    stage("play", slug=slug, number=2)
    expect(page.locator("#contact")).to_have_text(SAID["it"])
    page.unroute_all()
    expect(page.locator("#contact")).to_be_hidden()
    expect(page.locator("#tables .match--done")).to_have_count(1)


def test_a_lost_stream_is_no_lost_connection_while_pages_are_answered(hall: Hall, stage: Any, slug: str) -> None:
    person = hall.person()
    person.may_lose_network = True
    person.page.route("**/live/", lambda route: route.abort())
    page = person.open(f"/e/{slug}/turni/")
    page.evaluate(NOTE_LOSS)
    tick_on(page)
    tick_on(page)
    assert page.evaluate("window.lostAfter") is None
    person.lose_network()
    count_from_now_on([page])
    lost_in_time([page])


ASK_EVERY_SECOND = """
() => {
  const part = document.createElement("section");
  Object.assign(part, { id: "asked" });
  Object.assign(part.dataset, { behaviour: "poll", pollUrl: "/ora/" });
  document.querySelector("main").append(part);
  part.dispatchEvent(new CustomEvent("region:replaced", { bubbles: true }));
}
"""


def test_a_polling_page_says_that_the_server_does_not_answer(hall: Hall) -> None:
    person = hall.person()
    page = person.open("/")
    with page.expect_response("**/ora/"):
        page.evaluate(ASK_EVERY_SECOND)
    person.lose_network()
    expect(page.locator("#contact")).to_have_text(SAID["it"])
    person.find_network()
    expect(page.locator("#contact")).to_be_hidden()
    page.locator("#asked").evaluate("(part) => part.remove()")
    person.lose_network()
    page.evaluate(NOTE_LOSS)
    tick_on(page)
    expect(page.locator("#contact")).to_be_hidden()
