"""The computer of the hall dies, another one goes on elsewhere, and phones take along what they had not sent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.accessibility import findings
from tests.e2e.atlas import ORGANISER
from tests.e2e.browsing import PHONE, PROJECTOR, Hall, settled
from tests.e2e.computers import SEND, SHEETS, Computers, two_unsent
from tests.e2e.letters import TWICE, unreadable
from tests.e2e.serving import Site


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
