"""A whole match of Scopa at a bare table: by click, by drag, by touch, by keys, and by ear alone."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.browsing import DESKTOP, PHONE
from tests.e2e.card_table import CardTable, sit_down
from tests.e2e.fingers import Finger
from tests.e2e.listener import Listener
from tests.e2e.plays import NOTE_WHAT_IS_SAID, by_click, by_drag, by_keys, by_touch
from tests.searching import in_short, short_of

TWO, THREE, PAIRS = (0, 1), (0, 1, 2), (0, 1, 0, 1)
SEVERAL, SCOPONE = "several_004", "scopone_scientifico"
ONE_DEAL = {"match_mode": "fixed_deals", "deals": 1}
A_WHILE_MS = 500
# Matches of a block, by the accessibility tree and the keys alone.
BY_EAR = in_short(1, 20)


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    found = browser.new_context(
        **(phone if request.param == "phone" else {"viewport": DESKTOP}), reduced_motion="reduce"
    )
    yield found
    found.close()


def play_out(table: CardTable, give: Callable[[CardTable, str], None]) -> None:
    """Play the match to its end; what is sent is what is meant, and everything played is read out once."""
    table.page.evaluate(NOTE_WHAT_IS_SAID)
    heard = len(table.match.log)
    while not table.is_over:
        play = table.dice.choice(table.legal)
        give(table, play)
        table.settled()
        assert table.sent[-1:] == table.given[-1:] == [play], f"{play}: {table.sent[-3:]} {table.line.text_content()}"
        table.page.clock.fast_forward(A_WHILE_MS)
    assert table.sent == table.given
    played = [event for event in table.match.log[heard:] if event.kind == "played"]
    said = " ".join(table.page.evaluate("window.said"))
    meant = Counter(table.said(event) for event in played)
    assert {each: said.count(each) for each in meant} == meant


WAYS = [
    pytest.param("desk", by_click, "napoletane", "it", PAIRS, {}, id="click, pairs"),
    pytest.param("desk", by_drag, "piacentine", "en", TWO, {}, id="drag"),
    pytest.param("phone", by_drag, "napoletane", "it", TWO, {}, id="drag by finger"),
    pytest.param("phone", by_touch, "piemontesi", "it", THREE, {"preset": SEVERAL}, id="touch, three players"),
    pytest.param("phone", by_touch, "napoletane", "it", PAIRS, {"preset": SCOPONE}, id="touch, ten cards each"),
    pytest.param("desk", by_keys, "francesi", "en", TWO, {}, id="keys"),
]


@pytest.mark.parametrize(
    ("context", "give", "deck", "language", "seats", "preset"),
    # A short run plays by ear alone (below), which takes the keys.
    short_of(WAYS),
    indirect=["context"],
)
def test_a_whole_match(
    context: BrowserContext,
    statics: str,
    give: Callable[[CardTable, str], None],
    deck: str,
    language: str,
    seats: Any,
    preset: dict[str, Any],
) -> None:
    page = context.new_page()
    page.clock.install()
    pointer = Finger(page) if page.evaluate("navigator.maxTouchPoints") else page.mouse
    rules: dict[str, Any] = {"deck": deck, "language": language, "seats": seats, "pointer": pointer, **preset}
    play_out(sit_down(page, statics, name=deck, **rules, **ONE_DEAL), give)


def bare(definite: str) -> str:
    """A card as it is called alone, from what it is called in a sentence."""
    for article in ("il ", "l'", "la "):
        definite = definite.removeprefix(article)
    return definite


def play_by_ear(page: Page, table: CardTable) -> None:
    ear = Listener(page)
    hand = ear.buttons("La tua mano")
    if table.given:
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
    ear.go_to(hand[0], "Tab")
    for _step in range(table.dice.randrange(len(hand))):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    said = ear.says(" può prendere ", " non prende nulla")
    if " può prendere " in said:
        option = table.dice.choice(said.split(" può prendere ")[1].rstrip(". ").split(" oppure "))
        for card in option.replace(" e ", ", ").split(", "):
            page.keyboard.press("Home")
            ear.go_to(bare(card), "ArrowRight")
            page.keyboard.press("Enter")
    else:
        assert ear.name(ear.focused(ear.nodes())).startswith("Scarta ")
        page.keyboard.press("Enter")


@pytest.mark.parametrize("context", ["desk"], indirect=True)
@pytest.mark.parametrize("block", range(in_short(1, 10)))
def test_matches_by_ear(
    context: BrowserContext, statics: str, block: int, record_property: Callable[[str, object], None]
) -> None:
    """R-SCO-38 to R-SCO-40 without a look at the page."""
    given = 0
    for number in range(BY_EAR):
        page = context.new_page()
        table = sit_down(page, statics, name=f"ear {block * BY_EAR + number}", **ONE_DEAL)
        while not table.is_over:
            before = len(table.given)
            play_by_ear(page, table)
            table.settled()
            assert len(table.given) == before + 1
        assert table.sent == table.given
        given += len(table.given)
        page.close()
    record_property("figure", f"{BY_EAR} matches by ear: {given} plays, 0 that were not meant")
