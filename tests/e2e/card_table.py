"""A live table in a browser without its server: the script for gestures on a bare page, and beside it the match itself.

Plays go through the rules and the log of a live match, in this process; the other seats answer at random.
"""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import translation
from django.utils.translation import pgettext
from playwright.sync_api import Browser, BrowserContext, Page

from scopa.game import Scopa
from tests.competition.live.table import Table, setup
from tests.e2e.browsing import DESKTOP, PHONE
from tournaments.competition.live import deciding, viewing
from tournaments.competition.live.log import Event
from tournaments.games.commands import WORDS, read_command
from tournaments.games.contract import Json, RefusedError
from tournaments.online.pages.texts import table_words

YOU = 0
NAMES = (None, "Piero Ferrero", "Ada Cerrato", "Ugo Micca")
ADDRESS = "/bare-table/"
PAGE = """<!doctype html><html lang="it"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tavolo</title><link rel="stylesheet" href="/static/scopa/table.css"><style>
body {{ margin: 0; }}
ul {{ list-style: none; margin: 0; padding: 12px; display: flex; gap: 12px; flex-wrap: wrap; }}
li {{ width: 58px; }}
[data-cloth] {{ position: relative; background: #0f5c4a; min-height: 300px; }}
[data-action] {{ min-height: 66px; }}
[data-action] button {{ min-height: 48px; padding: 0 16px; }}
button {{ padding: 0; border: 0; background: none; }}
button img {{ width: 56px; height: 89px; display: block; }}
[aria-pressed=true] {{ box-shadow: 0 0 0 4px #8fdcc0; }}
</style>
<main data-root data-deck="{picture}" {settings}><h1>Tavolo</h1>
<p data-seat="1">Ferrero</p>
<section data-cloth aria-label="Tavola"><p data-last></p><button type="button" data-replay>Rivedi</button>
<ul data-table class="cards n0" aria-label="Carte in tavola"></ul></section>
<div data-action></div>
<p data-seat="0">Tu</p><ul data-hand class="cards" aria-label="La tua mano"></ul>
<form data-typed><label>Scrivi <input name="text"></label><button>Invia</button></form>
<p data-say role="status" aria-live="polite"></p>
<div data-words hidden><script type="application/json">{words}</script></div></main>
<script type="module">
import table from "/static/scopa/table.js";
const root = document.querySelector("[data-root]");
const words = JSON.parse(root.querySelector("[data-words]").textContent).game;
const lists = {{ hand: root.querySelector("[data-hand]"), table_cards: root.querySelector("[data-table]") }};
window.latency = () => 0;
window.gate = null;
window.unanswered = 0;
function draw(view) {{
  for (const [name, list] of Object.entries(lists)) {{
    const shown = view.cards?.[name] ?? [];
    for (const item of list.querySelectorAll("li:has([data-card])")) {{
      if (!shown.includes(item.querySelector("[data-card]").dataset.card)) item.remove();
    }}
    for (const card of shown) {{
      if (list.querySelector(`[data-card="${{card}}"]`)) continue;
      const item = document.createElement("li");
      const picture = `<img alt="${{words.names[card]}}" src="${{root.dataset.deck}}#card-${{card}}">`;
      item.innerHTML = `<button type="button" data-card="${{card}}" aria-pressed="false">${{picture}}</button>`;
      list.append(item);
    }}
  }}
  lists.table_cards.className = `cards n${{lists.table_cards.children.length}}`;
}}
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
async function deliver(frames) {{
  for (const frame of frames) {{
    if (frame.is === "receipt") hands.receipt(frame);
    else if (frame.is === "refused") hands.refused(frame);
    else {{ draw(frame.view); hands.show(frame.view, frame.events); window.sequence = frame.view.sequence; }}
  }}
}}
async function answer(asked, ms) {{
  await pause(ms);
  const frames = await window.tableServer(asked);
  await window.gate;
  await pause(ms);
  await deliver(frames);
  window.unanswered -= 1;
}}
let number = 0;
const hands = table(root, {{
  send(kind, text) {{
    const id = `c${{number += 1}}`;
    window.unanswered += 1;
    answer(JSON.stringify({{ id, kind, text }}), window.latency() / 2);
    return id;
  }},
}});
window.hands = hands;
window.deliver = deliver;
deliver(await window.tableServer(JSON.stringify({{ kind: "view" }})));
</script></html>"""


@dataclass(slots=True)
class BareDevices:
    """A desk and a phone that go from test to test: a new page in them knows the scripts and pictures of a table.

    A browser of its own for each test reads and compiles them anew, which is half of the work of a short test.
    """

    browser: Browser
    kept: dict[str, BrowserContext] = field(default_factory=dict)

    @contextmanager
    def page(self, device: str) -> Iterator[Page]:
        """A page in which no script may fail, with its clock in the hands of the test; it leaves nothing behind."""
        if device not in self.kept:
            phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
            options = phone if device == "phone" else {"viewport": DESKTOP}
            self.kept[device] = self.browser.new_context(**options, reduced_motion="reduce")
            # Its process, with what it has compiled, ends with its last window.
            self.kept[device].new_page()
        found = self.kept[device].new_page()
        found.clock.install()
        complaints: list[str] = []
        found.on("pageerror", lambda error: complaints.append(str(error)))
        yield found
        found.evaluate("() => localStorage.clear()")
        found.close()
        assert complaints == []

    def close(self) -> None:
        for context in self.kept.values():
            context.close()


class WrittenScopa(Scopa):
    """Scopa whose deals are dealt as a text says."""

    def __init__(self, written: str) -> None:
        self.written = written

    def start(self, rules: Json, pack: Sequence[str], dealer: int, seats: int) -> Json:
        return self.read_deal(self.written)


@dataclass(slots=True)
class CardTable:
    """``sent`` is every play that reached the server, as it was sent; ``given`` those that it took.

    ``pointer`` is what cards are dragged with: the mouse, or a finger.
    """

    page: Page
    match: Table
    dice: random.Random
    words: Json
    pointer: Any
    sent: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    told: int = 0

    @property
    def legal(self) -> list[str]:
        """What the seat of the browser may play now."""
        return list((self.match.cards(YOU) or {}).get("actions", []))

    @property
    def is_over(self) -> bool:
        return self.match.state.is_over

    def answer(self, asked: str) -> list[Json]:
        """The frames that a message of the browser is answered with."""
        message = json.loads(asked)
        if message["kind"] == "view":
            self._others()
            return [self._news([])]
        self.sent.append(message["text"])
        try:
            command = read_command(self.match.live.setup.game, message["text"])
            self.match.do(deciding.play, YOU, command.action)
        except RefusedError as refusal:
            said = self.sentence(refusal)
            return [{"is": "refused", "id": message["id"], "code": refusal.code, "sentence": said}]
        self.given.append(command.action)
        own = self._news(self._fresh())
        receipt = {"is": "receipt", "id": message["id"], "sequence": self.match.state.sequence}
        frames = [own, receipt] if self.dice.random() < 0.5 else [receipt, own]
        self._others()
        rest = self._fresh()
        return [*frames, self._news(rest)] if rest else frames

    def sentence(self, refusal: RefusedError) -> str:
        """What a refusal says."""
        return f"No: {refusal.code}."

    def _others(self) -> None:
        """The other seats play until it is the browser's turn, or the match is over."""
        while not self.match.state.is_over and self.match.state.turn != YOU:
            if self.match.state.deal.is_waiting:
                self.match.deal()
            else:
                self.match.play(self.dice.choice)

    def _fresh(self) -> list[Json]:
        fresh = [viewing.view_of_event(event) for event in self.match.log[self.told :]]
        self.told = len(self.match.log)
        return fresh

    def _news(self, events: list[Json]) -> Json:
        self.told = len(self.match.log)
        return {"is": "news", "view": viewing.view(self.match.live, YOU, 0), "events": events}

    def said(self, event: Event) -> str:
        """How a play is read out."""
        card, _x, taken = event.data["play"].partition("x")
        named = [self.words["cards"][each] for each in taken.split("+")] if taken else []
        joined = self.words["sentences"]["and"].join([", ".join(named[:-1]), *named[-1:]][len(named) < 2 :])
        key = ("you_" if event.seat == YOU else "") + ("took" if taken else "laid")
        values = {"who": NAMES[event.seat or 0], "card": self.words["cards"][card], "cards": joined}
        sentence: str = self.words["sentences"][key] % values
        return sentence[:1].upper() + sentence[1:]

    def settled(self) -> None:
        """Until the browser shows everything that has happened."""
        self.page.wait_for_function("() => window.unanswered === 0")

    def card(self, name: str) -> Any:
        return self.page.locator(f"button[data-card='{name}']")

    @property
    def ghost(self) -> Any:
        return self.page.locator("[data-ghost] button")

    @property
    def line(self) -> Any:
        """What the line of action says."""
        return self.page.locator("[data-action] p")

    @property
    def order(self) -> Any:
        """The large button."""
        return self.page.locator("[data-action] .btn:not(.btn--quiet)")


def sit_down(
    page: Page,
    site: str,
    *,
    written: str = "",
    seats: Sequence[int] = (0, 1),
    preset: str = "online_002",
    deck: str = "napoletane",
    language: str = "it",
    settings: str = "",
    name: str = "",
    pointer: Any = None,
    **rules: Any,
) -> CardTable:
    """A browser at seat 0 of a match that has begun; ``written`` is how each deal is dealt, by chance without it."""
    game = WrittenScopa(written) if written else Scopa()
    of = setup(seats, game, preset)
    match = Table(replace(of, rules={**of.rules, **rules}, number=random.Random(name).randrange(1_000_000))).deal()
    with translation.override(language):
        names = {card: game.card_name(deck, card, pgettext) for card in game.pack(of.rules)}
        words = {**table_words(game, deck), "names": names}
    said = {"names": NAMES, "typed": WORDS, "game": words}
    table = CardTable(page, match, random.Random(name), words, pointer or page.mouse)
    html = PAGE.format(
        picture=f"/static/{game.decks[deck]}", words=json.dumps(said).replace("<", "\\u003c"), settings=settings
    )
    page.expose_function("tableServer", lambda asked: table.answer(asked))
    page.route(f"**{ADDRESS}", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{site}{ADDRESS}")
    page.wait_for_function("() => window.sequence > 0")
    return table
