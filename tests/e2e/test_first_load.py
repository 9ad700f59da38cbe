"""What a phone must ask for before it shows an event: a slow network pays for every request."""

from typing import Any

import pytest

from tests.e2e.browsing import PHONE, Hall

MOST_REQUESTS, MOST_BYTES = 20, 120_000
ASKED = """
() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((one) => [one.name, one.encodedBodySize])
"""
LINES_OF_ROOM = """
(one) => {
  const style = getComputedStyle(one), pads = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  return Math.round((one.getBoundingClientRect().height - pads) / parseFloat(style.lineHeight));
}
"""


def test_an_event_comes_with_few_requests_one_style_and_few_bytes(hall: Hall, events: Any) -> None:
    page = hall.person(viewport=PHONE, is_first_visit=True).open(f"/e/{events['running']['slug']}/")
    page.wait_for_load_state("load")
    asked = page.evaluate(ASKED)
    style = page.locator("link[rel=stylesheet]").get_attribute("href")
    assert [name for name, _size in asked if ".css" in name] == [f"{hall.url}{style}"]
    assert len(asked) <= MOST_REQUESTS
    assert sum(size for _name, size in asked) <= MOST_BYTES


@pytest.mark.parametrize(("state", "lines"), [("finished", 1), ("called", 2)])
def test_above_the_standings_a_phone_has_no_empty_line(hall: Hall, stage: Any, state: str, lines: int) -> None:
    slug = stage("event", name="Righe", state=state, pairs=8)["slug"]
    page = hall.person(viewport=PHONE).open(f"/e/{slug}/classifica/")
    page.evaluate("document.fonts.ready")
    caption = page.locator(".standings caption")
    assert caption.evaluate(LINES_OF_ROOM) == len(caption.inner_text().split("\n")) == lines
