"""The page of a live table of Scala 40 in a browser, against robots: a turn by taps, and large letters."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import CHECKER, findings
from tests.e2e.browsing import DESKTOP, PHONE, PROJECTOR, Hall
from tests.e2e.letters import LARGE, unreadable
from tests.e2e.tables import FORMAT

ON_ITS_SIDE = {"width": 844, "height": 390}


def sit_down(hall: Hall, players: int, viewport: dict[str, int]) -> Page:
    """A table to try, at the first turn of the one who sits down."""
    page = hall.person(viewport=viewport).open("/prova/?game=scala40")
    page.locator("[name=seats]").nth(players - 2).check(force=True)
    page.locator("main form .btn--big").click()
    page.wait_for_url("**/tavolo/*/")
    expect(page.locator("body.is-live")).to_be_attached(timeout=6000)
    page.wait_for_function("() => document.body.matches('.is-ready, .is-turn, .is-other')")
    button = page.locator("[data-ready] button")
    if button.is_visible():
        button.click()
    expect(page.locator("body.is-turn")).to_be_attached()
    return page


def test_somebody_plays_a_turn_at_a_table_to_try(hall: Hall, stage: Any) -> None:
    page = sit_down(hall, 4, PHONE)
    match = int(page.url.rstrip("/").rpartition("/")[2])
    hand, stock = page.locator("[data-hand] [data-card]"), page.locator("[data-pile='stock']")
    expect(hand).to_have_count(13)
    expect(hand.last).to_be_in_viewport(ratio=1)
    stock.click()
    expect(hand).to_have_count(14)
    expect(page.locator("[data-action] > p")).to_contain_text("Scegli")
    expect(hand.last).to_be_in_viewport(ratio=1)
    card = next(each for each in stage("legal_plays", match=match, seat=0) if each.startswith("drop")).split()[1]
    page.locator(f"[data-hand] [data-card='{card}']").first.click()
    assert findings(page, CHECKER.read_text(encoding="utf-8")) == []
    page.locator("[data-action] > .btn").nth(1).click()
    expect(hand).to_have_count(13)
    # The robots play on, and the turn comes back; now and then one of them closes before.
    expect(page.locator("body.is-turn, #table-interlude h2")).to_be_attached()
    if page.locator("#table-interlude h2").count() == 0:
        expect(stock).to_have_class("pile40 is-open")


def test_on_its_side_the_cards_stay_where_they_are_whatever_is_chosen(hall: Hall) -> None:
    page = sit_down(hall, 4, ON_ITS_SIDE)
    hand = page.locator("[data-hand] [data-card]")
    page.locator("[data-pile='stock']").click()
    expect(hand).to_have_count(14)
    where = page.locator("[data-hand]").bounding_box()
    # Four cards that are in no combination together: what is left over is said above the buttons.
    for number in range(4):
        hand.nth(number * 4).click()
        expect(page.locator("[data-hand] [aria-pressed=true]")).to_have_count(number + 1)
        assert page.locator("[data-hand]").bounding_box() == where
    expect(page.locator("[data-hand]")).to_be_in_viewport(ratio=1)


def test_in_large_letters_what_is_chosen_can_be_laid_without_a_search(hall: Hall) -> None:
    page = sit_down(hall, 4, PHONE)
    page.locator("[data-pile='stock']").click()
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    page.evaluate("() => scrollTo(0, 0)")
    page.locator("[data-hand] [data-card]").first.click()
    for chosen in (page.locator("[data-action] > .btn:visible").last, page.locator("[data-hand]")):
        expect(chosen).to_be_in_viewport(ratio=1)


def test_six_have_seats_of_one_width(hall: Hall) -> None:
    page = sit_down(hall, 6, ON_ITS_SIDE)
    seats = page.locator(".seat:not(.seat--me)")
    for window in (ON_ITS_SIDE, PROJECTOR):
        page.set_viewport_size(window)  # type: ignore[arg-type]
        boxes = [each.bounding_box() for each in seats.all()]
        assert len({round(box["y"]) for box in boxes if box}) == 1
        assert len({round(box["width"]) for box in boxes if box}) == 1
        # Beside them stands what is beside the table, and nothing lies over it.
        cloth = page.locator("[data-cloth]").bounding_box()
        assert cloth and boxes[-1] and boxes[-1]["x"] + boxes[-1]["width"] <= cloth["x"] + cloth["width"] + 16


@pytest.mark.parametrize("window", [pytest.param(PHONE, id="upright"), pytest.param(ON_ITS_SIDE, id="on its side")])
def test_the_points_of_a_deal_stand_whole_in_the_window(hall: Hall, stage: Any, window: dict[str, int]) -> None:
    """What is said largest is what it is: in a long line of points nobody finds their own."""
    made = stage("event", name="Scala tra due smazzate", pairs=16, state="called", mode="online", **FORMAT)
    match = stage("open_match", slug=made["slug"], number=made["tables"][0]["number"])
    stage("plays", slug=made["slug"], email="nora@example.org", entry=made["tables"][0]["entries"][0])
    stage("robots_play", match=match)
    page = hall.person("nora@example.org", viewport=window).open(f"/tavolo/{match}/")
    expect(page.locator("#table-interlude tfoot")).to_be_in_viewport(ratio=1)
    sizes = page.locator("#table-interlude :is(h2, p, td)").evaluate_all(
        "(all) => all.map((each) => [each.localName, parseFloat(getComputedStyle(each).fontSize)])"
    )
    assert max(sizes, key=lambda each: each[1])[0] == "h2"
    expect(page.locator(".interlude__score")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_table_holds_in_larger_text(hall: Hall, players: int) -> None:
    page = sit_down(hall, players, PHONE)
    found = {str(window): unreadable(page, LARGE, window) for window in (PHONE, DESKTOP, ON_ITS_SIDE)}
    assert {window: broken for window, broken in found.items() if broken} == {}
