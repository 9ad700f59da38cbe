"""The page of the bracket: wide on a desk, one round at a time on a phone, a path lit, one tab stop."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Hall, eventually
from tests.e2e.keyboard import Keyboard

DESK = {"width": 1440, "height": 900}
IN_SIGHT = """
() => [...document.querySelectorAll("#bracket-view .bracket__round")].flatMap((round, at) => {
  const view = document.querySelector("#bracket-view").getBoundingClientRect(), box = round.getBoundingClientRect();
  return Math.min(box.right, view.right) - Math.max(box.left, view.left) > 40 ? [at] : [];
})
"""
BOTH_WAYS = """
() => [...document.querySelectorAll("main *")].filter((one) => {
  const style = getComputedStyle(one), moves = (way) => ["auto", "scroll"].includes(way);
  return moves(style.overflowX) && moves(style.overflowY) && one.scrollHeight > one.clientHeight + 1
    && one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.className)
"""
VIEW_HEIGHT = "document.querySelector('#bracket-view').getBoundingClientRect().height"
IS_AS_HIGH = """
(name) => {
  const height = (of) => document.querySelector(of).getBoundingClientRect().height;
  return Math.abs(height("#bracket-view") - height(name)) < 60;
}
"""
IS_CURRENT = "(name) => document.querySelector('[data-round][aria-current]').textContent.startsWith(name)"
CURRENT = "() => document.querySelector('[data-round][aria-current]').textContent"
LIT = "() => [...document.querySelectorAll('#bracket-view .match__side[data-lit]')].map((one) => one.textContent)"


@pytest.fixture(scope="module")
def second_round(stage: Any) -> str:
    """An event of 32 whose second round is called; everybody here only looks at it."""
    slug: str = stage("event", name="Coppa delle Valli", state="called", pairs=32)["slug"]
    for number in range(1, 17):
        stage("play", slug=slug, number=number)
    stage("call_round", slug=slug, number=2)
    return slug


def opened(hall: Hall, slug: str, size: dict[str, int]) -> Any:
    page = hall.person(viewport=size).open(f"/e/{slug}/tabellone/")
    page.wait_for_function("() => document.querySelector('[data-round][aria-current]')")
    return page


def test_a_phone_shows_the_round_that_is_played_and_one_at_a_time(hall: Hall, second_round: str) -> None:
    page = opened(hall, second_round, PHONE)
    eventually(page, lambda: page.evaluate(IN_SIGHT), [1])
    eventually(page, lambda: page.evaluate(CURRENT), "Ottavi")
    assert page.evaluate(BOTH_WAYS) == []
    # As a finger pushes it.
    page.locator("#bracket-view").evaluate("(view) => view.scrollBy({ left: view.clientWidth * .9 })")
    page.wait_for_function(IS_CURRENT, arg="Quarti")
    eventually(page, lambda: page.evaluate(IN_SIGHT), [2])
    # The view is as high as its round, and the way back to the first is in sight.
    page.wait_for_function(IS_AS_HIGH, arg="#bracket-view-3")
    first = page.locator("[data-round]").first
    eventually(page, lambda: first.bounding_box()["x"] >= 0, True)
    first.tap()
    page.wait_for_function(IS_CURRENT, arg="Sedicesimi")
    eventually(page, lambda: page.evaluate(IN_SIGHT), [0])
    page.wait_for_function(IS_AS_HIGH, arg="#bracket-view-1")


def test_a_desk_shows_all_rounds_beside_each_other_and_the_chips_stay(hall: Hall, second_round: str) -> None:
    page = opened(hall, second_round, DESK)
    assert page.locator("#bracket").bounding_box()["width"] > DESK["width"] * 0.9
    assert page.evaluate(IN_SIGHT) == [0, 1, 2, 3, 4]
    assert page.evaluate(BOTH_WAYS) == []
    page.evaluate("window.scrollTo(0, document.querySelector('#bracket').offsetTop + 600)")
    eventually(page, lambda: 0 <= page.locator("[data-round]").first.bounding_box()["y"] < 80, True)


def test_a_name_that_is_followed_lights_its_path(hall: Hall, second_round: str) -> None:
    page = opened(hall, second_round, DESK)
    name = page.locator("#bracket-view-2 .match__name").nth(2).inner_text().strip()
    page.locator("[data-follow]").fill(name)
    eventually(page, lambda: [each.startswith(name) for each in page.evaluate(LIT)], [True, True])
    page.locator("[data-follow]").fill("")
    eventually(page, lambda: page.evaluate(LIT), [])


def test_the_whole_bracket_fits_the_window(hall: Hall, second_round: str) -> None:
    page = opened(hall, second_round, DESK)
    height = page.locator("#bracket-view").bounding_box()["height"]
    assert height > DESK["height"]
    page.locator("[data-fit]").click()
    page.wait_for_function(f"() => {VIEW_HEIGHT} <= {DESK['height']}")
    expect(page.locator("[data-fit]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-fit]").click()
    page.wait_for_function(f"() => {VIEW_HEIGHT} > {DESK['height']}")


def test_the_bracket_is_one_tab_stop_with_arrows_inside(hall: Hall, second_round: str) -> None:
    page = opened(hall, second_round, DESK)
    stops = page.locator("#bracket-view, #bracket-view a, [data-round]").evaluate_all(
        "(all) => all.filter((one) => one.tabIndex >= 0).length"
    )
    assert stops == 2
    keys = Keyboard(page)
    keys.reach("#bracket-view")
    keys.press("Home")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(page.locator("#bracket-view-1 .match").nth(2)).to_be_focused()
    keys.press("ArrowRight")
    expect(page.locator("#bracket-view-2 .match").nth(1)).to_be_focused()
    with page.expect_navigation():
        keys.press("Enter")
    assert "/partite/" in page.url
