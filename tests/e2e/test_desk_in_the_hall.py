"""The referee's desk and the organiser's first page while a round is played: on a phone, by sound, in large letters."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.atlas import ORGANISER, REFEREE
from tests.e2e.browsing import PHONE, SENSES, Hall, settled
from tests.e2e.letters import SMALL, TWICE, unreadable

RING = "[data-calls-ring]"
HEARD = "() => window.asked.includes('note') && window.asked.includes('buzz')"


@pytest.fixture
def slug(stage: Any) -> str:
    """An event of eight tables whose clock runs, with a referee."""
    event: str = stage("event", name="Coppa in sala", state="called", pairs=16)["slug"]
    stage("grant", slug=event, email=REFEREE, role="referee")
    stage("start_clock", slug=event)
    return event


def desk(hall: Hall, slug: str) -> Page:
    person = hall.person(REFEREE, viewport=PHONE)
    person.context.add_init_script(SENSES)
    with person.page.expect_response("**/live/"):
        return person.open(f"/e/{slug}/arbitro/")


def test_on_a_phone_the_queue_comes_first_and_the_clock_stays(hall: Hall, stage: Any, slug: str) -> None:
    stage("call_referee", slug=slug, number=6)
    page = desk(hall, slug)
    expect(page.locator(".desk-table").first).to_be_in_viewport()
    expect(page.locator(".desk-table__number").first).to_contain_text("6")
    bar = page.locator(".desk-bar").bounding_box()
    assert bar is not None and bar["height"] <= 72
    page.locator("#desk-tools").scroll_into_view_if_needed()
    expect(page.locator(".desk-bar .clock__time")).to_be_in_viewport()


def test_a_new_call_rings_where_that_was_asked_for_and_is_remembered(hall: Hall, stage: Any, slug: str) -> None:
    page = desk(hall, slug)
    assert page.evaluate("window.asked") == []
    page.locator(RING).click()
    expect(page.locator(RING)).to_have_attribute("aria-pressed", "true")
    page.evaluate("window.asked.length = 0")
    stage("call_referee", slug=slug, number=6)
    page.wait_for_function(HEARD)
    expect(page.locator("[data-calls-said]")).to_have_text("Il tavolo 6 chiama l'arbitro.")
    # What calls already is no news after the page was loaded anew.
    page.reload()
    settled(page)
    expect(page.locator(RING)).to_have_attribute("aria-pressed", "true")
    page.locator("h1").click()
    page.evaluate("window.asked.length = 0")
    stage("call_referee", slug=slug, number=2)
    page.wait_for_function(HEARD)
    page.locator(RING).click()
    expect(page.locator(RING)).to_have_attribute("aria-pressed", "false")


def test_a_desk_that_asked_for_nothing_is_silent(hall: Hall, stage: Any, slug: str) -> None:
    page = desk(hall, slug)
    stage("call_referee", slug=slug, number=6)
    expect(page.locator(".desk-group--called")).to_be_visible()
    assert page.evaluate("window.asked") == []


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_letters_of_twice_the_size_fit(hall: Hall, stage: Any, slug: str, size: dict[str, int]) -> None:
    stage("call_referee", slug=slug, number=6)
    stage("miss", slug=slug, number=7, line=1)
    person = hall.person(ORGANISER, viewport=size)
    found = {
        path: unreadable(person.open(path.format(slug)), TWICE, size)
        for path in ("/organizza/{}/", "/e/{}/arbitro/", "/organizza/{}/registro/")
    }
    assert not any(found.values()), found


def test_a_new_alarm_of_the_organiser_is_told_once(hall: Hall, stage: Any, slug: str) -> None:
    page = hall.person(ORGANISER).open(f"/organizza/{slug}/")
    said = page.locator("#alarms [data-calls-said]")
    stage("call_referee", slug=slug, number=6)
    expect(said).to_have_text("1 tavolo chiama l'arbitro: tavolo 6")
    stage("call_referee", slug=slug, number=5)
    expect(said).to_have_text("2 tavoli chiamano l'arbitro: tavolo 5, tavolo 6")
