"""One gesture is one play: double and triple taps and trembling presses, however long the answer takes."""

import os
import random

from playwright.sync_api import Browser, Page

from tests.e2e.browsing import DESKTOP, eventually
from tests.e2e.card_table import CardTable, sit_down
from tests.searching import in_short

GESTURES = int(os.environ.get("TABLE_GESTURES", in_short(20, 40)))
MOST_LATENCY_MS = 400
STILL_PX = 12
BURST_MS = 450


class Trembling:
    """A hand that taps two or three times where one tap is meant, or does not hold still."""

    def __init__(self, page: Page, dice: random.Random) -> None:
        self.page = page
        self.dice = dice

    def press(self, x: float, y: float) -> None:
        mouse, dice = self.page.mouse, self.dice
        mouse.move(x, y)
        mouse.down()
        for _move in range(dice.randrange(4)):
            mouse.move(x + dice.uniform(-8, 8), y + dice.uniform(-8, 8))
        mouse.up()

    def burst(self, place: str) -> None:
        """One gesture on one place, whatever lies there after its first tap."""
        box = self.page.locator(place).first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for _tap in range(self.dice.choice((1, 2, 2, 3))):
            self.press(x, y)
            self.page.clock.run_for(self.dice.randrange(120))


def quiet(table: CardTable) -> None:
    """Until the play is answered, the hand has come to rest, and nothing is chosen."""

    def unanswered() -> int:
        table.page.clock.run_for(MOST_LATENCY_MS)
        return int(table.page.evaluate("window.unanswered"))

    eventually(table.page, unanswered, 0)
    table.page.clock.run_for(BURST_MS)
    table.page.keyboard.press("Escape")


def test_a_trembling_hand_plays_no_card_that_it_does_not_mean(browser: Browser, statics: str) -> None:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    page = context.new_page()
    dice = random.Random(f"tremor {GESTURES}")
    done = match = 0
    while done < GESTURES:
        page = context.new_page()
        page.clock.install()
        table = sit_down(page, statics, name=f"tremor {match}", seats=(0, 1), target=31)
        page.evaluate(f"window.latency = () => Math.random() * {MOST_LATENCY_MS}")
        match += 1
        while done < GESTURES and not table.is_over:
            done += 1
            tremble(table, Trembling(page, dice))
        assert table.sent == table.given
        page.close()
    context.close()


def tremble(table: CardTable, hand: Trembling) -> None:
    """One play with a trembling last tap, or a double tap on a card; nothing else may be played."""
    play = hand.dice.choice(table.legal)
    card, _x, takes = play.partition("x")
    before = len(table.sent)
    meant = [play]
    if not takes:
        places = [f"[data-card='{card}']", "[data-ghost] button"][: hand.dice.choice((1, 2))]
        # One tap chooses the card, a second one discards it: both are meant.
        meant = [play] if len(places) == 2 else [play, ""]
    elif hand.dice.random() < 0.3:
        places, meant = [f"[data-card='{card}']"], [""]
    else:
        places = [f"[data-card='{each}']" for each in (card, *takes.split("+"))]
    for place in places[:-1]:
        table.page.locator(place).click()
        table.page.clock.run_for(BURST_MS)
    hand.burst(places[-1])
    quiet(table)
    sent = table.sent[before:]
    assert len(sent) <= 1, f"{play}: {sent}"
    assert "".join(sent) in meant, f"{play}: {sent}"
