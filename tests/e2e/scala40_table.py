"""The live table of Scala 40 in a browser without its server: its scripts on a bare page, beside it the match.

As ``card_table``, whose server it has.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils import translation
from playwright.sync_api import Page

from scala40.game import Scala40
from scala40.phrases import PHRASES
from tests.competition.live.table import Table, setup
from tests.e2e.card_table import NAMES, YOU, CardTable
from tests.e2e.plays import middle
from tournaments.competition.live.log import Event
from tournaments.games.commands import WORDS
from tournaments.games.contract import Json, RefusedError
from tournaments.online.pages.texts import table_words

ADDRESS = "/bare-table/"
PAGE = """<!doctype html><html lang="it"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tavolo</title><link rel="stylesheet" href="/static/scala40/table.css"><style>
body {{ margin: 0; }}
ul {{ list-style: none; margin: 0; padding: 0; }}
[data-hand], [data-melds] ul {{ display: flex; flex-wrap: wrap; }}
[data-hand] {{ gap: 4px; padding: 12px; }}
[data-hand] img {{ width: 44px; height: auto; display: block; }}
[data-cloth] {{ position: relative; background: #0f5c4a; min-height: 260px; }}
[data-action] {{ min-height: 66px; }}
[data-action] button {{ min-height: 48px; padding: 0 16px; }}
button {{ padding: 0; border: 0; }}
[data-meld] img, [data-pile] img {{ width: 34px; height: auto; }}
[aria-pressed=true] {{ box-shadow: 0 0 0 4px #8fdcc0; }}
.visually-hidden {{ position: absolute; clip-path: inset(50%); }}
</style>
<main id="table" data-root data-deck="{picture}" {settings}><h1>Tavolo</h1>
<p data-seat="1">Ferrero</p><p data-seat="2">Cerrato</p>
<section data-cloth aria-label="Tavola"><p data-last></p>
<button type="button" data-replay>Rivedi</button><div data-table></div></section>
<div data-action></div>
<p data-seat="0">Tu <button type="button" data-sort>Ordina</button></p><ul data-hand aria-label="La tua mano"></ul>
<form data-typed><label>Scrivi <input name="text"></label><button>Invia</button><p data-answer></p></form>
<p data-say role="status" aria-live="polite"></p>
<div data-words hidden><script type="application/json">{words}</script></div></main>
<script type="module">
import table from "/static/scala40/table.js";
import {{ draw }} from "/static/scala40/cards.js";
const root = document.querySelector("[data-root]");
const words = JSON.parse(root.querySelector("[data-words]").textContent).game.names;
const shown = {{ root, picture: root.dataset.deck, words, isPlayer: true }};
window.unanswered = 0;
async function deliver(frames) {{
  for (const frame of frames) {{
    if (frame.is === "receipt") hands.receipt(frame);
    else if (frame.is === "refused") hands.refused(frame);
    else {{ draw(shown, frame.view); hands.show(frame.view, frame.events); window.sequence = frame.view.sequence; }}
  }}
}}
async function answer(asked) {{
  await deliver(await window.tableServer(asked));
  window.unanswered -= 1;
}}
let number = 0;
const hands = table(root, {{
  send(kind, text) {{
    const id = `c${{number += 1}}`;
    window.unanswered += 1;
    answer(JSON.stringify({{ id, kind, text }}));
    return id;
  }},
}});
window.hands = hands;
window.deliver = deliver;
deliver(await window.tableServer(JSON.stringify({{ kind: "view" }})));
</script></html>"""


class WrittenScala40(Scala40):
    """Scala 40 whose deals are dealt as a text says."""

    def __init__(self, written: str) -> None:
        self.written = written

    def start(self, rules: Json, pack: Sequence[str], dealer: int, seats: int) -> Json:
        return self.read_deal(self.written)


def laying_first(legal: Sequence[str], dice: random.Random) -> str:
    """A move of somebody who lays whatever can be laid."""
    return dice.choice([each for each in legal if each.startswith(("lay", "off"))] or list(legal))


class Scala40Table(CardTable):
    language = "it"

    def _others(self) -> None:
        while not self.match.state.is_over and self.match.state.turn != YOU:
            if self.match.state.deal.is_waiting:
                self.match.deal()
            else:
                self.match.play(lambda legal: laying_first(legal, self.dice))

    def sentence(self, refusal: RefusedError) -> str:
        with translation.override(self.language):
            return translation.gettext(PHRASES[refusal.code]) % refusal.params

    def said(self, event: Event) -> str:
        """How a discard is read out."""
        card = event.data["play"].partition(" ")[2]
        who = "you_dropped" if event.seat == YOU else "dropped"
        values = {"who": NAMES[event.seat or 0], "card": self.words["cards"][card]}
        sentence: str = self.words["sentences"][who] % values
        return sentence[:1].upper() + sentence[1:]

    @property
    def view(self) -> Json:
        return self.match.cards(YOU)

    def hand_card(self, name: str, number: int = 0) -> Any:
        return self.page.locator(f"[data-hand] button[data-card='{name}']").nth(number)

    def meld(self, name: str) -> Any:
        return self.page.locator(f"[data-meld='{name}']")

    def pile(self, name: str) -> Any:
        return self.page.locator(f"[data-pile='{name}']")

    @property
    def line(self) -> Any:
        return self.page.locator("[data-action] > p")

    @property
    def lay(self) -> Any:
        return self.page.locator("[data-action] > .btn").first

    @property
    def drop(self) -> Any:
        return self.page.locator("[data-action] > .btn").nth(1)

    def pick(self, cards: Sequence[str]) -> None:
        """Choose cards of the hand by taps, of two equal ones one after the other."""
        for number, card in enumerate(cards):
            self.hand_card(card, list(cards[:number]).count(card)).click()

    def drag(self, what: Any, where: Any) -> None:
        self.pointer.move(*middle(what))
        self.pointer.down()
        self.pointer.move(*middle(where), steps=4)
        self.pointer.up()


def sit_down(
    page: Page,
    site: str,
    *,
    written: str = "",
    seats: Sequence[int] = (0, 1),
    language: str = "it",
    settings: str = "",
    name: str = "",
    pointer: Any = None,
    **rules: Any,
) -> Scala40Table:
    """A browser at seat 0 of a match that has begun; ``written`` is how each deal is dealt, by chance without it."""
    game = WrittenScala40(written) if written else Scala40()
    of = setup(seats, game, "torneo_003", dealer=len(seats) - 1)
    match = Table(replace(of, rules={**of.rules, **rules}, number=random.Random(name).randrange(1_000_000))).deal()
    with translation.override(language):
        words = table_words(game, "francesi")
    said = {"names": NAMES, "typed": WORDS, "game": words}
    table = Scala40Table(page, match, random.Random(name), words, pointer or page.mouse)
    table.language = language
    html = PAGE.format(
        picture=f"/static/{game.decks['francesi']}", words=json.dumps(said).replace("<", "\\u003c"), settings=settings
    )
    page.expose_function("tableServer", lambda asked: table.answer(asked))
    page.route(f"**{ADDRESS}", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{site}{ADDRESS}")
    page.wait_for_function("() => window.sequence > 0")
    return table
