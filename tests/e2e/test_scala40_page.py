"""The page of a live table of Scala 40 in a browser, against robots: a turn by taps, and large letters."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import CHECKER, findings
from tests.e2e.browsing import DESKTOP, PHONE, Hall
from tests.e2e.letters import LARGE, unreadable

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


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_table_holds_in_larger_text(hall: Hall, players: int) -> None:
    page = sit_down(hall, players, PHONE)
    found = {str(window): unreadable(page, LARGE, window) for window in (PHONE, DESKTOP, ON_ITS_SIDE)}
    assert {window: broken for window, broken in found.items() if broken} == {}
