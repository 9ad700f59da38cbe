"""The reader's language and size of text: changed anywhere, and the page stays."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import Hall, eventually
from tests.searching import short_of

PAGES = {
    "home": ("/", ""),
    "event": ("/e/{slug}/", ""),
    "bracket": ("/e/{slug}/tabellone/", ""),
    "round": ("/e/{slug}/turni/?turno=1", ""),
    "calculator": ("/calcolatrici/vp/", ""),
    "login": ("/entra/", ""),
    "desk": ("/e/{slug}/arbitro/", "ornella@example.org"),
    "organiser": ("/organizza/{slug}/iscritti/?q=a", "ornella@example.org"),
}
pages = pytest.mark.parametrize("name", short_of(PAGES, "event"))


def speak(page: Page, language: str) -> None:
    """The button of the foot."""
    with page.expect_navigation():
        page.locator(f"#footer button[value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pages
def test_the_language_changes_and_the_page_stays(hall: Hall, running: Any, name: str) -> None:
    path, account = PAGES[name]
    where = path.format(slug=running["slug"])
    person = hall.person(account)
    page = person.open(where)
    said = {}
    for language in ("en", "it"):
        speak(page, language)
        assert person.path == where
        expect(page.locator("#footer button[aria-pressed=true]").first).to_have_attribute("value", language)
        said[language] = page.locator("#footer p").inner_text()
    assert said["en"] != said["it"]


@pages
def test_larger_text_is_larger_and_the_page_stays(hall: Hall, running: Any, name: str) -> None:
    path, account = PAGES[name]
    where = path.format(slug=running["slug"])
    person = hall.person(account)
    page = person.open(where)
    size = "parseFloat(getComputedStyle(document.querySelector('main')).fontSize)"
    normal = page.evaluate(size)

    with page.expect_navigation():
        page.locator("#footer button[value=large]").click()
    assert person.path == where
    eventually(page, lambda: page.evaluate(size), pytest.approx(normal * 1.25))

    with page.expect_navigation():
        page.locator("#footer button[value=normal]").click()
    eventually(page, lambda: page.evaluate(size), normal)


def test_the_first_language_is_the_browsers(hall: Hall) -> None:
    for language in ("it", "en"):
        page = hall.person(language=language).open("/")
        expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_page_kept_for_everybody_tells_nobody_where_another_reader_came_from(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Pagina di tutti", state="called", pairs=2)["slug"]
    hall.person().open(f"/e/{slug}/turni/?turno=1&da=un-estraneo")
    person = hall.person()
    page = person.open(f"/e/{slug}/turni/")
    assert "estraneo" not in page.content()
    speak(page, "en")
    assert person.path == f"/e/{slug}/turni/"


def test_a_deck_is_shown_card_by_card_and_stays_chosen(hall: Hall) -> None:
    page = hall.person(language="en").open("/carte/")
    french = page.locator("section.panel", has_text="French cards")
    with page.expect_navigation():
        french.get_by_role("button", name="Use this deck").click()
    page.reload()
    expect(french).to_contain_text("Your deck")
    cards = french.locator("img")
    seen = {cards.nth(number).screenshot() for number in range(cards.count())}
    assert len(seen) == cards.count() == 4
