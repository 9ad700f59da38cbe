"""The tables of a round in the director's hand: by keys, and without scripts on a phone."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Hall

ORGANISER = "ornella@example.org"


def groups(stage: Any, name: str) -> Any:
    """Eight in two groups, called and not played."""
    return stage("event", name=name, state="called", pairs=8, preset="online_002", format={"kind": "groups", "size": 4})


def test_two_are_taken_by_keys_and_swapped_box_by_box(hall: Hall, stage: Any) -> None:
    event = groups(stage, "Gironi con i tasti")
    one, other = event["tables"][0]["entries"][1], event["tables"][1]["entries"][0]
    page = hall.person(ORGANISER).open(f"/organizza/{event['slug']}/turni/1/tavoli/")
    page.locator(f"#place-{event['tables'][0]['entries'][0]}").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"#place-{one}")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(f"#place-{one}")).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    expect(page.locator("[aria-current=true].hand__place")).to_have_count(0)
    page.locator(f"#place-{one}").press("Space")
    expect(page.locator(f"#place-{one}")).to_have_attribute("aria-current", "true")
    page.locator(f"#place-{other}").press("Space")
    button, asks = page.locator("[data-swap]"), page.locator("#swap [name=ok]")
    expect(button).to_be_disabled()
    expect(page.locator("[data-missing]")).to_be_visible()
    for number in range(asks.count()):
        asks.nth(number).press("Space")
    expect(page.locator("[data-missing]")).to_be_hidden()
    page.locator("#swap [name=reason]").fill("Chiesto da tutte e due")
    button.press("Enter")
    expect(page.locator(".hand__table").first).to_contain_text(event["tables"][1]["names"][0])


def test_two_are_swapped_on_a_phone_without_scripts(hall: Hall, stage: Any) -> None:
    event = groups(stage, "Gironi senza script")
    one, other = event["tables"][0]["entries"][1], event["tables"][1]["entries"][0]
    page = hall.person(ORGANISER, viewport=PHONE, scripts=False).open(f"/organizza/{event['slug']}/turni/1/tavoli/")
    page.locator(f"#place-{one}").click()
    page.locator(f"#place-{other}").click()
    for box in page.locator("#swap [name=ok]").all():
        box.check()
    page.locator("#swap [name=reason]").fill("Chiesto da tutte e due")
    page.locator("[data-swap]").click()
    expect(page.locator(".hand__table").first).to_contain_text(event["tables"][1]["names"][0])
