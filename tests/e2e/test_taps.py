"""No tap is lost while a part of the page is brought anew, and the page never shows what was before the tap."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.e2e.browsing import PHONE, Hall, eventually, settled
from tests.e2e.letters import HAS_SETTLED

PRESSED = "#entries .tick[aria-pressed=true]"
IS_OLD = "(one) => { one.old = true; }"
IS_NEW = "(selector) => { const one = document.querySelector(selector); return one !== null && !one.old; }"
# Longer than anybody waits for an answer.
A_LONG_WHILE_MS = 30_000
NOTE_WHAT_IS_SHOWN = """
(selector) => {
  window.shown = [];
  const note = () => window.shown.push(document.querySelector(selector)?.getAttribute("aria-pressed"));
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}
"""


def desk_of(hall: Hall, stage: Any, name: str) -> tuple[str, Page, str]:
    """The desk of an event with three pairs, listening, and the selector of the tick of one of them."""
    slug = stage("event", name=name, pairs=3)["slug"]
    person = hall.person("ornella@example.org")
    with person.page.expect_response("**/live/"):
        page = person.open(f"/organizza/{slug}/iscritti/")
    action = page.locator("#entries form:has(.tick)").nth(1).get_attribute("action")
    return slug, page, f'form[action="{action}"] .tick'


def enter_elsewhere(stage: Any, slug: str) -> None:
    """Somebody enters a pair at another desk."""
    stage("name_entries", slug=slug, people=[[["Viù", "Niccolò"], ["Balma", "Pina"]]])


def beside(hall: Hall, page: Page) -> Page:
    """Somebody else with the same page, who does not write in it."""
    found = hall.person("ornella@example.org").open(page.url.removeprefix(hall.url))
    found.evaluate("document.activeElement.blur()")
    return found


def test_the_focus_is_on_the_same_tick_after_the_page_has_brought_what_is_new(hall: Hall, stage: Any) -> None:
    slug, page, tick = desk_of(hall, stage, "Spunta e segue")
    page.locator(tick).focus()
    page.locator("main").evaluate(IS_OLD)
    enter_elsewhere(stage, slug)
    page.wait_for_function(IS_NEW, arg="main")
    page.keyboard.press("Enter")
    expect(page.locator(PRESSED)).to_have_count(1)
    expect(page.locator(tick)).to_have_attribute("aria-pressed", "true")


def test_a_finger_that_is_down_keeps_what_is_under_it(hall: Hall, stage: Any) -> None:
    slug, page, tick = desk_of(hall, stage, "Dito sulla spunta")
    other = beside(hall, page)
    page.locator(tick).hover()
    page.mouse.down()
    enter_elsewhere(stage, slug)
    # Everybody else has it by now; this page has it under way.
    expect(other.locator("#entries tbody tr")).to_have_count(4)
    expect(page.locator("html[data-working]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(PRESSED)).to_have_count(1)
    expect(page.locator("#entries tbody tr")).to_have_count(4)


def test_a_tap_that_is_on_its_way_is_not_overtaken_by_an_older_page(hall: Hall, stage: Any) -> None:
    slug, page, tick = desk_of(hall, stage, "Spunta in cammino")
    page.evaluate(NOTE_WHAT_IS_SHOWN, tick)

    other = beside(hall, page)

    def answered_late(route: Route) -> None:
        answer = route.fetch()
        # Everybody else has it by now.
        expect(other.locator("#entries tbody tr")).to_have_count(4)
        expect(other.locator(PRESSED)).to_have_count(1)
        route.fulfill(response=answer)

    page.route("**/spunta/", answered_late)
    with page.expect_request("**/spunta/"):
        page.locator(tick).click(no_wait_after=True)
    enter_elsewhere(stage, slug)
    expect(page.locator("#entries tbody tr")).to_have_count(4)
    expect(page.locator(PRESSED)).to_have_count(1)
    settled(page)
    shown = page.evaluate("window.shown")
    assert shown[shown.index("true") :].count("false") == 0


def test_the_other_line_is_touched_while_the_answer_to_the_first_arrives(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Due mani", state="called", pairs=2, preset="online_002")["slug"]
    stage("line_clocks_run", slug=slug, number=1, line=1)
    page = hall.person("ornella@example.org", viewport=PHONE).open(f"/e/{slug}/tavoli/1/orologi/")
    first, second = page.locator("#line-clock-A"), page.locator("#line-clock-B")
    expect(second).to_have_attribute("aria-pressed", "true")
    page.locator("#line-clocks").evaluate(IS_OLD)
    held: list[Route] = []
    page.route("**/*", lambda route: held.append(route) if route.request.method == "POST" else route.fallback())
    first.evaluate("(one) => one.click()")
    eventually(page, lambda: len(held), 1)
    second.hover()
    page.mouse.down()
    with page.expect_event("requestfinished", lambda request: request.method == "POST"):
        held[0].continue_()
    page.evaluate(HAS_SETTLED)
    page.unroute_all()
    page.mouse.up()
    page.wait_for_function(IS_NEW, arg="#line-clocks")
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(first).to_have_attribute("aria-pressed", "false")


def test_a_dialogue_gives_the_focus_back_to_its_link_in_the_new_page(hall: Hall, stage: Any) -> None:
    made = stage("event", name="Domanda e novità", state="drawn", pairs=4)
    person = hall.person("ornella@example.org")
    with person.page.expect_response("**/live/"):
        page = person.open(f"/organizza/{made['slug']}/")
    page.locator("#danger summary").click()
    page.locator("#danger a[data-behaviour=confirm]").click()
    expect(page.locator("dialog #confirm-title")).to_be_focused()
    page.locator("main").evaluate(IS_OLD)
    stage("withdraw", slug=made["slug"], entry=made["entries"][0])
    page.wait_for_function(IS_NEW, arg="main")
    page.keyboard.press("Escape")
    expect(page.locator("#danger a[data-behaviour=confirm]")).to_be_focused()


def test_a_tap_without_network_is_told_by_the_browser(hall: Hall, stage: Any) -> None:
    _slug, page, tick = desk_of(hall, stage, "Spunta senza rete")
    hall.everybody[-1].may_lose_network = True
    page.route("**/spunta/", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.is_navigation_request()):
        page.locator(tick).click(no_wait_after=True)


def test_a_tap_that_is_never_answered_is_sent_by_the_browser(hall: Hall, stage: Any) -> None:
    _slug, page, tick = desk_of(hall, stage, "Spunta senza risposta")
    hall.everybody[-1].may_lose_network = True
    hall.everybody[-1].context.clock.install()
    sent: list[Route] = []
    page.route("**/spunta/", lambda route: route.continue_() if sent else sent.append(route))
    page.locator(tick).click(no_wait_after=True)
    expect(page.locator("form[aria-busy=true]")).to_have_count(1)
    page.evaluate("window.isOld = true")
    page.clock.fast_forward(A_LONG_WHILE_MS)
    expect(page.locator(PRESSED)).to_have_count(1)
    # The browser has left the page in which the tap was, and not only drawn a part of it.
    page.wait_for_function("!window.isOld")
    assert len(sent) == 1


def test_a_tap_after_the_log_in_has_ended_leads_to_the_log_in(hall: Hall, stage: Any) -> None:
    _slug, page, tick = desk_of(hall, stage, "Spunta da fuori")
    page.context.clear_cookies(name="sessionid")
    page.locator(tick).click()
    page.wait_for_url("**/entra/**")
