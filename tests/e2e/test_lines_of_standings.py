"""What a phone shows of the standings at its first look: no line is kept free for nothing."""

from typing import Any

import pytest

from tests.e2e.browsing import PHONE, Hall

LINES_OF_ROOM = """
(one) => {
  const style = getComputedStyle(one), pads = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  return Math.round((one.getBoundingClientRect().height - pads) / parseFloat(style.lineHeight));
}
"""


@pytest.mark.parametrize(("state", "lines"), [("finished", 1), ("called", 2)])
def test_above_the_standings_a_phone_has_no_empty_line(hall: Hall, stage: Any, state: str, lines: int) -> None:
    slug = stage("event", name="Righe", state=state, pairs=8)["slug"]
    page = hall.person(viewport=PHONE).open(f"/e/{slug}/classifica/")
    page.evaluate("document.fonts.ready")
    caption = page.locator(".standings caption")
    assert caption.evaluate(LINES_OF_ROOM) == len(caption.inner_text().split("\n")) == lines
