"""First paint of an event's pages on a phone on slow 3G: 400 ms a round trip, 400 kbit/s, a processor at a quarter.

``python -m bench.first_paint [runs]``: a headless Chromium (CHROMIUM names it) with its own network throttling; cold
without a cache, warm on the second visit, alternating with a bare page of ``bench.floor_site`` without style and
script. Medians of the runs; the requests and bytes are those of a cold visit.
"""

import sys
import tempfile
from dataclasses import dataclass, field
from typing import Any

from bench.evening import floor_server
from bench.events import knockout, organiser, play_first_round, set_up
from bench.figures import p50
from bench.record import record
from bench.servers import serve

ENTRIES = 64
RUNS = 5
PAGES = ("event", "event_bracket", "event_tables", "event_standings")
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SLOWER = 4
PHONE = {"width": 390, "height": 844}
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--no-first-run", "--disable-dev-shm-usage"]
SETTLED_MS = 700
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
# The layout shift after the first paint.
MOVED = """
() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().reduce((sum, one) => sum + one.value, 0))).observe({type: "layout-shift", buffered: true})
  || setTimeout(() => done(0), 50))
"""


@dataclass
class Visit:
    """The requests of one visit."""

    urls: list[str] = field(default_factory=list)
    received: float = 0
    painted_ms: float = 0
    moved: float = 0


def visit_page(page: Any, url: str) -> Visit:
    """Open the page on the slow line, and wait until everything is loaded."""
    visit = Visit()
    tools = page.context.new_cdp_session(page)
    tools.on("Network.requestWillBeSent", lambda event: visit.urls.append(event["request"]["url"]))
    tools.on("Network.loadingFinished", lambda event: _add(visit, event["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_3G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    page.wait_for_timeout(SETTLED_MS * SLOWER)
    visit.painted_ms = float(page.evaluate(PAINTED))
    visit.moved = float(page.evaluate(MOVED))
    tools.detach()
    return visit


def _add(visit: Visit, length: float) -> None:
    visit.received += length


def measure(browser: Any, url: str, bare: str, runs: int) -> tuple[list[Visit], list[Visit], list[Visit]]:
    """Measure cold and warm visits and visits to the floor, each round with its own browser profile."""
    cold, warm, floor = [], [], []
    for _run in range(runs):
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="it-IT")
        cold.append(visit_page(context.new_page(), url))
        warm.append(visit_page(context.new_page(), url))
        floor.append(visit_page(context.new_page(), bare))
        context.close()
    return cold, warm, floor


def main(runs: int = RUNS) -> dict[str, dict[str, float]]:
    from playwright.sync_api import sync_playwright

    from tests.e2e.browsing import chromium_path

    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        from django.urls import reverse

        actor = organiser()
        event, _made = knockout(actor, ENTRIES)
        play_first_round(actor, event)
        with (
            serve("tournaments.config.asgi:application", environment) as site,
            floor_server() as bare,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            for name in PAGES:
                url = f"http://127.0.0.1:{site.port}{reverse(name, args=[event.slug])}"
                cold, warm, floor = measure(browser, url, f"http://127.0.0.1:{bare.port}/page", runs)
                first = cold[0]
                figures[name] = {
                    "cold_ms": p50([one.painted_ms for one in cold]),
                    "warm_ms": p50([one.painted_ms for one in warm]),
                    "requests": len(first.urls),
                    "kb": first.received / 1024,
                    "moved": max(one.moved for one in cold),
                    "floor_ms": p50([one.painted_ms for one in floor]),
                }
                print(
                    "{name}: painted after {cold_ms:.0f} ms cold, {warm_ms:.0f} warm (bare page {floor_ms:.0f});"
                    " {requests} requests, {kb:.1f} KB; moved {moved:.3f}".format(name=name, **figures[name]),
                    flush=True,
                )
            browser.close()
    return figures


if __name__ == "__main__":
    record("first_paint", main(*(int(word) for word in sys.argv[1:])))
