"""Every byte that browsers at a table are sent, in games of a deal: no card before its time.

Each seat has the page of the table open; somebody watches without a seat. ``FULL=1`` plays six games, one with each
set of options and one of scopone; a short run the beginning of one of them.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Response, WebSocket, expect

from tests.e2e.browsing import DESKTOP
from tests.e2e.plays import Seat, by_click
from tests.searching import in_short, short_of
from tests.tournaments.live.matches.served import Hall

CASES = [
    ((0, 1), ""),
    ((0, 1), "carte_viste"),
    ((0, 1, 2), "carte_viste"),
    ((0, 1, 0, 1), ""),
    ((0, 1, 0, 1), "carte_scoperte_partners"),
    ((0, 1, 0, 1), "scopone"),
]
PRESETS = {"scopone": "scopone_scientifico"}
"""A case that is a game of other rules, and has no option."""
MOST_PLAYS = in_short(10, 60)
# Taps that follow a play of the same hands sooner belong to its gesture (scopa/table.js), and people are not so quick.
A_GESTURE_MS = 500
# What is the same for everybody: the words, the names of all forty cards, the example of a play; and keys by chance.
SAME_FOR_ALL = re.compile(
    r"<div data-words hidden>.*?</div>"
    r'|"cards":\{(?:"\w\w":"[^"]*",){40}"back":"[^"]*"\}'
    r'|<p [^>]*id="typed-help">[^<]*</p>'
    r'|name="(?:csrfmiddlewaretoken|client_id)" value="[^"]*"',
    re.DOTALL,
)


@dataclass
class Viewer:
    """A browser at the page of a table, and everything that the site has sent it."""

    page: Page
    answers: list[Response] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("response", lambda response: self._answered(response))
        self.page.on("websocket", lambda socket: self._opened(socket))

    def _answered(self, response: Response) -> None:
        if "/static/" not in response.url:
            self.answers.append(response)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._heard(payload))

    def _heard(self, payload: str | bytes) -> None:
        self.sent.append(payload if isinstance(payload, str) else payload.decode())

    def told(self) -> str:
        while self.answers:
            try:
                self.sent.append(SAME_FOR_ALL.sub("", self.answers.pop().text()))
            except Error as error:
                # One that came in the moment in which its page was left: nobody saw it.
                if "navigated away" not in str(error):
                    raise
        return " ".join(self.sent)

    def come_back(self) -> None:
        """The page is loaded anew; its answers are read before, for the browser forgets them with the page."""
        self.page.wait_for_load_state("networkidle")
        self.told()
        self.page.reload()
        expect(self.page.locator("body.is-live")).to_be_attached()


def sit(browser: Browser, contexts: list[BrowserContext], tables: Hall, match: int, session: str = "") -> Viewer:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="it-IT", service_workers="block")
    contexts.append(context)
    url = f"http://127.0.0.1:{tables.port}"
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    made = Viewer(context.new_page())
    made.watch()
    made.page.clock.install()
    made.page.goto(f"{url}/tavolo/{match}/")
    expect(made.page.locator("body.is-live")).to_be_attached()
    return made


def named(cards: list[str], text: str) -> list[str]:
    """The cards that a text names, alone or in a play (``7dx3c+4b``), and not as letters of a word."""
    return [card for card in cards if re.search(rf"(?<![A-Za-wyz0-9]){card}(?![A-Za-wyz0-9])", text)]


@pytest.mark.parametrize("case", short_of(CASES, "((0, 1), 'carte_viste')"), ids=str)
@pytest.mark.full
def test_no_browser_is_sent_a_card_before_its_time(
    browser: Browser,
    contexts: list[BrowserContext],
    tables: Hall,
    case: tuple[tuple[int, ...], str],
    record_property: Callable[[str, Any], None],
) -> None:
    seats, option = case
    lots, looked = random.Random(str(case)), 0
    given: list[str] = []
    preset = PRESETS.get(option) or ("several_004" if len(seats) == 3 else "online_002")
    match = tables.tell("opened", "scopa", preset, list(seats), "" if option in PRESETS else option)
    tables.tell("shown", match["match"])
    players = [sit(browser, contexts, tables, match["match"], session) for session in match["sessions"]]
    watching = sit(browser, contexts, tables, match["match"])
    for each in players:
        each.page.locator("[data-ready] button").click()
    for each in players:
        expect(each.page.locator("[data-hand] [data-card]")).not_to_have_count(0)
    while looked < MOST_PLAYS:
        secret = tables.tell("secrets", match["match"])
        if not secret:
            break
        for seat, viewer in [*enumerate(players), (None, watching)]:
            assert named(secret[str(seat)], viewer.told()) == [], seat
        looked += 1
        asked = tables.tell("asked", match["match"])
        page, play = players[asked["turn"]].page, lots.choice(asked["plays"])
        expect(page.locator("body.is-turn:not(.is-stale)")).to_be_attached()
        page.clock.run_for(A_GESTURE_MS)
        by_click(Seat(page), play)
        given.append(play.partition("x")[0])
        expect(page.locator(f"[data-hand] [data-card='{given[-1]}']")).to_have_count(0)
        if looked % 9 == 0:
            # Who comes back is sent the match anew.
            for viewer in (watching, players[asked["turn"]]):
                viewer.come_back()
    assert looked >= min(MOST_PLAYS, 30)
    # What is looked for is found where it may be told.
    assert all(named(given, viewer.told()) for viewer in (*players, watching))
    sent = sum(len(viewer.told().encode()) for viewer in (*players, watching))
    record_property(
        "figure",
        f"a game of {looked} plays in {len(players) + 1} browsers ({option or 'no option'}): {sent:,} bytes, 0 leaks",
    )
