"""“Where do I play?”: on a phone the answer comes while somebody types, and follows the pair by itself."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, PROJECTOR, SENSES, Hall, eventually, settled
from tests.e2e.letters import LARGE, SMALL, TWICE, unreadable
from tests.searching import short_of

LEAST_QR_PX = 180


def named(stage: Any, name: str) -> dict[str, Any]:
    """An event of four pairs whose names begin in the same way, and one with a name of its own."""
    event: dict[str, Any] = stage("event", name=name, state="open", pairs=0)
    pairs = [("Bertolotto", "Airola"), ("Bertot", "Boot"), ("Fiorito", "Bogiatto"), ("Leone", "Zucca")]
    event["pairs"] = stage(
        "name_entries", slug=event["slug"], people=[[[first, "Gino"], [second, "Rosa"]] for first, second in pairs]
    )
    stage("go_on", slug=event["slug"], to="called")
    return event


@pytest.mark.parametrize("where", short_of(["home", "event", "page"], "event"))
def test_the_answer_comes_while_somebody_types(hall: Hall, stage: Any, where: str) -> None:
    slug = named(stage, f"Coppa che si scrive {where}")["slug"]
    path = {"home": "/", "event": f"/e/{slug}/", "page": f"/e/{slug}/dove/"}[where]
    page = hall.person(viewport=PHONE).open(path)
    expect(page.locator(".find__button")).to_be_hidden()
    field = page.locator("#find-name")
    field.press_sequentially("ber")
    expect(page.locator(".find-hit").first).to_be_visible()
    expect(page.locator(".find-hit mark").first).to_have_text("Ber", use_inner_text=True)
    expect(page.locator("#find-name")).to_be_focused()
    field.fill("")
    field.press_sequentially("zucc")
    if where != "home":
        page.wait_for_url(f"**/e/{slug}/dove/*/")
        expect(page.locator(".where__table")).to_be_visible()


@pytest.mark.parametrize("letters", [TWICE, pytest.param(LARGE, marks=pytest.mark.full)], ids=["twice", "large"])
def test_a_long_name_fits_a_small_phone_in_large_letters(hall: Hall, stage: Any, letters: str) -> None:
    event: dict[str, Any] = stage("event", name="Coppa dei nomi lunghi", state="open", pairs=0)
    pairs = [("Alessandrini", "Bartolommei"), ("Vana", "Boot"), ("Teppa", "Zucca"), ("Grosso", "Leone")]
    people = [[[one, "Massimiliano"], [other, "Giambattista"]] for one, other in pairs]
    stage("name_entries", slug=event["slug"], people=people)
    stage("go_on", slug=event["slug"], to="called")
    page = hall.person(viewport=SMALL).open(f"/e/{event['slug']}/dove/")
    page.locator("#find-name").fill("alessandrini")
    page.wait_for_url(f"**/e/{event['slug']}/dove/*/")
    expect(page.locator(".where__table")).to_be_visible()
    assert unreadable(page, letters, SMALL) == []


def test_without_scripts_a_button_asks(hall: Hall, stage: Any) -> None:
    slug = named(stage, "Coppa senza script")["slug"]
    page = hall.person(viewport=PHONE, scripts=False).open(f"/e/{slug}/")
    page.locator("#find-name").fill("ber")
    page.locator(".find__button").click()
    expect(page.locator(".find-hit")).to_have_count(2)
    page.locator(".find-hit").first.click()
    expect(page.locator(".where__table")).to_be_visible()


def test_the_code_on_the_big_screen_is_read_from_the_last_row(hall: Hall, stage: Any) -> None:
    for name, pairs in (("Coppa grande", 32), ("Coppa piccola", 4)):
        slug = stage("event", name=name, state="called", pairs=pairs)["slug"]
        page = hall.person(viewport=PROJECTOR).open(f"/e/{slug}/schermo/")
        box = page.locator(".screen__qr > svg").bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_QR_PX
        expect(page.locator(".screen__where")).to_contain_text("Dove gioco?")
        expect(page.locator(".screen__where")).to_contain_text(f"/e/{slug}/dove")


def following(hall: Hall, stage: Any, name: str) -> tuple[str, Page]:
    """The page of the pair that waits for the final, with senses, and the event."""
    event = named(stage, name)
    slug = event["slug"]
    first = event_tables(stage, slug)[0]
    person = hall.person(viewport=PHONE)
    person.may_lose_network = True
    person.context.add_init_script(SENSES)
    with person.page.expect_response("**/live/"):
        page = person.open(f"/e/{slug}/dove/{first['entries'][0]}/")
    expect(page.locator(".where__table > b")).to_have_text(str(first["hall"]))
    expect(page.locator("dialog.call")).to_have_count(0)
    stage("play", slug=slug, number=first["number"])
    expect(page.locator(".where__say")).to_have_text("Ti chiamiamo qui")
    return slug, page


def event_tables(stage: Any, slug: str) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = stage("look", slug=slug)["tables"]
    return tables


def call_the_final(stage: Any, slug: str) -> None:
    stage("play", slug=slug, number=event_tables(stage, slug)[1]["number"])
    stage("call_round", slug=slug, number=2)


def test_the_page_follows_the_pair_and_calls_it_as_was_asked(hall: Hall, stage: Any) -> None:
    slug, page = following(hall, stage, "Coppa che chiama")
    assert page.evaluate("window.asked") == []
    page.locator("[data-call-me]").click()
    expect(page.locator("[data-call-on]")).to_be_visible()
    expect(page.locator("[data-call-me]")).to_be_hidden()
    page.wait_for_function("window.asked.includes('permission')")
    eventually(page, lambda: {"sound", "note", "buzz", "light"} <= set(page.evaluate("window.asked")), True)
    page.evaluate("window.asked.length = 0")
    call_the_final(stage, slug)
    sheet = page.locator("dialog.call")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Tocca a te")
    eventually(page, lambda: dict(sheet.bounding_box() or {}), {"x": 0, "y": 0, **PHONE})
    page.wait_for_function("window.asked.includes('note') && window.asked.includes('buzz')")
    sheet.get_by_role("button", name="Arrivo").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".where__table > b")).to_be_visible()
    page.reload()
    settled(page)
    expect(sheet).to_have_count(0)


def test_a_pair_that_asked_for_nothing_is_called_in_silence(hall: Hall, stage: Any) -> None:
    slug, page = following(hall, stage, "Coppa muta")
    call_the_final(stage, slug)
    expect(page.locator("dialog.call")).to_be_visible()
    assert page.evaluate("window.asked") == []


def test_without_network_the_last_answer_stays_with_its_time(hall: Hall, stage: Any) -> None:
    slug, page = following(hall, stage, "Coppa senza rete")
    page.context.set_offline(True)
    expect(page.locator("#contact")).to_contain_text("Collegamento perso")
    expect(page.locator(".where__say")).to_have_text("Ti chiamiamo qui")
    call_the_final(stage, slug)
    page.context.set_offline(False)
    expect(page.locator("dialog.call")).to_be_visible(timeout=60_000)
