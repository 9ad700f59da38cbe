"""The desk at the door by the keys: one field and one key for a pair that is here and has paid."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browsing import DESKTOP, PHONE, Hall, eventually

ORGANISER = "ornella@example.org"
# The key that counts; the letters of the names have to be typed on paper too.
ENTER = 1


def opened(hall: Hall, slug: str, viewport: dict[str, int] = DESKTOP) -> Page:
    page = hall.person(ORGANISER, viewport=viewport).open(f"/organizza/{slug}/banco/")
    expect(page.locator("#arrivals-who")).to_be_focused()
    return page


def names(page: Page) -> list[str]:
    return page.locator(".arrival:visible .arrival__who a").all_inner_texts()


def test_a_pair_is_added_here_and_paid_in_one_field_with_one_key(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Alla porta", pairs=4, fee_cents=2000)["slug"]
    page = opened(hall, slug)

    # Two pairs in a row: nobody waits for the answer to the first.
    for pair in ("bertino aldo, re anita", "zola gina - quaglia ugo"):
        page.keyboard.type(pair)
        for _ in range(ENTER):
            page.keyboard.press("Enter")

    for label in ("Bertino Aldo – Re Anita", "Zola Gina – Quaglia Ugo"):
        row = page.locator(".arrival", has_text=label)
        expect(row.locator("summary")).to_have_text("✓ Qui, pagato 20 €")
    expect(page.locator("#arrivals-undo")).to_contain_text("Zola – Quaglia: qui, pagato 20 €")
    expect(page.locator("#arrivals-totals")).to_contain_text("In cassa 40 €")
    expect(page.locator("#arrivals-who")).to_be_focused()
    expect(page.locator("#arrivals-who")).to_have_value("")


def test_the_field_filters_and_a_wrong_key_is_taken_back(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Chi è arrivato", pairs=4, fee_cents=2000)["slug"]
    page = opened(hall, slug)
    everybody = names(page)
    wanted = everybody[2]

    page.keyboard.type(wanted.replace(" – ", " "))
    eventually(page, lambda: names(page), [wanted])
    page.keyboard.press("Shift+Enter")
    row = page.locator(".arrival", has_text=wanted)
    expect(row.locator("summary")).to_have_text("✓ Qui")
    expect(row.get_by_role("button", name="Paga 20 €")).to_be_visible()
    eventually(page, lambda: names(page), everybody)

    page.locator("#arrivals-undo button").click()
    expect(row.get_by_role("button", name="Qui e pagato")).to_be_visible()
    expect(page.locator("#arrivals-undo")).to_contain_text("Annullato")


def test_a_refusal_brings_back_what_was_typed_with_what_can_be_done(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Quasi uguale", pairs=2, fee_cents=2000)["slug"]
    page = opened(hall, slug)
    page.keyboard.type("bertino aldo, re anita")
    page.keyboard.press("Enter")
    expect(page.locator(".arrival", has_text="Bertino Aldo")).to_be_visible()

    page.keyboard.type("bertimo aldo")
    expect(page.locator("#arrivals-add")).to_contain_text("C'è già")
    page.keyboard.press("Enter")
    expect(page.locator("#arrivals-add [role=alert]")).to_contain_text("Bertino – Re")
    expect(page.locator("#arrivals-who")).to_have_value("bertimo aldo")
    # The next name takes its place, as it would on paper.
    page.wait_for_function("getSelection().toString() === 'bertimo aldo'")
    page.locator("#arrivals-add").get_by_role("button", name="Qui e pagato").click()
    expect(page.locator(".arrival", has_text="Bertimo Aldo")).to_be_visible()
    expect(page.locator("#arrivals-who")).to_have_value("")


@pytest.mark.parametrize("is_sent", [True, False])
def test_a_refused_name_comes_back_though_somebody_has_typed_on(hall: Hall, stage: Any, is_sent: bool) -> None:
    slug = stage("event", name="Due Rossi", pairs=0, fee_cents=2000)["slug"]
    page = opened(hall, slug)
    for pair in ("rossi aldo, re anita", "rossi ugo, perino ida", "vana gino, zola rosa"):
        page.keyboard.type(pair)
        page.keyboard.press("Shift+Enter")
    expect(page.locator(".arrival")).to_have_count(3)

    held: list[Route] = []
    page.route("**/banco/", lambda route: held.append(route), times=1)
    page.keyboard.type("rossi")
    with page.expect_request("**/banco/"):
        page.keyboard.press("Enter")
    page.keyboard.type("va")
    expect(page.locator("#arrivals-ask")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    expect(page.locator("#arrivals-add [role=alert]")).to_contain_text("2 iscrizioni")
    if is_sent:
        page.keyboard.type("na")
        page.keyboard.press("Enter")
        expect(page.locator(".arrival", has_text="Vana Gino").locator("summary")).to_have_text("✓ Qui, pagato 20 €")
    else:
        page.keyboard.press("Escape")
    expect(page.locator("#arrivals-who")).to_have_value("rossi")
    eventually(page, lambda: len(names(page)), 2)


def test_two_desks_see_each_others_taps(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Due banchi", pairs=3, fee_cents=2000)["slug"]
    one, two = opened(hall, slug), opened(hall, slug, PHONE)
    wanted = names(one)[0]

    two.keyboard.type("sto scrivendo")
    one.locator(".arrival").first.get_by_role("button", name="Qui e pagato").click()

    row = two.locator(".arrival", has_text=wanted)
    expect(row.locator("summary", has_text="Qui, pagato")).to_have_count(1)
    expect(two.locator("#arrivals-totals")).to_contain_text("In cassa 20 €")
    expect(two.locator("#arrivals-who")).to_have_value("sto scrivendo")


def test_two_taps_name_a_pair_and_a_third_replaces_the_first(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Senza compagno", pairs=0, fee_cents=2000)["slug"]
    page = opened(hall, slug, PHONE)
    for name in ("massa renato", "nicolò anna", "zùccaro gino"):
        page.keyboard.type(name)
        page.keyboard.press("Shift+Enter")
    expect(page.locator(".arrivals-single")).to_have_count(3)

    button = page.get_by_role("button", name="Forma la coppia")
    for name in ("Nicolò", "Massa", "Zùccaro"):
        page.locator(".arrivals-single", has_text=name).click()
    expect(button).to_contain_text("Massa Renato – Zùccaro Gino")
    button.click()
    expect(page.locator(".arrival", has_text="Massa Renato – Zùccaro Gino")).to_be_visible()
    expect(page.locator(".arrivals-single")).to_have_count(1)


def test_all_who_are_shown_are_those_that_the_field_leaves(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Tutti insieme", pairs=6)["slug"]
    page = opened(hall, slug)
    everybody = names(page)
    button = page.get_by_role("button", name="Sono qui tutti quelli in elenco")
    expect(button).to_contain_text("6")
    letter = next(one for one in "abcdefgilmnoprstuvz" if 1 < sum(shows(each, one) for each in everybody) < 6)
    wanted = [each for each in everybody if shows(each, letter)]
    page.keyboard.type(letter)
    expect(button).to_contain_text(str(len(wanted)))
    button.click()
    expect(page.locator("#arrivals-totals")).to_contain_text(f"{len(wanted)} qui su 6")
    page.locator("#arrivals-undo button").click()
    expect(page.locator("#arrivals-totals")).to_contain_text("0 qui su 6")


def shows(names_of_a_row: str, letter: str) -> bool:
    """Whether one of the words of a row begins so."""
    return any(word.lower().startswith(letter) for word in names_of_a_row.split())
