"""Public pages that are open somewhere change by themselves when a result is entered somewhere else."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.atlas import DEAL
from tests.e2e.browsing import PHONE, PROJECTOR, Hall, Person, settled
from tests.searching import short_of

PAGES = {
    "bracket": ("/e/{slug}/tabellone/", "#bracket .match--done"),
    "tables": ("/e/{slug}/turni/", "#tables .match--done"),
    "screen": ("/e/{slug}/schermo/", ".screen-table--done"),
}


def ready_to_send(page: Page, slug: str, number: int) -> None:
    page.goto(f"{page.url.partition('/e/')[0]}/e/{slug}/tavoli/{number}/totale/")
    page.locator("[name=points_a]").fill("21")
    page.locator("[name=points_b]").fill("8")


@pytest.mark.parametrize("name", short_of(PAGES, "screen"))
def test_an_open_page_shows_a_result_by_itself(hall: Hall, stage: Any, name: str) -> None:
    """How soon, ``script/bench live`` measures."""
    slug = stage("event", name="Serata dal vivo", state="called", pairs=8)["slug"]
    path, done = PAGES[name]
    reader = hall.person(viewport=PROJECTOR)
    with reader.page.expect_request("**/live/"):
        watching = reader.open(path.format(slug=slug))
    expect(watching.locator(done)).to_have_count(0)
    writing = hall.person("ornella@example.org").open(f"/e/{slug}/arbitro/")
    for number in (1, 2):
        ready_to_send(writing, slug, number)
        writing.locator(".sheet-foot .btn").click()
        expect(watching.locator(done)).to_have_count(number)
        writing.wait_for_url(f"**/tavoli/{number}/")


def test_a_reader_keeps_their_place_when_the_page_changes(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata di chi legge", state="called", pairs=8)["slug"]
    page = hall.person().open(f"/e/{slug}/tabellone/")
    link = page.locator("#bracket a").last
    href = link.get_attribute("href")
    link.focus()
    stage("play", slug=slug, number=1)

    expect(page.locator("#bracket .match--done").first).to_be_attached()
    expect(page.locator(f"#bracket a[href='{href}']:focus")).to_have_count(1)


OFFICIALS = {
    "dashboard": "/organizza/{slug}/",
    "rounds": "/organizza/{slug}/turni/",
    "desk": "/e/{slug}/arbitro/",
}


def listening(person: Person, path: str) -> Page:
    """The page, once its stream is open."""
    with person.page.expect_response("**/live/"):
        return person.open(path)


@pytest.mark.parametrize("name", OFFICIALS)
def test_a_page_of_an_official_follows_what_another_one_enters(hall: Hall, stage: Any, name: str) -> None:
    slug = stage("event", name=f"Serata al tavolo {name}", state="called", pairs=4)["slug"]
    page = listening(hall.person("ornella@example.org"), OFFICIALS[name].format(slug=slug))
    before = page.locator("main").inner_text()
    stage("play", slug=slug, number=1)
    expect(page.locator("main")).not_to_have_text(before, use_inner_text=True)
    expect(page).to_have_url(re.compile(re.escape(OFFICIALS[name].format(slug=slug)) + "$"))


def test_a_sheet_follows_its_own_table_and_leaves_the_others_alone(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata di due tavoli", state="called", pairs=4)["slug"]
    page = listening(hall.person("ornella@example.org", viewport=PHONE), f"/e/{slug}/tavoli/1/")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/tavoli/" in request.url else None)
    with page.expect_response("**/segni/**") as marks:
        stage("play", slug=slug, number=2)
    assert marks.value.request.headers.get("cookie") is None
    settled(page)
    assert fetched == []
    stage("play", slug=slug, number=1)
    expect(page.locator("#table-state .panel--prize")).to_be_visible()
    settled(page)
    assert len(fetched) == 1


def test_what_somebody_is_typing_stays_and_they_are_told(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata di chi scrive", state="called", pairs=4)["slug"]
    page = listening(hall.person("ornella@example.org", viewport=PHONE), f"/e/{slug}/tavoli/1/totale/")
    page.locator("[name=points_a]").fill("17")
    notice = page.locator("[data-live-notice]")
    expect(notice).to_be_hidden()
    stage("write_deals", slug=slug, number=1, deals=[DEAL])
    expect(notice).to_be_visible()
    expect(page.locator("[name=points_a]")).to_have_value("17")
    expect(page.locator("[name=points_a]")).to_be_focused()
    page.locator("[name=points_a]").fill("")
    page.locator("[data-live-notice] button").click()
    expect(notice).to_be_hidden()


def test_who_writes_without_a_network_is_told_of_no_news_that_nobody_has(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata che scrive da sola", state="called", pairs=4)["slug"]
    person = hall.person("ornella@example.org", viewport=PHONE)
    person.may_lose_network = True
    person.page.route("**/live/", lambda route: route.abort())
    page = person.open(f"/e/{slug}/tavoli/1/totale/")
    with page.expect_response(lambda answer: answer.url == page.url and answer.request.resource_type == "fetch"):
        page.locator("[name=points_a]").fill("17")
    notice = page.locator("[data-live-notice]")
    person.lose_network()
    expect(page.locator("#contact")).to_be_visible()
    expect(notice).to_be_hidden()
    person.find_network()
    expect(page.locator("#contact")).to_be_hidden()
    expect(notice).to_be_hidden()
    stage("write_deals", slug=slug, number=1, deals=[DEAL])
    expect(notice).to_be_visible()
    expect(page.locator("[name=points_a]")).to_have_value("17")


# Somebody types in the very moment in which what is new arrives.
TYPE_MEANWHILE = """
() => {
  const fetched = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await fetched(...asked);
    if (asked[0] === window.location.href) document.querySelector("[name=points_a]").value = "17";
    return answer;
  };
}
"""


def test_what_somebody_begins_to_type_while_it_is_fetched_stays(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata di chi comincia", state="called", pairs=4)["slug"]
    page = listening(hall.person("ornella@example.org", viewport=PHONE), f"/e/{slug}/tavoli/1/totale/")
    page.evaluate(TYPE_MEANWHILE)
    stage("write_deals", slug=slug, number=1, deals=[DEAL])
    expect(page.locator("[data-live-notice]")).to_be_visible()
    expect(page.locator("[name=points_a]")).to_have_value("17")


def test_without_the_stream_the_page_asks_and_goes_back_to_the_stream(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata senza filo", state="called", pairs=4)["slug"]
    person = hall.person()
    person.may_lose_network = True
    person.page.route("**/live/", lambda route: route.abort())
    page = person.open(f"/e/{slug}/turni/")
    with page.expect_response(re.compile(r"/turni/\?v=0&l=it$")) as asked:
        stage("play", slug=slug, number=1)
    assert asked.value.status in (200, 304)
    expect(page.locator("#tables .match--done")).to_have_count(1)
    with page.expect_response("**/live/"):
        page.unroute("**/live/")
    with page.expect_response(re.compile(r"/turni/\?v=[1-9]\d*&l=it$")):
        stage("play", slug=slug, number=2)
    expect(page.locator("#tables .match--done")).to_have_count(2)


def test_a_page_in_the_background_rests_and_is_new_when_somebody_looks(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata di sfondo", state="called", pairs=4)["slug"]
    page = listening(hall.person(), f"/e/{slug}/turni/")
    beside = listening(hall.person(), f"/e/{slug}/turni/")
    hide = """(hidden) => { Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange")); }"""
    page.evaluate(hide, True)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    stage("play", slug=slug, number=1)
    # Another reader has brought it by now, and so would this page.
    expect(beside.locator("#tables .match--done")).to_have_count(1)
    settled(page)
    assert fetched == []
    page.evaluate(hide, False)
    expect(page.locator("#tables .match--done")).to_have_count(1)


def answer_late(watching: Page) -> Callable[[Route], None]:
    """The answer to what was sent comes after the stream has told of it: another desk says so already."""

    def answer(route: Route) -> None:
        fetched = route.fetch()
        expect(watching.locator("[data-live-notice]")).to_be_visible()
        route.fulfill(response=fetched)

    return answer


def enter_pair(page: Page, *names: str) -> None:
    """Type a pair at the desk and send it."""
    for field, name in zip(("family1", "given1", "family2", "given2"), names, strict=True):
        page.locator(f"#desk-form [name={field}]").fill(name)
    page.locator("#desk-form button").click()


def test_what_somebody_enters_themselves_is_no_news_to_them(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata di chi iscrive", pairs=1)["slug"]
    page = listening(hall.person("ornella@example.org"), f"/organizza/{slug}/iscritti/")
    beside = listening(hall.person("ornella@example.org"), f"/organizza/{slug}/iscritti/")
    shown = int(page.locator("#follow").get_attribute("data-version") or 0)
    page.route(lambda url: url.endswith("/iscritti/"), answer_late(beside), times=1)
    page.evaluate("""() => { window.seen = 0; new MutationObserver(() =>
      window.seen += document.querySelector("[data-live-notice]:not([hidden])") ? 1 : 0
    ).observe(document.querySelector("#main"), { subtree: true, attributes: true, childList: true }) }""")
    enter_pair(page, "Rossi", "Mario", "Bianchi", "Ugo")
    expect(page.locator("#entries")).to_contain_text("Rossi")
    page.locator("#desk-form [name=family1]").press_sequentially("Ver")
    page.locator(".tick").first.click()
    expect(page.locator(".tick[aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#follow")).to_have_attribute("data-version", str(shown + 2))
    with page.expect_response(lambda answer: answer.url == page.url and answer.request.resource_type == "fetch"):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    settled(page)
    assert page.evaluate("window.seen") == 0
    expect(page.locator("#desk-form [name=family1]")).to_have_value("Ver")


def test_what_others_enter_meanwhile_is_told_and_never_covers_an_error(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata di due al banco", pairs=1)["slug"]
    page = listening(hall.person("ornella@example.org", viewport=PHONE), f"/organizza/{slug}/iscritti/")
    notice = page.locator("[data-live-notice]")
    page.locator("#desk-form [name=family1]").fill("Rossi")
    stage("name_entries", slug=slug, people=[[["Rossi", "Mario"], ["Verdi", "Ugo"]]])
    expect(notice).to_be_visible()
    enter_pair(page, "Rossi", "Mario", "Bianchi", "Ugo")
    expect(page.locator("#errors")).to_be_focused()
    page.evaluate("document.querySelector('#desk-form').scrollIntoView()")
    stage("name_entries", slug=slug, people=[[["Neri", "Pia"], ["Viola", "Ida"]]])
    expect(notice).to_be_visible()
    error, said = page.locator("#errors").bounding_box(), notice.bounding_box()
    assert error and said and (said["y"] + said["height"] <= error["y"] or said["y"] >= error["y"] + error["height"])
