"""What a phone must ask for before it shows an event: a slow network pays for every request."""

from typing import Any

from tests.e2e.browsing import PHONE, Hall, await_scripts

MOST_REQUESTS, MOST_BYTES = 20, 120_000
ASKED = """
() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((one) => [one.name, one.encodedBodySize])
"""


def test_an_event_comes_with_few_requests_one_style_and_few_bytes(hall: Hall, events: Any) -> None:
    page = hall.person(viewport=PHONE).open(f"/e/{events['running']['slug']}/")
    await_scripts(page)
    page.wait_for_load_state("load")
    asked = page.evaluate(ASKED)
    style = page.locator("link[rel=stylesheet]").get_attribute("href")
    assert [name for name, _size in asked if ".css" in name] == [f"{hall.url}{style}"]
    assert len(asked) <= MOST_REQUESTS
    assert sum(size for _name, size in asked) <= MOST_BYTES
