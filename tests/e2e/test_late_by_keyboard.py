"""A line that does not come, without a mouse: missing, proposed by the clock, applied in one tap, cancelled."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.browsing import Hall
from tests.e2e.keyboard import Keyboard

REFEREE = "arturo@example.org"
LADDER = {"ladder": [{"after": 5, "kind": "vp", "value": 2}, {"after": 10, "kind": "no_show", "value": 0}]}


def test_a_late_line_from_the_first_word_to_the_last(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Torneo dei Ritardatari", state="called", pairs=4, discipline=LADDER)
    slug = event["slug"]
    name = event["tables"][0]["names"][1]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    page = hall.person(REFEREE).open(f"/e/{slug}/arbitro/")
    keys = Keyboard(page)

    keys.follow(f"form[action='/e/{slug}/tavoli/1/manca/'] button[value='1']")
    expect(page.locator(".desk-missing .seat__late")).to_have_count(1)
    expect(page.locator(".proposal")).to_have_count(0)

    # The deadline fires in the server by itself, and the desk hears of it.
    stage("let_minutes_pass", slug=slug, minutes=6)
    expect(page.locator(".proposal")).to_contain_text(name)
    expect(page.locator("#to-decide")).to_contain_text("1")
    assert stage("standing", slug=slug)[name] == 0

    keys.follow(".proposal form[action$='/applica/'] button")
    expect(page.locator(".proposal")).to_have_count(0)
    assert stage("standing", slug=slug)[name] == -2

    keys.follow(f"main a[href='/e/{slug}/arbitro/penalita/']")
    keys.open("#register a[href$='/annulla/']")
    expect(page.locator("dialog")).to_be_visible()
    keys.write("dialog [name=reason]", "Erano al bar con il consenso dell'arbitro")
    keys.follow("dialog .btn--danger")
    expect(page.locator("#register")).to_contain_text("consenso dell'arbitro")
    assert stage("standing", slug=slug)[name] == 0


def test_a_proposal_is_left_with_a_reason_without_scripts(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Torneo senza Script", state="called", pairs=4, discipline="steps")
    slug = event["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    stage("miss", slug=slug, number=2, line=0)
    page = hall.person(REFEREE, scripts=False).open(f"/e/{slug}/arbitro/")

    page.locator(".proposal summary").click()
    page.locator(".proposal [name=reason]").fill("Cercavano parcheggio")
    page.locator(".proposal details button").click()

    expect(page.locator(".proposal")).to_have_count(0)
    page.goto(f"{hall.url}/e/{slug}/arbitro/penalita/")
    expect(page.locator("#register")).to_contain_text("Cercavano parcheggio")
