"""A passkey in a real browser: added, named, used instead of the password, shown again, taken away."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, Hall, Person, settled

PASSWORD = "tre scope e un re"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def owner(hall: Hall, stage: Any) -> Iterator[tuple[Person, str]]:
    """Somebody at the site by its name (keys are never made for numbers), with a phone that holds keys."""
    email = "chiara@example.org"
    stage("sign_in_account", email=email, password=PASSWORD)
    hall.url, by_number = hall.url.replace("127.0.0.1", "localhost"), hall.url
    person = hall.person(viewport=PHONE)
    devices = person.context.new_cdp_session(person.page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    yield person, email
    hall.url = by_number


def log_in(person: Person, email: str) -> Page:
    page = person.open("/entra/")
    page.fill("[name=login]", email)
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Entra", exact=True).click()
    page.wait_for_url("**/miei/")
    return page


def show_password(page: Page) -> None:
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Avanti").click()


def test_a_passkey_is_added_opens_the_account_and_is_taken_away(owner: tuple[Person, str]) -> None:
    person, email = owner
    page = log_in(person, email)
    page.goto(f"{person.url}/miei/accesso/")
    page.get_by_role("link", name="Aggiungi una passkey").click()
    show_password(page)
    settled(page)
    page.fill("[name=name]", "il mio telefono")
    page.get_by_role("button", name="Aggiungi la passkey").click()
    expect(page.locator("#passkeys")).to_contain_text("il mio telefono")

    page.get_by_role("link", name="Rinomina").click()
    page.fill("[name=name]", "il telefono nuovo")
    page.get_by_role("button", name="Salva il nome").click()
    expect(page.locator("#passkeys")).to_contain_text("il telefono nuovo")

    person.context.clear_cookies()
    page.goto(f"{person.url}/entra/?next=/miei/accesso/")
    settled(page)
    page.get_by_role("button", name="Entra con una passkey").click()
    page.wait_for_url("**/miei/accesso/")
    expect(page.locator("#passkeys")).to_contain_text("usata l'ultima volta")

    page.get_by_role("link", name="Togli").click()
    page.get_by_role("link", name="Con una passkey").click()
    settled(page)
    page.get_by_role("button", name="Mostra la passkey").click()
    page.get_by_role("button", name="Sì, togli").click()
    expect(page.locator("#passkeys")).to_have_count(0)


@pytest.mark.full
def test_a_key_that_the_account_no_longer_has_opens_nothing(owner: tuple[Person, str], stage: Any) -> None:
    person, email = owner
    page = log_in(person, email)
    page.goto(f"{person.url}/miei/accesso/chiavi/nuova/")
    show_password(page)
    settled(page)
    page.fill("[name=name]", "perso")
    page.get_by_role("button", name="Aggiungi la passkey").click()
    page.get_by_role("link", name="Togli").click()
    page.get_by_role("button", name="Sì, togli").click()
    person.context.clear_cookies()

    page.goto(f"{person.url}/entra/")
    settled(page)
    page.get_by_role("button", name="Entra con una passkey").click()

    expect(page.get_by_text("La passkey non è stata accettata")).to_be_visible()
    assert page.url.endswith("/entra/")


def test_a_site_that_browsers_give_no_keys_to_says_so(hall: Hall, stage: Any) -> None:
    stage("sign_in_account", email="numero@example.org", password=PASSWORD)
    person = hall.person("numero@example.org")
    page = person.open("/miei/accesso/")
    expect(page.locator("#no-passkeys")).to_contain_text("https")
    page = hall.person().open("/entra/")
    expect(page.get_by_role("button", name="Entra con una passkey")).to_have_count(0)
