"""A player's evening on a phone: the slip is printed, its QR opened, then on another phone; the first is told."""

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Hall, settled

ORGANISER = "ornella@example.org"


def test_a_pass_is_made_opened_and_taken_over(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Torneo dei Cartellini", state="called", pairs=4)
    slug, table = event["slug"], event["tables"][0]
    boss = hall.person(ORGANISER)
    desk = boss.open(f"/organizza/{slug}/pass/")
    desk.get_by_role("button", name=re.compile("per chi non ce l")).click()
    expect(desk.locator(".pass-slip")).to_have_count(4)
    slip = desk.locator(".pass-slip").filter(has_text=table["names"][0])
    number, pin = slip.locator("dd").all_inner_texts()

    first = hall.person(viewport=PHONE)
    page = first.open(f"/e/{slug}/entra/")
    page.get_by_label("Il tuo numero").fill(number)
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Apri la mia pagina").click()
    expect(page.locator(".own-now__table b")).to_have_text(str(table["hall"]))
    expect(page.get_by_text(table["names"][1])).to_be_visible()
    settled(page)

    # The same player on another phone, by the QR code of a new slip: the old one is worthless at once.
    made = stage("give_pass", slug=slug, entry=table["entries"][0])
    expect(page.get_by_role("heading", name="cartellino nuovo")).to_be_visible()
    link = f"/e/{slug}/pass/{made['secret']}/"
    page = first.open(link)
    expect(page.get_by_role("heading", name=re.compile(table["names"][0]))).to_be_visible()
    page.get_by_role("button", name="apri la mia pagina").click()
    expect(page.locator(".own-now__table b")).to_be_visible()
    settled(page)

    second = hall.person(viewport=PHONE)
    other = second.open(link)
    other.get_by_role("button", name="apri la mia pagina").click()
    expect(other.locator(".own-now__table b")).to_be_visible()

    expect(page.get_by_role("heading", name="Aperta su un altro telefono")).to_be_visible()
    expect(page.get_by_text(table["names"][1])).to_have_count(0)
    other.get_by_role("link", name=re.compile("Inserire|Segnare|punteggio", re.IGNORECASE)).first.click()
    expect(other.locator("form").first).to_be_visible()
    assert urlsplit(other.url).path == f"/e/{slug}/tavoli/{table['number']}/"
