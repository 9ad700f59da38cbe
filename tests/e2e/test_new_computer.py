"""The computer of the hall dies, another one goes on elsewhere, and phones take along what they had not sent."""

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.accessibility import findings
from tests.e2e.atlas import ORGANISER
from tests.e2e.browsing import PHONE, PROJECTOR, Hall, Person, settled
from tests.e2e.letters import TWICE, unreadable
from tests.e2e.serving import Site, prepared_site, serving, site_on, staged
from tests.e2e.tables import fill_deal, says
from tournaments.installation import remember_address_before

SEND = "form[data-preview-url] .sheet-foot .btn"
SHEETS = re.compile(r"/tavoli/\d+/$")


class Computers:
    """The two laptops of an evening, the second with a copy of what the first one had when it died."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        data = folder / "first"
        data.mkdir()
        self.first = prepared_site(data)
        self._running, self._serving = ExitStack(), ExitStack()
        self._serving.enter_context(serving(self.first))
        self.stage = self._running.enter_context(staged(self.first.environment))

    def change(self) -> Site:
        """The first one dies, the second one goes on from its data, with another name in the network."""
        self._serving.close()
        self._running.close()
        data = self._folder / "second"
        shutil.copytree(self.first.data, data, symlinks=True)
        remember_address_before(data, self.first.url, datetime.now(UTC))
        second = site_on(data, "127.0.0.2")
        self._serving.enter_context(serving(second))
        self.stage = self._running.enter_context(staged(second.environment))
        return second

    def close(self) -> None:
        self._running.close()
        self._serving.close()


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[Computers]:
    made = Computers(tmp_path)
    yield made
    made.close()
    assert made.first.errors() == []


@pytest.fixture
def hall(browser: Browser, computers: Computers) -> Iterator[Hall]:
    here = Hall(browser, computers.first.url, lambda account: computers.stage("log_in", email=account))
    yield here
    assert here.leave() == []


def open_table(page: Page, url: str, code: str) -> None:
    page.goto(f"{url}/codice/")
    page.locator("[name=code]").fill(code)
    page.locator(".form .btn").tap()
    page.locator(".form .btn--big").tap()
    expect(page.locator("#table-state")).to_be_attached()
    settled(page)


def write(page: Page, points: tuple[int, int]) -> None:
    """A result that the phone keeps, because it hears no answer."""
    fill_deal(page, points)
    page.locator(SEND).tap()
    says(page, "waiting")


def two_unsent(hall: Hall, event: dict[str, Any], **options: Any) -> Person:
    """A phone with two results: of the first one only the answer is lost, the second one reaches nobody."""
    person = hall.person(viewport=PHONE, **options)
    person.may_lose_network = True
    page = person.page
    first, second = event["tables"][0], event["tables"][1]

    open_table(page, hall.url, first["codes"][0])
    heard: list[int] = []

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST" and not heard:
            heard.append(route.fetch(max_redirects=0).status)
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    open_table(page, hall.url, second["codes"][0])
    page.goto(f"{hall.url}/e/{event['slug']}/tavoli/{first['number']}/")
    settled(page)
    person.context.route(SHEETS, lose_the_answer)
    write(page, (4, 3))
    assert heard == [303]
    page.goto(f"{hall.url}/e/{event['slug']}/tavoli/{second['number']}/")
    settled(page)
    write(page, (5, 2))
    return person


def lose(page: Page, computers: Computers) -> Site:
    """The phone hears nothing any more for as long as it takes to say so."""
    page.evaluate("() => { document.querySelector('[data-moved-open]').dataset.movedAfter = 0; }")
    second = computers.change()
    page.context.unroute(SHEETS)
    page.locator("[data-moved-open]").tap()
    expect(page.locator("#moved-title")).to_have_text("Il computer della sala è cambiato")
    return second


def test_two_results_are_taken_along_and_the_one_that_had_arrived_counts_once(hall: Hall, computers: Computers) -> None:
    event = computers.stage("event", name="Coppa delle Valli", state="called", pairs=4)
    slug, names = event["slug"], [" contro ".join(table["names"]) for table in event["tables"][:2]]
    page = two_unsent(hall, event).page
    assert [len(computers.stage("versions", slug=slug, number=number)) for number in (1, 2)] == [1, 0]

    second = lose(page, computers)
    expect(page.locator(".moved .carried h3")).to_have_text("2 risultati non ancora mandati")
    expect(page.locator(".moved .carried__points")).to_have_text(["4–3", "5–2"])
    # An address that is in no hall is not gone to.
    for elsewhere in ("settebello.example", "8.8.8.8", "0x08080808"):
        page.locator("#moved-where").fill(elsewhere)
        page.locator(".moved__form .btn").tap()
        expect(page.locator("#moved-wrong")).to_be_visible()
        expect(page.locator("#moved-where")).to_have_attribute("aria-invalid", "true")
    page.locator("#moved-where").fill(second.url.removeprefix("http://"))
    page.locator(".moved__form .btn").tap()

    expect(page.locator("h1 span:visible")).to_have_text("Sei sul computer nuovo")
    assert page.url == f"{second.url}/passaggio/"
    settled(page)
    expect(page.locator("[data-hand-list] [data-carried-names]")).to_have_text(names)
    expect(page.locator("[data-hand-list] .carried__points")).to_have_text(["4–3", "5–2"])
    # Before the tap nothing is sent, and loading the page again loses nothing.
    page.reload()
    settled(page)
    assert computers.stage("versions", slug=slug, number=2) == []
    page.locator("[data-hand-send]").tap()
    expect(page.locator("[data-hand-said=sent]")).to_be_visible()

    assert computers.stage("versions", slug=slug, number=1) == [{"status": "running", "points": [4, 3]}]
    assert computers.stage("versions", slug=slug, number=2) == [{"status": "running", "points": [5, 2]}]
    page.locator("[data-hand-on]").tap()
    expect(page.locator("#table-state")).to_be_attached()
    expect(settled(page).locator(SEND)).to_be_visible()
    assert second.errors() == []


@pytest.mark.full
def test_the_big_screen_and_the_desk_say_where_the_computer_is_now(hall: Hall, computers: Computers) -> None:
    slug = computers.stage("event", name="Coppa delle Valli", state="called", pairs=4)["slug"]
    before = hall.person(viewport=PROJECTOR)
    before.may_lose_network = True
    expect(before.open(f"/e/{slug}/schermo/").locator(".screen__where b")).to_have_text("Dove gioco?")

    second = computers.change()
    there = Hall(hall.browser, second.url, lambda account: computers.stage("log_in", email=account))
    own = second.url.removeprefix("http://")
    screen = there.person(viewport=PROJECTOR).open(f"/e/{slug}/schermo/")
    expect(screen.locator(".screen__where")).to_have_text(f"Il computer della sala è cambiato {own}")
    desk = there.person(ORGANISER).open(f"/e/{slug}/arbitro/")
    expect(desk.locator(".moved-here__own")).to_have_text(own)
    expect(desk.locator(".moved-here svg")).to_be_visible()
    assert there.leave() == []


@pytest.mark.full
@pytest.mark.parametrize("language", ["it", "en"])
def test_both_pages_of_a_phone_are_readable_in_large_letters_and_by_everybody(
    hall: Hall, computers: Computers, axe: str, language: str
) -> None:
    event = computers.stage("event", name="Coppa delle Valli", state="called", pairs=4)
    page = two_unsent(hall, event, language=language).page
    page.evaluate("() => { document.querySelector('[data-moved-open]').dataset.movedAfter = 0; }")
    second = computers.change()
    page.locator("[data-moved-open]").tap()
    assert findings(page, axe) == []
    assert unreadable(page, TWICE, PHONE) == []
    page.locator("#moved-where").fill(second.url.removeprefix("http://"))
    page.locator(".moved__form .btn").tap()
    expect(page.locator("[data-hand-list] li")).to_have_count(2)
    assert findings(settled(page), axe) == []
    assert unreadable(page, TWICE, PHONE) == []
