"""A card played at a table: by click, by touch, by drag and by keys."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.e2e.browsing import eventually
from tests.e2e.card_table import CardTable
from tests.e2e.fingers import Finger

NOTE_WHAT_IS_SAID = """
() => {
  window.said = [];
  const region = document.querySelector("[data-say]");
  const note = (nodes) => nodes.forEach((node) => window.said.push(node.textContent.trim()));
  new MutationObserver((all) => all.forEach((one) => note(one.addedNodes))).observe(region, { childList: true });
}
"""
FOCUSED = (
    "() => document.activeElement.dataset.card ?? document.activeElement.closest('[data-ghost]')?.dataset.ghost ?? ''"
)
LIST = "() => document.activeElement.closest('[data-hand]') ? 'hand' : 'table'"


def parts(play: str) -> tuple[str, list[str]]:
    card, _x, taken = play.partition("x")
    return card, taken.split("+") if taken else []


def middle(place: Any) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_click(table: CardTable, play: str) -> None:
    card, taken = parts(play)
    table.card(card).click()
    for each in taken:
        table.card(each).click()
    if not taken:
        table.ghost.click()


def by_touch(table: CardTable, play: str) -> None:
    card, taken = parts(play)
    for place in (table.card(card), *map(table.card, taken), *([] if taken else [table.ghost])):
        table.page.touchscreen.tap(*middle(place))


def by_drag(table: CardTable, play: str) -> None:
    """As people do: over the cards that are wanted, until no other is lit up."""
    card, taken = parts(play)
    pointer = table.pointer
    pointer.move(*middle(table.card(card)))
    pointer.down()
    pointer.move(*middle(table.page.locator("[data-last]")), steps=3)
    for _try in range(12):
        lit = table.page.locator("[data-table] [aria-pressed=true]").evaluate_all(
            "(all) => all.map((one) => one.dataset.card)"
        )
        missing = [each for each in taken if each not in lit]
        if not missing:
            break
        pointer.move(*middle(table.card(missing[0])), steps=2)
    pointer.up()


def by_keys(table: CardTable, play: str) -> None:
    card, taken = parts(play)
    keys = table.page.keyboard
    for _tab in range(30):
        if table.page.evaluate(FOCUSED):
            break
        keys.press("Tab")
    if table.page.evaluate(LIST) == "table":
        keys.press("ArrowDown")
    walk(table, card)
    keys.press("Enter")
    keys.press("ArrowUp")
    for each in taken:
        walk(table, each)
        keys.press("Enter")
    if not taken:
        eventually(table.page, lambda: table.page.evaluate(FOCUSED), card)
        keys.press("Enter")


def walk(table: CardTable, card: str) -> None:
    """With the arrows to a card of the list that the focus is in."""
    table.page.keyboard.press("Home")
    for _step in range(16):
        if table.page.evaluate(FOCUSED) == card:
            return
        table.page.keyboard.press("ArrowRight")
    raise AssertionError(f"the arrows never come to {card}")


@dataclass(slots=True)
class Seat:
    """Somebody at a table of the site."""

    page: Page

    @property
    def pointer(self) -> Any:
        return Finger(self.page) if self.page.evaluate("navigator.maxTouchPoints") else self.page.mouse

    def card(self, name: str) -> Any:
        return self.page.locator(f"#table button[data-card='{name}']")

    @property
    def ghost(self) -> Any:
        return self.page.locator("[data-ghost] button")
