"""Papers as the browser prints them, which is how they are made where Pango is missing: whole, and on their paper."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.browsing import Hall
from tests.needs import needs

# Of each: the state of the event, its address, its paper in points, and what the page shows that must be on it.
PAPERS = {
    "slips": ("running", "stampa/", (420, 298), ".double-slip__name, .double-slip__code"),
    "sheets": ("running", "stampa/fogli/", (595, 842), ".result-sheet__table b, .result-sheet__deals thead th"),
    "certificates": ("finished", "stampa/attestati/", (842, 595), ".certificate__name"),
}
# Whatever is wider than its paper, or cut off by a box of it.
CUT = """() => [...document.querySelectorAll("main *:not(.visually-hidden)")]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).overflowX !== "visible")
  .map((one) => one.className)"""


@needs("pdftotext")
@pytest.mark.parametrize("what", PAPERS)
def test_the_browser_prints_the_whole_paper(hall: Hall, stage: Any, running: Any, tmp_path: Path, what: str) -> None:
    state, address, size, marks = PAPERS[what]
    event = running if state == "running" else stage("event", name="Torneo di Ferragosto", state=state, pairs=8)
    person = hall.person("ornella@example.org", viewport={"width": size[0] * 4 // 3, "height": size[1] * 4 // 3})
    page = person.open(f"/organizza/{event['slug']}/{address}")
    words = page.locator(marks).all_inner_texts()
    assert words
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    path = tmp_path / "paper.pdf"
    path.write_bytes(page.pdf(prefer_css_page_size=True))
    info = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    wide, high = (round(float(each)) for each in info.split("Page size:")[1].split()[:3:2])
    assert (wide, high) == size
    text = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True).stdout
    told = "".join(text.split())
    assert [each for each in words if "".join(each.split()) not in told] == []
