"""The line of a table's page in a real browser: out of touch, behind, after a crash, with a second device.

People sit in front of bare pages of the site: what is tried is ``table/link.js`` against the server.
"""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.links import PLAYER, line, page_of, until
from tests.tournaments.live.matches.served import Hall

THINKING_MS = 5


def seated(browser: Browser, contexts: list[BrowserContext], tables: Hall, seed: int, share: float) -> list[Page]:
    match = tables.tell("opened", "scopa", "online_002", [0, 1])
    pages = [page_of(browser, contexts, tables, each, seed + 7 * n, share) for n, each in enumerate(match["sessions"])]
    for page in pages:
        page.evaluate(PLAYER, [[line(match["match"])], share > 0, THINKING_MS])
    return pages


def seen(page: Page) -> Any:
    return page.evaluate("window.seen")


def touch(page: Page) -> str:
    touches = seen(page)["touches"]
    return str(touches[-1][0]) if touches else ""


def current(*pages: Page) -> None:
    for page in pages:
        until(page, "window.seen.touches.at(-1)?.[0] === 'current'")


def lost(page: Page) -> None:
    until(page, "window.seen.touches.at(-1)[0] === 'lost'")


def test_a_page_without_signs_of_life_says_so_and_comes_back(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    page, _other = seated(browser, contexts, tables, 1, 0.0)
    current(page)
    page.evaluate("window.network.isSilent = true")
    lost(page)
    page.evaluate("window.network.isSilent = false")
    current(page)


def test_a_page_that_hears_signs_of_life_and_no_news_says_so_and_dials_again(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    page, other = seated(browser, contexts, tables, 1, 0.0)
    current(page, other)
    page.evaluate("window.network.isHoldingNews = true")
    other.evaluate("window.link.send('ready', '')")
    lost(page)
    until(page, "window.network.sockets > 1")
    assert touch(page) == "lost"
    page.evaluate("window.network.isHoldingNews = false; window.link.retryNow()")
    until(page, "window.seen.touches.at(-1)[0] === 'current' && window.seen.view.deal.ready.length === 1")


def test_a_page_that_is_not_heard_says_so_though_it_hears_and_dials_again(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    page, other = seated(browser, contexts, tables, 1, 0.0)
    current(page, other)
    page.evaluate("window.network.isDeaf = true")
    page.evaluate("window.link.send('ready', '')")
    lost(page)
    until(page, "window.network.sockets > 1")
    page.evaluate("window.network.isDeaf = false")
    until(page, "window.seen.receipts === 1")
    current(page)
    until(other, "window.seen.view.deal.ready.length === 1")


def test_a_courtesy_is_said_once_and_a_refused_one_is_told(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    page, _other = seated(browser, contexts, tables, 1, 0.0)
    current(page)
    page.evaluate("window.link.send('courtesy', 'thanks')")
    page.evaluate("window.link.send('courtesy', 'anything')")
    until(page, "window.seen.refused[0] === 'courtesy_unknown'")
    # Longer than anything waits for an answer before it is sent again, by the clock that the page looks at.
    page.evaluate("const now = Date.now; Date.now = () => now() + 2300; window.looks = 0")
    page.evaluate("window.setInterval(() => (window.looks += 1), 250)")
    until(page, "window.looks > 2")
    assert page.evaluate("window.network.said").count("courtesy") == 2


def test_a_page_comes_back_by_itself_after_a_crash_of_the_server(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    pages = seated(browser, contexts, tables, 1, 0.0)
    for page in pages:
        until(page, "window.seen.here.length === 2 && window.seen.touches.at(-1)?.[0] === 'current'")
    assert tables.server is not None
    tables.server.kill()
    tables.server.wait()
    until(pages[0], "window.seen.touches.at(-1)[0] === 'lost'")
    tables.start()
    for page in pages:
        until(page, "window.seen.touches.at(-1)[0] === 'current' && window.seen.here.length === 2")
    pages[0].evaluate("window.link.send('ready', '')")
    until(pages[1], "window.seen.view.deal.ready.length === 1")


def test_a_page_whose_session_has_ended_is_told_to_load_anew(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    match = tables.tell("opened", "scopa", "online_002", [0, 1])
    page = page_of(browser, contexts, tables, match["sessions"][0], 1, 0.0)
    page.evaluate(PLAYER, [[line(match["match"])], False, THINKING_MS])
    current(page)
    tables.tell("log_out", match["sessions"][0])
    until(page, "window.seen.gone")
    assert touch(page) == "gone"


def test_of_two_pages_of_one_seat_the_newest_plays_until_the_older_takes_over(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    match = tables.tell("opened", "scopa", "online_002", [0, 1])
    older, newer = [page_of(browser, contexts, tables, match["sessions"][0], 1, 0.0) for _ in range(2)]
    for page in (older, newer):
        page.evaluate(PLAYER, [[line(match["match"])], False, THINKING_MS])
        current(page)
    until(older, "window.seen.touches.at(-1)[0] === 'older'")
    older.evaluate("window.link.send('ready', '')")
    until(older, "window.seen.refused[0] === 'device_older'")
    older.evaluate("window.link.takeOver()")
    until(newer, "window.seen.touches.at(-1)[0] === 'older'")
    current(older)


def test_a_page_whose_clock_is_ahead_gives_way_to_one_that_was_opened_later(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    match = tables.tell("opened", "scopa", "online_002", [0, 1])
    ahead, newer = [page_of(browser, contexts, tables, match["sessions"][0], 1, 0.0) for _ in range(2)]
    ahead.evaluate("const now = Date.now; Date.now = () => now() + 30000")
    for page in (ahead, newer):
        page.evaluate(PLAYER, [[line(match["match"])], False, THINKING_MS])
        current(page)
    until(ahead, "window.seen.touches.at(-1)[0] === 'older'")


FIRST_WORD = """
async ([address, drawn]) => {
  const { openLink } = await import("/static/tournaments/js/table/link.js");
  window.answers = [];
  const note = (frame) => window.answers.push(frame.is);
  openLink(address, { onView() {}, onNews() {}, onReceipt: note, onRefused: note }, drawn).send("ready");
}
"""


def test_what_is_sent_before_the_first_view_is_about_what_the_page_shows(
    browser: Browser, contexts: list[BrowserContext], tables: Hall
) -> None:
    match = tables.tell("opened", "scopa", "online_002", [0, 1])
    page = page_of(browser, contexts, tables, match["sessions"][0], 1, 0.0)
    page.evaluate(FIRST_WORD, [line(match["match"]), 1])
    until(page, "window.answers.length > 0")
    assert page.evaluate("window.answers") == ["receipt"]
