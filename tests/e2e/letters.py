"""What must not happen on a page in any size of letters: that it is wider than its window, or a word cut or broken."""

from playwright.sync_api import Page

from tests.e2e.browsing import PHONE, eventually, last_of

SMALL = {"width": 320, "height": 640}
# So long a page on a busy machine may need until it has followed the size of its window and of its letters.
SETTLES_MS = 10_000
HAS_SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# As a browser does it whose letters are set larger: everything that is measured in rem grows, from what the page itself
# gives to its root.
TWICE = """
() => {
  const root = document.documentElement;
  root.style.fontSize = `${2 * parseFloat(getComputedStyle(root).fontSize)}px`;
}
"""
# What the page is served with to anybody who wants it (test_preferences).
LARGE = """
() => {
  document.documentElement.style.fontSize = "";
  document.documentElement.dataset.text = "large";
}
"""
AS_IT_WAS = """
() => {
  document.documentElement.style.fontSize = "";
  delete document.documentElement.dataset.text;
}
"""
# Twice the size on a phone, and the largest that the site offers itself on a small one.
SIZES = {"twice": (TWICE, PHONE), "large on a small phone": (LARGE, SMALL)}
WHAT_IS_WIDER = """
() => {
  const width = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= width) return [];
  const scrolls = (one) => one && (getComputedStyle(one).overflowX !== "visible" || scrolls(one.parentElement));
  const isWider = (one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 0.5;
  return [...document.querySelectorAll("body, body *")]
    .filter((one) => isWider(one) && !scrolls(one.parentElement))
    .map((one) => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`)
    .concat(`page ${document.scrollingElement.scrollWidth}`);
}
"""
# Text that its own box hides; what is scrolled, or shown to nobody, is not cut.
WHAT_IS_CUT = """
() => [...document.querySelectorAll("body *")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, svg, .skip, option, select"))
  .filter((one) => !getComputedStyle(one).clipPath.includes("inset(50%"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .filter((one) => ["hidden", "clip"].includes(getComputedStyle(one).overflowX))
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)
"""
# A short word over two lines: there was no room for it.
WHAT_IS_BROKEN = """
() => {
  const isForReaders = (one) => one
    && (getComputedStyle(one).clipPath.includes("inset(50%") || isForReaders(one.parentElement));
  const found = [];
  const range = document.createRange();
  const lines = () => {
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    return new Set(boxes.map((box) => Math.round(box.top))).size;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    // Most texts stand in one line, and no word of theirs in two.
    range.selectNodeContents(node);
    if (lines() < 2) continue;
    if (!parent.checkVisibility() || isForReaders(parent)) continue;
    if (parent.closest(".visually-hidden, svg, .skip, .breaks, option, code, pre")) continue;
    for (const match of node.data.matchAll(/(?<![\\p{L}\\d])[\\p{L}\\d]{2,9}(?![\\p{L}\\d])/gu)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      if (lines() > 1) found.push(`${parent.tagName}.${parent.className} ${match[0]}`);
    }
  }
  return found;
}
"""


def found_by(page: Page, *looks: str) -> list[str]:
    """What these looks still find on the page when it has come to rest."""
    all_of_them = f"() => [{', '.join(f'...({look.strip()})()' for look in looks)}]"
    return last_of(page, lambda: page.evaluate(all_of_them), [], SETTLES_MS)


def wider(page: Page) -> list[str]:
    """What stays wider than the window of the page."""
    return found_by(page, WHAT_IS_WIDER)


def unreadable(page: Page, letters: str, window: dict[str, int]) -> list[str]:
    """What does not fit in letters and a window of these sizes."""
    # The letters first: on a phone, a page that was once wider than its window keeps that width for a while.
    page.evaluate(letters)
    page.set_viewport_size(window)  # type: ignore[arg-type]
    eventually(page, lambda: page.evaluate("document.documentElement.clientWidth"), window["width"])
    page.evaluate(HAS_SETTLED)
    return found_by(page, WHAT_IS_WIDER, WHAT_IS_CUT, WHAT_IS_BROKEN)
