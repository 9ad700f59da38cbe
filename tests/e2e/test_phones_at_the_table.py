"""Two lines with their phones at one table, and a hall whose network comes and goes."""

import re
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.browsing import PHONE, Hall, Person, settled
from tests.e2e.tables import fill_deal, says

SHEET = "form[data-preview-url]"
STATE = "#table-state"


@pytest.fixture
def evening(stage: Any) -> dict[str, Any]:
    """Four pairs, both tables called."""
    made: dict[str, Any] = stage("event", name="Serata coi telefoni", state="called", pairs=4)
    return made


def codes_on_paper(hall: Hall, slug: str) -> list[str]:
    """The codes as they stand on the printed slips, line after line."""
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/stampa/")
    return [code.strip() for code in page.locator(".double-slip__code").all_inner_texts()]


def phone_with_code(hall: Hall, code: str) -> Person:
    """A phone at the table that the code opens, where somebody types it."""
    person = hall.person(viewport=PHONE)
    page = person.open("/codice/")
    page.locator("[name=code]").fill(code.lower())
    page.locator(".form .btn").tap()
    sit_down(page)
    return person


def phone_at(hall: Hall, evening: dict[str, Any], table: int = 0, line: int = 0) -> Person:
    """A phone at a table, from the address on the slip of a line."""
    person = hall.person(viewport=PHONE)
    sit_down(person.open(f"/e/{evening['slug']}/codice/{evening['tables'][table]['codes'][line]}/"))
    return person


def sit_down(page: Page) -> None:
    """From the page of a code to its table."""
    page.locator(".form .btn--big").tap()
    expect(page.locator(STATE)).to_be_attached()
    settled(page)


def send_total(page: Page, a: int, b: int) -> None:
    page.locator("#sheet-tools a[href$='/totale/']").tap()
    page.locator("[name=points_a]").fill(str(a))
    page.locator("[name=points_b]").fill(str(b))
    page.locator(".sheet-foot .btn").tap()
    page.wait_for_url(re.compile(r"/tavoli/\d+/$"))


def keys_sent(page: Page) -> list[str]:
    """The key of each score that the phone sends from now on, as often as it sends it."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/tavoli/1/"):
            found.extend(parse_qs(request.post_data or "")["key"])

    page.on("request", note)
    return found


def test_one_line_enters_by_its_code_and_the_other_confirms(hall: Hall, stage: Any, evening: Any) -> None:
    slug = evening["slug"]
    paper = codes_on_paper(hall, slug)
    assert paper[:2] == evening["tables"][0]["codes"]
    first, second = phone_with_code(hall, paper[0]).page, phone_with_code(hall, paper[1]).page

    send_total(first, 21, 9)
    expect(second.locator(f"{STATE} form[action$='/conferma/']")).to_be_visible()
    second.locator(f"{STATE} form[action$='/conferma/'] button").tap()

    expect(second.locator(f"{STATE} .panel--prize")).to_be_visible()
    expect(first.locator(f"{STATE} .panel--prize")).to_be_visible()
    assert stage("look", slug=slug)["tables"][0]["status"] == "done"
    assert [one["status"] for one in stage("versions", slug=slug, number=1)] == ["superseded", "confirmed"]


@pytest.mark.full
def test_a_line_that_enters_cannot_confirm_for_the_other(hall: Hall, evening: Any) -> None:
    first = phone_at(hall, evening).page
    send_total(first, 21, 9)
    expect(first.locator(f"{STATE} .panel--now")).to_be_visible()
    assert first.locator("form[action$='/conferma/']").count() == 0


@pytest.mark.full
def test_lines_that_disagree_bring_the_referee(hall: Hall, stage: Any, evening: Any) -> None:
    slug = evening["slug"]
    stage("grant", slug=slug, email="arturo@example.org", role="referee")
    desk = hall.person("arturo@example.org", viewport=PHONE).open(f"/e/{slug}/arbitro/")
    first, second = (phone_at(hall, evening, table=1, line=line).page for line in (0, 1))

    send_total(first, 21, 9)
    expect(second.locator(f"{STATE} form[action$='/contesta/']")).to_be_visible()
    second.locator(f"{STATE} form[action$='/contesta/'] button").tap()

    expect(second.locator(f"{STATE} .panel--alarm")).to_be_visible()
    expect(desk.locator(".desk-group--called .desk-table__link")).to_have_attribute("href", re.compile("/tavoli/2/$"))
    desk.locator(".desk-group--called .desk-table__link").tap()
    desk.locator(f"{STATE} form[action$='/conferma/'] button").tap()
    expect(first.locator(f"{STATE} .panel--prize")).to_be_visible()


@pytest.mark.full
def test_lines_that_write_different_results_bring_the_referee(hall: Hall, evening: Any) -> None:
    first, second = (phone_at(hall, evening, line=line).page for line in (0, 1))
    second.locator("#sheet-tools a[href$='/totale/']").tap()
    second.locator("[name=points_a]").fill("9")
    second.locator("[name=points_b]").fill("21")

    send_total(first, 21, 9)
    second.locator(".sheet-foot .btn").tap()

    expect(second.locator("main")).to_contain_text("21")
    expect(second.locator(".panel--alarm").first).to_be_visible()


def test_a_score_typed_without_network_is_sent_when_it_is_back(hall: Hall, stage: Any, evening: Any) -> None:
    person = phone_at(hall, evening)
    page = person.page
    fill_deal(page, (5, 2))
    says(page, "kept")

    person.lose_network()
    page.locator(f"{SHEET} .sheet-foot .btn").tap()
    says(page, "waiting")
    page.wait_for_function("Object.keys(localStorage).filter((name) => name.includes('letter')).length === 1")
    assert stage("versions", slug=evening["slug"], number=1) == []

    person.find_network()
    expect(page.locator("#sheet-record .deal")).to_have_count(1)
    page.wait_for_function("Object.keys(localStorage).every((name) => !name.startsWith('settebello.letter'))")
    assert stage("versions", slug=evening["slug"], number=1) == [{"status": "running", "points": [5, 2]}]


def test_a_score_whose_answer_is_lost_is_written_once(hall: Hall, stage: Any, evening: Any) -> None:
    """The server has it, the phone never hears so, and sends it again with the same key."""
    person = phone_at(hall, evening)
    person.may_lose_network = True
    lost: list[int] = []

    def lose_the_first_answer(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    person.page.route("**/tavoli/1/", lose_the_first_answer)
    keys = keys_sent(person.page)
    fill_deal(person.page, (6, 1))
    person.page.locator(f"{SHEET} .sheet-foot .btn").tap()

    expect(person.page.locator("#sheet-record .deal")).to_have_count(1)
    assert lost in ([302], [303])
    assert len(keys) == 2
    assert len(set(keys)) == 1
    # The server knows it for the same: nothing is told of somebody who was first.
    expect(person.page.locator("#errors, main .panel--alarm")).to_have_count(0)
    assert stage("versions", slug=evening["slug"], number=1) == [{"status": "running", "points": [6, 1]}]


def test_a_draft_survives_the_closing_of_the_page(hall: Hall, evening: Any) -> None:
    person = phone_at(hall, evening)
    where = person.path
    fill_deal(person.page, (4, 3))
    says(person.page, "kept")

    person.open("/")
    page = person.open(where)

    expect(page.locator("[name=points_a]")).to_have_value("4")
    expect(page.locator("[name=points_b]")).to_have_value("3")


def test_a_score_that_waits_is_sent_from_any_other_page(hall: Hall, stage: Any, evening: Any) -> None:
    person = phone_at(hall, evening)
    person.may_lose_network = True
    page = person.page
    keys = keys_sent(page)
    fill_deal(page, (3, 2))
    page.route("**/tavoli/1/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator(f"{SHEET} .sheet-foot .btn").tap()
    says(page, "waiting")

    person.open("/")
    settled(page)
    expect(page.locator("#outbox-status")).to_be_visible()
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")

    expect(page.locator("#outbox-status")).to_be_hidden()
    assert stage("versions", slug=evening["slug"], number=1) == [{"status": "running", "points": [3, 2]}]
    assert len(keys) > 1
    assert len(set(keys)) == 1


def test_a_score_that_is_not_accepted_stays_until_a_person_has_looked(hall: Hall, evening: Any) -> None:
    """The session of the phone is gone: the score is not, and the phone says so on every page."""
    person = phone_at(hall, evening)
    page = person.page
    fill_deal(page, (3, 2))
    person.context.clear_cookies(name="sessionid")
    page.locator(f"{SHEET} .sheet-foot .btn").tap()
    says(page, "refused")

    person.open("/")
    settled(page)
    status = page.locator("#outbox-status")
    expect(status.locator("[data-outbox-when=refused]").first).to_be_visible()
    status.locator("[data-outbox-forget]").tap()
    expect(status).to_be_hidden()
    person.open("/regole/")
    expect(page.locator("#outbox-status")).to_be_hidden()
