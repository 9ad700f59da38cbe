"""No page is old in silence for longer than three seconds: here by its own limits, whatever a busy machine adds."""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "tournaments/static/tournaments/js"
MOST_MS = 3000


@pytest.mark.parametrize(("script", "silent"), [("contact.js", "SILENT_MS"), ("table/link.js", "LOST_MS")])
def test_a_page_says_that_it_is_out_of_touch_within_three_seconds(script: str, silent: str) -> None:
    numbers = dict(re.findall(r"^const (\w+_MS) = (\d+);", (SCRIPTS / script).read_text(), re.MULTILINE))
    assert int(numbers[silent]) + int(numbers["WATCH_MS"]) < MOST_MS
