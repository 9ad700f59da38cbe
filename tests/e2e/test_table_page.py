"""The page of a live table in a browser, against a robot: plays given in every way, each read out once."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import DESKTOP, PHONE, Hall
from tests.e2e.letters import LARGE, unreadable
from tests.e2e.plays import NOTE_WHAT_IS_SAID, Seat, by_click, by_drag, by_keys, by_touch
from tests.searching import in_short, short_of

PLAYS = in_short(3, 18)
OWN = re.compile("Hai preso|Hai scartato|You took|You discarded")


WAYS = [
    pytest.param(DESKTOP, by_click, "it", "three", id="click, three players"),
    pytest.param(DESKTOP, by_drag, "en", "two", id="drag"),
    pytest.param(PHONE, by_drag, "it", "two", id="drag by finger"),
    pytest.param(PHONE, by_touch, "en", "pairs", id="touch, pairs"),
    pytest.param(DESKTOP, by_keys, "en", "two", id="keys"),
]


def test_on_its_side_the_points_of_a_deal_stand_whole_in_the_window(hall: Hall, stage: Any) -> None:
    made = stage(
        "event", name="Tra due smazzate", pairs=2, entry_size=1, state="called", preset="online_002", mode="online"
    )
    match = stage("open_match", slug=made["slug"], number=made["tables"][0]["number"])
    stage("play_online", match=match)
    page = hall.person(viewport={"width": 844, "height": 390}).open(f"/tavolo/{match}/")
    expect(page.locator("#table-interlude tfoot")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("viewport", "give", "language", "seats"), short_of(WAYS, "click, three players"))
def test_somebody_plays_at_a_table_to_try(
    hall: Hall, stage: Any, viewport: dict[str, int], give: Callable[[Any, str], None], language: str, seats: str
) -> None:
    page = hall.person(viewport=viewport, language=language).open("/prova/")
    expect(page.locator("main form .btn--big")).to_be_in_viewport(ratio=1)
    page.locator(f"[name=seats][value={seats}]").check(force=True)
    page.locator("main form .btn--big").click()
    page.wait_for_url("**/tavolo/*/")
    match = int(page.url.rstrip("/").rpartition("/")[2])
    expect(page.locator("body.is-live")).to_be_attached()
    seat, dice, given = Seat(page), random.Random(language), 0
    page.evaluate(NOTE_WHAT_IS_SAID)
    begin(page)
    while given < PLAYS:
        expect(page.locator("body.is-turn")).to_be_attached()
        legal = stage("legal_plays", match=match, seat=0)
        if give is by_click:
            must_take(seat, legal)
        play = dice.choice(legal)
        give(seat, play)
        expect(page.locator(f"[data-hand] [data-card='{play[:2]}']")).to_have_count(0)
        given += 1
        if page.locator("body.is-ready, body.is-over").count():
            break
    said = " ".join(page.evaluate("window.said"))
    assert len(OWN.findall(said)) == given


def must_take(seat: Seat, legal: list[str]) -> None:
    """A double click on a card that can take plays nothing and says so, in sight."""
    for capture in [each for each in legal if "x" in each][:1]:
        seat.card(capture[:2]).dblclick()
        wrong = seat.page.locator("[data-action] p")
        expect(wrong).to_contain_text("Non puoi scartare")
        expect(wrong).to_be_in_viewport(ratio=1)
        seat.page.keyboard.press("Escape")


def begin(page: Page) -> None:
    """Say that the cards may be dealt, where that is asked."""
    page.wait_for_function("() => document.body.matches('.is-ready, .is-turn, .is-other')")
    button = page.locator("[data-ready] button")
    if button.is_visible():
        button.click()


SMALLEST_CARD = 56
ON_ITS_SIDE = {"width": 844, "height": 390}
WIDTHS = "() => [...document.querySelectorAll('[data-table] .card')].map((one) => one.getBoundingClientRect().width)"
IN_SIGHT = """
() => [...document.querySelectorAll('[data-hand] .card, [data-table] .card')]
  .every((one) => one.getBoundingClientRect().bottom <= innerHeight)
"""


@pytest.mark.full
@pytest.mark.parametrize("seats", short_of(["three", "pairs"], "pairs"))
def test_the_table_holds_in_larger_text(hall: Hall, stage: Any, seats: str) -> None:
    page = hall.person(viewport=PHONE).open("/prova/")
    page.locator(f"[name=seats][value={seats}]").check(force=True)
    page.locator("main form .btn--big").click()
    page.wait_for_url("**/tavolo/*/")
    expect(page.locator("body.is-live")).to_be_attached()
    begin(page)
    expect(page.locator("body.is-turn")).to_be_attached()
    found = {}
    for window in (PHONE, DESKTOP, ON_ITS_SIDE):
        broken = unreadable(page, LARGE, window)
        if broken or min(page.evaluate(WIDTHS), default=SMALLEST_CARD) < SMALLEST_CARD or not page.evaluate(IN_SIGHT):
            found[str(window)] = (broken, page.evaluate(WIDTHS), page.evaluate(IN_SIGHT))
    assert found == {}
