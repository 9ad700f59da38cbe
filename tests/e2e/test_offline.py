"""Phones without a network: what they saw stays readable, what they wrote arrives once, a log-out leaves nothing."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browsing import CONTROLLED, PHONE, Hall, Person, eventually, settled
from tests.e2e.proxy import Proxy
from tests.e2e.tables import fill_deal, says

# The addresses that the browser keeps, without those of static files.
KEPT = """
async () => {
  const found = [];
  for (const name of ["settebello-own", "settebello-pages"]) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found.sort();
}
"""
IS_KEPT = """
(path) => Promise.all(["settebello-own", "settebello-pages"].map((name) => caches.open(name)))
  .then((all) => Promise.all(all.map((cache) => cache.match(path)))).then((found) => found.some(Boolean))
"""
# The cache that has a page, and its copy; a copy that is just being replaced is waited for.
FIND = """
const find = async (path) => {
  for (let tries = 0; tries < 600; tries += 1) {
    for (const name of ["settebello-own", "settebello-pages"]) {
      const cache = await caches.open(name);
      const kept = await cache.match(path);
      if (kept) return [cache, kept];
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${path} is not kept`);
};
"""
AGE = f"""
async ([path, ms]) => {{ {FIND}
  const [cache, kept] = await find(path);
  const headers = new Headers(kept.headers);
  headers.set("X-Kept-At", String(Date.now() - ms));
  await cache.put(path, new Response(await kept.text(), {{ headers }}));
}}
"""
FILL = f"""
async ([path, many]) => {{ {FIND}
  const [cache, kept] = await find(path);
  const html = await kept.text();
  for (let at = 0; at < many; at += 1) {{
    const headers = new Headers(kept.headers);
    headers.set("X-Kept-At", String(Date.now() - 60000 - at * 1000));
    await cache.put(`${{path}}partite/${{at + 1000}}/`, new Response(html, {{ headers }}));
  }}
}}
"""
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
MOST_PAGES = 40
PHONES = 8
NOTHING_WAITS = "() => Object.keys(localStorage).every((name) => !name.startsWith('settebello.letter'))"


@pytest.fixture
def hall(away: Hall) -> Hall:
    """Everybody here comes in behind a network that can be lost."""
    return away


@pytest.fixture
def evening(stage: Any) -> dict[str, Any]:
    """Four pairs, both tables called."""
    made: dict[str, Any] = stage("event", name="Serata in cantina", state="called", pairs=4)
    return made


@pytest.fixture(scope="module")
def quiet(stage: Any) -> dict[str, Any]:
    """The same evening, at which nothing is changed: for those who only look."""
    made: dict[str, Any] = stage("event", name="Serata in cantina", state="called", pairs=4)
    return made


def visitor(hall: Hall, account: str = "", **options: Any) -> Person:
    """Somebody whose browser keeps pages, and whose network may be lost."""
    person = hall.person(account, viewport=PHONE, keeps_pages=True, **options)
    person.may_lose_network = True
    return person


def with_worker(person: Person, path: str) -> Page:
    """Open a page, and wait until the worker serves it."""
    page = person.open(path)
    page.wait_for_function(CONTROLLED)
    return page


def until(page: Page, question: str, arg: Any = None) -> None:
    """Ask the page until it says yes; unlike Playwright's own waiting this waits for promises."""
    eventually(page, lambda: bool(page.evaluate(question, arg)), True)


def until_kept(page: Page, *paths: str) -> None:
    """Until the worker has written these pages."""
    for path in paths:
        until(page, IS_KEPT, path)


def at_the_table(hall: Hall, slug: str, code: str) -> Person:
    """A phone with the worker at the table that the code opens, from the address on its slip."""
    person = visitor(hall)
    page = with_worker(person, f"/e/{slug}/codice/{code}/")
    page.locator(".form .btn--big").tap()
    expect(page.locator("#table-state")).to_be_attached()
    settled(page)
    return person


def test_the_page_of_an_event_is_there_without_a_network_and_says_of_when_it_is(
    hall: Hall, network: Proxy, stage: Any, evening: Any
) -> None:
    person = visitor(hall)
    path = f"/e/{evening['slug']}/"
    page = with_worker(person, path)
    until_kept(page, path)
    expect(page.locator("#kept")).to_be_hidden()

    network.hang_up()
    page.reload()

    expect(page.locator("h1")).to_have_text("Serata in cantina")
    expect(page.locator("#kept")).to_have_text(re.compile(r"Senza rete\.\s+Questa è la pagina delle \d\d:\d\d\."))
    settled(page)
    expect(page.locator("body")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")

    stage("change", slug=evening["slug"], name="Serata in soffitta")
    network.work_again()
    expect(page.locator("h1")).to_have_text("Serata in soffitta")
    expect(page.locator("#kept")).to_be_hidden()

    # A network that says nothing is waited for, and not for ever.
    until_kept(settled(page), path)
    network.swallow()
    page.reload()
    expect(page.locator("#kept")).to_be_visible()
    network.work_again()
    expect(page.locator("#kept")).to_be_hidden(timeout=60_000)


def test_what_a_page_brought_by_itself_is_kept_too(hall: Hall, network: Proxy, stage: Any, evening: Any) -> None:
    person = visitor(hall)
    path = f"/e/{evening['slug']}/turni/"
    page = with_worker(person, path)
    until_kept(page, path)
    page.reload()
    stage("play", slug=evening["slug"], number=1)
    expect(page.locator("#tables .match--done")).to_have_count(1)
    until(
        page,
        "(path) => caches.open('settebello-pages').then((cache) => cache.match(path)).then((kept) => kept.text())"
        ".then((html) => html.includes('match--done'))",
        arg=path,
    )

    network.hang_up()
    page.reload()

    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("#tables .match--done")).to_have_count(1)


def test_the_table_of_a_slip_is_there_without_a_network_with_what_was_typed(
    hall: Hall, network: Proxy, quiet: Any
) -> None:
    person = at_the_table(hall, quiet["slug"], quiet["tables"][0]["codes"][0])
    page, path = person.page, person.path
    until_kept(page, path)
    fill_deal(page, (4, 3))
    says(page, "kept")

    network.hang_up()
    page.reload()

    expect(page.locator("#kept")).to_be_visible()
    settled(page)
    expect(page.locator("[name=points_a]")).to_have_value("4")
    expect(page.locator("[name=points_b]")).to_have_value("3")


def test_a_page_never_seen_leads_to_those_that_were(hall: Hall, network: Proxy, quiet: Any) -> None:
    person = visitor(hall, language="en")
    path = f"/e/{quiet['slug']}/turni/"
    page = with_worker(person, path)
    until_kept(page, path)

    network.hang_up()
    page.goto(f"{hall.url}/regole/")
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator("#moved-title")).to_have_text("The computer of the hall has changed")
    page.reload()
    expect(page.locator("h1")).to_have_text("No connection")
    page.locator("[data-kept-list] a").tap()
    expect(page.locator("h1")).to_have_text("Serata in cantina")
    expect(page.locator("#kept")).to_have_text(
        re.compile(r"No connection\.\s+This is the page as it was at \d\d:\d\d\.")
    )

    page.goto(f"{hall.url}/regole/")
    expect(page.locator("h1")).to_have_text("No connection")
    network.work_again()
    expect(page.locator("h1")).not_to_have_text("No connection")


def test_a_page_of_another_day_says_the_day_and_one_of_last_week_is_gone(
    hall: Hall, network: Proxy, quiet: Any
) -> None:
    person = visitor(hall)
    path = f"/e/{quiet['slug']}/"
    page = with_worker(person, path)
    until_kept(page, path)
    network.hang_up()

    page.evaluate(AGE, [path, 2 * DAY_MS])
    page.reload()
    expect(page.locator("#kept")).to_have_text(re.compile(r"Questa è la pagina\s+del \d+ [a-z]+, ore \d\d:\d\d\."))
    page.evaluate(AGE, [path, 7 * DAY_MS])
    page.reload()
    expect(page.locator("h1")).to_have_text("Manca la connessione")


def test_a_result_typed_without_a_network_is_sent_once_from_another_page(
    hall: Hall, network: Proxy, stage: Any, evening: Any
) -> None:
    person = at_the_table(hall, evening["slug"], evening["tables"][0]["codes"][0])
    page, event = person.page, f"/e/{evening['slug']}/"
    until_kept(page, person.path)
    person.open(event)
    until_kept(page, event)
    page.go_back()
    expect(page.locator("#table-state")).to_be_attached()
    settled(page)

    network.hang_up()
    fill_deal(page, (5, 2))
    page.locator("form[data-preview-url] .sheet-foot .btn").tap()
    says(page, "waiting")
    page.goto(f"{hall.url}{event}")
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("#outbox-status")).to_be_visible()
    assert stage("versions", slug=evening["slug"], number=1) == []

    network.work_again()
    expect(page.locator("#kept")).to_be_hidden()
    expect(page.locator("#outbox-status")).to_be_hidden()
    page.wait_for_function(NOTHING_WAITS)
    assert stage("versions", slug=evening["slug"], number=1) == [{"status": "running", "points": [5, 2]}]


def test_nothing_is_left_after_a_log_out(hall: Hall, network: Proxy, quiet: Any) -> None:
    person = visitor(hall, "ornella@example.org")
    path = f"/e/{quiet['slug']}/"
    page = with_worker(person, path)
    until_kept(page, path)
    page.locator("#topbar-menu summary").tap()
    page.locator("#topbar-menu [form=settings-logout]").tap()
    expect(page.locator("#settings-logout")).to_have_count(0)
    until(page, f"() => ({KEPT})().then((kept) => kept.length === 0)")

    network.hang_up()
    page.goto(f"{hall.url}{path}")
    expect(page.locator("h1")).to_have_text("Manca la connessione")


def test_what_one_reader_saw_goes_when_another_reads_here(hall: Hall, stage: Any, quiet: Any) -> None:
    person = visitor(hall, "ornella@example.org")
    path, public = f"/e/{quiet['slug']}/", f"/e/{quiet['slug']}/turni/"
    page = with_worker(person, path)
    until_kept(page, path)
    person.context.clear_cookies(name="sessionid")
    person.open(public)
    until_kept(page, public)
    eventually(page, lambda: page.evaluate(KEPT), [public])


def test_pages_of_officials_and_forms_are_not_kept(hall: Hall, quiet: Any) -> None:
    person = visitor(hall, "ornella@example.org")
    slug = quiet["slug"]
    with_worker(person, f"/e/{slug}/")
    for path in (f"/organizza/{slug}/", f"/e/{slug}/arbitro/", f"/e/{slug}/tavoli/1/", "/miei/", "/"):
        person.open(path)
    page = person.open(f"/e/{slug}/turni/")
    until_kept(page, f"/e/{slug}/", f"/e/{slug}/turni/")
    eventually(page, lambda: page.evaluate(KEPT), [f"/e/{slug}/", f"/e/{slug}/turni/"])


def test_the_oldest_pages_go_first(hall: Hall, quiet: Any) -> None:
    person = visitor(hall)
    path = f"/e/{quiet['slug']}/"
    page = with_worker(person, path)
    until_kept(page, path)
    page.evaluate(FILL, [path, MOST_PAGES + 5])
    page = person.open(f"{path}turni/")
    until_kept(page, f"{path}turni/")
    until(page, f"() => ({KEPT})().then((kept) => kept.length <= {MOST_PAGES})")
    kept = page.evaluate(KEPT)
    assert len(kept) == MOST_PAGES
    assert {path, f"{path}turni/", f"{path}partite/1000/"} <= set(kept)
    assert f"{path}partite/{1000 + MOST_PAGES}/" not in kept


def test_a_new_release_takes_over_and_leaves_nothing_of_the_worker_before(
    hall: Hall, network: Proxy, quiet: Any
) -> None:
    person = visitor(hall)
    path = f"/e/{quiet['slug']}/"
    page = with_worker(person, path)
    until_kept(page, path)
    page.evaluate("() => caches.open('settebello-shell-before').then((cache) => cache.put('/x', new Response('x')))")
    # The worker's own requests go past what a page intercepts: the next release is made on the way.
    network.swaps += [
        (
            b'"build": "' + page.request.get(f"{person.url}/worker.js").text().partition('"build": "')[2][:4].encode(),
            b'"build": "next',
        ),
        (b"If-None-Match", b"No-None-Match"),
        (b"Accept-Encoding", b"Except-Encoding"),
    ]
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
    until(
        page,
        "() => caches.keys().then((names) => names.filter((name) => name.includes('shell')).length === 1"
        " && names.some((name) => name.startsWith('settebello-shell-next')))",
    )
    network.hang_up()
    page.reload()
    expect(page.locator("#kept")).to_be_visible()


def test_what_is_under_the_finger_stays_there_while_the_network_goes_and_comes(
    hall: Hall, network: Proxy, stage: Any
) -> None:
    event = stage("event", name="Dito fermo", state="called", pairs=4)
    page = at_the_table(hall, event["slug"], event["tables"][0]["codes"][0]).page
    wanted = page.locator("[name=depth][value=points]")
    before = wanted.bounding_box()
    network.hang_up()
    expect(page.locator("#contact")).to_be_in_viewport()
    eventually(page, wanted.bounding_box, before)
    network.work_again()
    expect(page.locator("#contact")).to_be_hidden()
    eventually(page, wanted.bounding_box, before)


@pytest.mark.full
def test_of_phones_that_lose_the_network_no_result_is_lost_or_doubled_and_each_is_told(
    hall: Hall, network: Proxy, stage: Any
) -> None:
    """One hears no answer, one is loaded again meanwhile, at one table the desk is first, the others just wait."""
    event = stage("event", name="Tanti telefoni", state="called", pairs=2 * PHONES)
    # Those of the first round.
    tables = event["tables"][:PHONES]
    phones = [at_the_table(hall, event["slug"], table["codes"][0]) for table in tables]
    for phone in phones:
        until_kept(phone.page, phone.path)
    lost: list[int] = []

    def lose_the_network_with_the_answer(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0).status)
            network.hang_up()
            route.abort()
        else:
            route.continue_()

    phones[0].page.route(f"**{phones[0].path}", lose_the_network_with_the_answer)
    for phone in phones:
        fill_deal(phone.page, (4, 3))
        phone.page.locator("form[data-preview-url] .sheet-foot .btn").tap()
        says(phone.page, "waiting")
    deal = {"depth": "points", "points": [5, 2], "tiebreak": 0, "last_capture": None}
    stage("write_deals", slug=event["slug"], number=tables[-1]["number"], deals=[deal])
    phones[1].page.reload()
    expect(phones[1].page.locator("#kept")).to_be_visible()
    written = [len(stage("versions", slug=event["slug"], number=table["number"])) for table in tables]
    assert written == [1, *[0] * (PHONES - 2), 1]

    network.work_again()
    for phone in phones[:-1]:
        expect(phone.page.locator("#sheet-record .deal")).to_have_count(1, timeout=60_000)
        expect(phone.page.locator("#outbox-status")).to_be_hidden()
        phone.page.wait_for_function(NOTHING_WAITS)
    late = phones[-1].page
    expect(late.locator("#sheet-record .deal")).to_have_count(1, timeout=60_000)
    for told in ("Non è stato salvato nulla", "Avevi scritto: 4–3"):
        expect(late.locator("main")).to_contain_text(told)
    late.wait_for_function(NOTHING_WAITS)
    kept = [stage("versions", slug=event["slug"], number=table["number"]) for table in tables]
    sent, of_the_desk = ([{"status": "running", "points": points}] for points in ([4, 3], [5, 2]))
    assert kept == [sent] * (PHONES - 1) + [of_the_desk]
