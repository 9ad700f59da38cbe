"""The hall's screen, measured from the last row: letters, what is cut, what lies over what."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.browsing import PROJECTOR, Hall, eventually, settled

IS_CUT = """
() => [...document.querySelectorAll("#screen-all *")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, svg, wbr"))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const holder = one.parentElement.closest(".screen-table, .screen-match, .screen__panel, #screen-head, footer");
    const outside = (of) => box.bottom > of.bottom + 1 || box.right > of.right + 1 || box.top < of.top - 1;
    return outside({top: 0, bottom: innerHeight, right: innerWidth})
      || (holder && !one.matches("small") && outside(holder.getBoundingClientRect()))
      || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible";
  })
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`)
"""
# What lies over what: nothing of one table or match may cover another.
COVERS = """
() => {
  const all = [...document.querySelectorAll(".screen-table, .screen-match, .screen-names > li, .screen-standings > li")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim().slice(0, 40), one.getBoundingClientRect()]);
  const isOver = (a, b) => a.top < b.bottom - 1 && b.top < a.bottom - 1 && a.left < b.right - 1 && b.left < a.right - 1;
  const pairs = all.flatMap(([name, box], at) => all.slice(at + 1).map(([under, other]) => [name, box, under, other]));
  return pairs.filter(([, box, , other]) => isOver(box, other)).map(([name, , under]) => `${name} | ${under}`);
}
"""
# A picture 2 metres wide is read from 8 metres where letters have 40 of its 1080 lines.
LEAST_PX = 40
SMALL = """
(least) => {
  const found = [], texts = document.createTreeWalker(document.querySelector("#screen-all"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement, text = texts.currentNode.textContent.trim();
    const isSeen = text && one.checkVisibility() && !one.closest(".visually-hidden, script, template");
    if (isSeen && parseFloat(getComputedStyle(one).fontSize) < least - .1) found.push(`${one.className} ${text}`);
  }
  return found;
}
"""
LONG_NAMES = "(all) => all.forEach((one) => { one.textContent = 'Bertolotto Mussinatto – Rocchietti Castellamonte'; })"
WHAT_IS_CUT = """
() => [...document.querySelectorAll("#screen-all *")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, .hangs"))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1;
  })
  .map((one) => `${one.tagName}.${one.className}`)
"""
ROOT_SIZE = "[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]"


def panels_of(page: Any) -> list[str]:
    """The names of all panels; each was shown, with large letters, nothing cut and nothing covered."""
    names = page.locator("[data-panel]").evaluate_all("(all) => all.map((one) => one.dataset.panel)")
    for name in names:
        expect(page.locator("[data-panel]:visible")).to_have_attribute("data-panel", name)
        for look, least in ((SMALL, LEAST_PX), (IS_CUT, None), (COVERS, None)):
            eventually(page, lambda name=name, look=look, least=least: [name, *page.evaluate(look, least)], [name])
        page.keyboard.press("ArrowRight")
    return list(names)


def opened(hall: Hall, slug: str) -> Any:
    """The screen, whose panels turn by the arrows alone."""
    page = hall.person(viewport=PROJECTOR).open(f"/e/{slug}/schermo/")
    page.keyboard.press("Space")
    return settled(page)
