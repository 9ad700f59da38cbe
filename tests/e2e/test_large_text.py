"""Pages in large letters: 200 % on a phone, and the largest that the site offers itself on a small one.

What must not happen: a page that is wider than its window, and a word that is cut or broken for want of room.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.atlas import EVERYWHERE, Sight, address
from tests.e2e.browsing import PHONE, Hall, Person
from tests.e2e.test_every_page import WHAT_IS_WIDER

SMALL = {"width": 320, "height": 640}
TWICE, LARGEST = 200, 125
TRIES, PAUSE_MS = 10, 200
HAS_SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# As a browser does it whose letters are set larger: everything that is measured in rem grows, from what the page itself
# gives to its root. (Asked once: with less motion a change is a transition, and is not there at once.)
SET_TEXT = """
(percent) => {
  const root = document.documentElement;
  root.dataset.own ??= parseFloat(getComputedStyle(root).fontSize);
  root.style.fontSize = `${root.dataset.own * percent / 100}px`;
}
"""
# Text that its own box hides; what is scrolled, or shown to nobody, is not cut.
WHAT_IS_CUT = """
() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, svg, .skip, option, select"))
  .filter((one) => !getComputedStyle(one).clipPath.includes("inset(50%"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => ["hidden", "clip"].includes(getComputedStyle(one).overflowX))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)
"""
# A short word over two lines: there was no room for it.
WHAT_IS_BROKEN = """
() => {
  const isForReaders = (one) => one
    && (getComputedStyle(one).clipPath.includes("inset(50%") || isForReaders(one.parentElement));
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent.checkVisibility() || isForReaders(parent)) continue;
    if (parent.closest(".visually-hidden, svg, .skip, .breaks, option, code, pre")) continue;
    for (const match of node.data.matchAll(/(?<![\\p{L}\\d])[\\p{L}\\d]{2,9}(?![\\p{L}\\d])/gu)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      const tops = new Set(boxes.map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(`${parent.tagName}.${parent.className} ${match[0]}`);
    }
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def eyes(request: pytest.FixtureRequest) -> Iterator[dict[str, Person]]:
    """A person of each kind with a phone, kept from page to page; the letters are set by a style that no page has."""
    browser, site, stage = (request.getfixturevalue(name) for name in ("browser", "site", "stage"))
    hall = Hall(browser, site.url, lambda account: stage("log_in", email=account))
    yield {by: hall.person(by, viewport=PHONE, bypass_csp=True) for by in {sight.by for sight in EVERYWHERE}}
    assert hall.leave() == []


def looked_at(page: Page, size: dict[str, int], percent: int) -> list[str]:
    """What does not fit at this size, when the page has come to rest in it."""
    # The letters first: on a phone, a page that was once wider than its window keeps that width for a while.
    page.evaluate(SET_TEXT, percent)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.wait_for_function("(width) => document.documentElement.clientWidth === width", arg=size["width"])
    for _ in range(TRIES):
        page.evaluate(HAS_SETTLED)
        found: list[str] = [*page.evaluate(WHAT_IS_WIDER), *page.evaluate(WHAT_IS_CUT), *page.evaluate(WHAT_IS_BROKEN)]
        if not found:
            break
        page.wait_for_timeout(PAUSE_MS)
    return found


@pytest.mark.parametrize("sight", EVERYWHERE, ids=str)
def test_a_page_holds_large_letters(sight: Sight, eyes: Any, stage: Any, events: Any) -> None:
    eyes[sight.by].page.set_viewport_size(PHONE)
    page = eyes[sight.by].open(address(sight, stage, events), sight.status)
    found = {f"{percent} %": looked_at(page, size, percent) for size, percent in ((PHONE, TWICE), (SMALL, LARGEST))}
    assert found == {"200 %": [], "125 %": []}
