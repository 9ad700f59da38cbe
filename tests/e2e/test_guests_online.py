"""Two people without accounts play online: from the sign-up by the link on the receipt to the last card."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, Hall, eventually, settled
from tests.e2e.plays import Seat, by_click

ONE_DEAL = {"match_mode": "fixed_deals", "deals": 1}
PLAYS_OF_A_DEAL = 36
ALL_DEALS = 9


def sign_up(page: Page, given: str, family: str) -> str:
    """The link on the receipt."""
    page.get_by_role("link", name=re.compile("Iscriviti")).first.click()
    page.get_by_label("Nome", exact=True).fill(given)
    page.get_by_label("Cognome", exact=True).fill(family)
    page.locator("main form[method=post] button[type=submit], main form[method=post] button:not([type])").first.click()
    link = settled(page).locator("#ticket a").first
    expect(link).to_be_visible()
    page.get_by_role("button", name="Copia il link").click()
    expect(page.get_by_role("button", name="Copiato")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.inner_text()
    return str(link.get_attribute("href"))


def give(stage: Any, pages: list[Page], match: int) -> int:
    """The seat in turn plays the first card that the rules allow, by clicks.

    The site is asked whose turn it is: a page may still be a few plays behind. Both hands together with the turn are
    one moment of the deal, and both pages are waited for until they show it.
    """
    there = stage("hands", match=match)
    turn: int = there["turn"]
    for page in pages:
        mine = pages.index(page)
        expect(page.locator("body.is-turn" if mine == turn else "body.is-other")).to_be_attached()
        in_hand = page.locator("[data-hand] button.card")
        expect(in_hand).to_have_count(len(there["hands"][mine]))
        for card in there["hands"][mine]:
            expect(page.locator(f"[data-hand] button[data-card='{card}']")).to_be_attached()
    said = [page.locator("[data-last]").inner_text() for page in pages]
    by_click(Seat(pages[turn]), stage("legal_plays", match=match, seat=turn)[0])
    for page, last in zip(pages, said, strict=True):
        expect(page.locator("[data-last]")).not_to_have_text(last)
    return turn


def test_two_guests_play_from_the_sign_up_to_the_last_card(hall: Hall, stage: Any) -> None:
    event = stage(
        "event",
        name="Torneo in rete",
        pairs=0,
        preset="online_002",
        entry_size=1,
        mode="online",
        public_sign_up=True,
        review_sign_ups=False,
        rules=ONE_DEAL,
    )
    slug = event["slug"]
    first, second = hall.person(viewport=PHONE), hall.person(viewport=PHONE)
    for person in (first, second):
        person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sign_up(first.open(f"/e/{slug}/"), "Rosa", "Grosso")
    link = sign_up(second.open(f"/e/{slug}/"), "Pino", "Losa")
    stage("go_on", slug=slug, to="called")
    match = stage("open_match", slug=slug, number=1)

    # One goes on where the entry was made, the other one opens the link on another phone.
    pages = [first.open(f"/e/{slug}/"), hall.person(viewport=PHONE).open(link)]
    pages[0].locator("#at-the-hour").get_by_role("link", name="La mia pagina").click()
    pages[1].get_by_role("button", name=re.compile("apri la mia pagina")).click()
    for page in pages:
        settled(page).get_by_role("link", name="Vai al tavolo").click()
        expect(page.locator("body.is-live.is-ready")).to_be_visible()
    for page in pages:
        page.locator("[data-ready] .btn").click()
    for page in pages:
        expect(page.locator("[data-hand] button.card")).to_have_count(3)

    turn = give(stage, pages, match)
    assert give(stage, pages, match) != turn
    stage("play_online", match=match, plays=PLAYS_OF_A_DEAL - 4)
    for _play in range(2):
        give(stage, pages, match)
    for page in pages:
        expect(page.locator("body:is(.is-over, .is-ready)")).to_be_attached()
    # A deal that ends level is followed by others, and the last play is told before the result that follows from it.
    stage("play_online", match=match, deals=ALL_DEALS)
    eventually(pages[0], lambda: stage("look", slug=slug)["tables"][0]["status"], "done")
