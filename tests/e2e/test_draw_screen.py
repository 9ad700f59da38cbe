"""The draw on the hall's screen: the seal, one place after the other, the whole; nothing small, nothing cut."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Hall, eventually, settled
from tests.e2e.hall_screen import IS_CUT, LEAST_PX, LONG_NAMES, SMALL, opened, panels_of
from tests.e2e.tables import FORMAT

ROOMS = [{"name": "Sala grande", "first": 1, "last": 8}, {"name": "Veranda", "first": 21, "last": 40}]


def sealed(stage: Any, **more: Any) -> str:
    """An event whose draw is sealed: the hall has not named its number yet."""
    event = stage("event", state="closed", **more)
    stage("commit_draw", slug=event["slug"])
    return str(event["slug"])


# The show has begun, and may be over.
GOES_ON = "() => document.querySelector('[data-draw-name]')?.textContent"
# This place is shown, by its name, and those before it stand beside it.
IS_AT = """
(number) => {
  const text = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
  const [name] = text("[data-draw-name]"), places = text("[data-draw-place]");
  return text("[data-draw-count]")[0]?.startsWith(`${number} `) && name === places[number - 1]
    && text("[data-draw-before] li").length === number - 1;
}
"""


def unreadable(page: Any) -> list[str]:
    """What is too small or cut now."""
    return [*page.evaluate(SMALL, LEAST_PX), *page.evaluate(IS_CUT)]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        pytest.param("Coppa di otto", {"pairs": 16}, marks=pytest.mark.full),
        pytest.param("Coppa delle Valli", {"pairs": 61}, marks=pytest.mark.full),
        ("Coppa di tutti", {"pairs": 128}),
        ("Scala dei diciannove", {"pairs": 19, **FORMAT}),
        ("Coppa in due sale", {"pairs": 32, "rooms": ROOMS}),
    ],
)
def test_the_draw_is_read_from_the_last_row(hall: Hall, stage: Any, name: str, more: dict[str, Any]) -> None:
    slug = sealed(stage, name=name, **more)
    page = opened(hall, slug)
    expect(page.locator(".screen-seal__code")).to_be_visible()
    eventually(page, lambda: unreadable(page), [])

    # The page is open while the number is typed elsewhere: it goes on by itself, at a pace that a slow look may miss.
    stage("draw_in_hall", slug=slug, hall="7 di denari")
    page.wait_for_function(GOES_ON)
    for place in (1, 3):
        stage("stay_at_place", slug=slug, place=place)
        page.reload()
        page.wait_for_function(IS_AT, arg=place)
        eventually(page, lambda: unreadable(page), [])
    page.locator("[data-draw-before] span, [data-draw-name]").evaluate_all(LONG_NAMES)
    eventually(page, lambda: unreadable(page), [])
    page.locator("[data-draw-skip]").click()
    assert all(panel.startswith("draw-") for panel in panels_of(page))
    expect(page.locator("[data-draw-place]")).to_have_count(more["pairs"])


def test_a_draw_that_the_organiser_shows_whole_is_whole_on_the_screen(hall: Hall, stage: Any) -> None:
    slug = sealed(stage, name="Coppa breve", pairs=6)
    stage("draw_in_hall", slug=slug, hall="7")
    page = opened(hall, slug)
    page.locator("[data-draw-name]").wait_for()
    stage("show_whole", slug=slug)
    page.locator("[data-draw-whole]").wait_for()
    expect(page.locator("[data-draw-show]")).to_be_hidden()


def test_without_scripts_the_whole_draw_stands_there(hall: Hall, stage: Any) -> None:
    slug = sealed(stage, name="Coppa senza script", pairs=32)
    stage("draw_in_hall", slug=slug, hall="7")
    page = hall.person(viewport={"width": 1920, "height": 1080}, scripts=False).open(f"/e/{slug}/schermo/")
    expect(page.locator("[data-draw-place]:visible")).to_have_count(32)


def test_from_closed_entries_to_the_announced_draw_in_three_clicks(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="In tre tocchi", state="closed", pairs=8)["slug"]
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/")
    clicks = 0

    def click(selector: str) -> None:
        nonlocal clicks
        page.locator(selector).last.click()
        clicks += 1
        settled(page)

    click("#now .btn--big")
    expect(page.locator("[name=hall]")).to_be_focused()
    page.keyboard.type("7 di denari")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    settled(page)
    click("a[href$='/sorteggio/annuncio/']")
    with page.expect_navigation():
        click("dialog button.btn")

    assert stage("look", slug=slug)["tables"]
    assert clicks == 3
