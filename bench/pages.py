"""The public bracket and standings of a knockout: rebuilt, from the cache, unchanged; one reader and sixteen.

Before a page is rebuilt, a seat of its event is changed. What that costs is also measured in time of the processor.
``python -m bench.pages [sizes]``; the pages of the last size are compared with those of the first. Each page alternates
with the one of ``bench.floor_site`` that does the minimum of its kind. Then the same page behind nginx, with
deploy/nginx.conf, alternates with a static file of the same bytes: nginx on one core, readers on the other.
"""

import sys
import tempfile
from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from bench.crowd import Request, together
from bench.evening import floor_server
from bench.events import knockout, organiser, play_first_round, set_up
from bench.figures import p50
from bench.nginx import Proxy, run_proxy
from bench.record import record
from bench.rush import rush
from bench.servers import Browser, Server, serve

SIZES = (256, 1_024)
PAGES = ("event_bracket", "event_standings")
REBUILDS = 40
ASKED = 300
READERS = 16
CROWD = 1_600
SERVER_CPU = 0
RUSHES = 5
# Both in plain HTTP, so that the figure is that of the pages and not of the encryption; no limit for one address.
WITHOUT_TLS = {
    "listen 443 ssl http2;": "listen 127.0.0.1:{port};",
    "limit_req zone=pages burst=3000 nodelay;": "",
    "keepalive_timeout 65s;": "keepalive_requests 100000000;",
    "worker_processes auto;": "worker_processes 1;",
    "proxy_set_header Host $host;": "proxy_set_header Host 127.0.0.1;",
}
GZIP = {"Accept-Encoding": "gzip", "Accept-Language": "it"}

Figures = dict[str, float]


def in_turns(count: int, ours: Callable[[], float], floor: Callable[[], float]) -> tuple[float, float]:
    """Return the medians of both, requested alternately."""
    pairs = [(ours(), floor()) for _ in range(count)]
    return p50([pair[0] for pair in pairs]), p50([pair[1] for pair in pairs])


def busy(server: Server, ask: Callable[[], float]) -> Callable[[], float]:
    """Return the same request, measured in milliseconds of the server's processor."""

    def spend() -> float:
        before = server.busy_ms()
        ask()
        return server.busy_ms() - before

    return spend


def asking(browser: Browser, path: str, headers: Mapping[str, str], wanted: int) -> Callable[[], float]:
    request = Request(path, headers=headers, wanted=wanted)
    return lambda: request.send_by(browser)


def measure(event: Any, name: str, site: Server, bare: Server) -> Figures:
    """Return every figure of one page of one event, with the floor of each."""
    from django.db.models import F
    from django.urls import reverse

    from tournaments.models import TableLine, Tournament

    path = reverse(name, args=[event.slug])
    reader, floor = Browser(site.port), Browser(bare.port)

    seats = cycle(TableLine.objects.filter(table__tournament=event, place=1).values_list("pk", flat=True))
    fetch, fetch_floor = asking(reader, path, GZIP, 200), asking(floor, "/rows", GZIP, 200)

    def after_a_change(ask: Callable[[], float]) -> Callable[[], float]:
        def rebuild() -> float:
            TableLine.objects.filter(pk=next(seats)).update(mp=F("mp") + 1)
            Tournament.objects.filter(pk=event.pk).update(version=F("version") + 1)
            return ask()

        return rebuild

    rebuild = after_a_change(fetch)
    rebuild()
    made, made_floor = in_turns(REBUILDS, rebuild, fetch_floor)
    spent, spent_floor = in_turns(REBUILDS, after_a_change(busy(site, fetch)), busy(bare, fetch_floor))
    kept, kept_floor = in_turns(ASKED, asking(reader, path, GZIP, 200), asking(floor, "/page", GZIP, 200))
    _status, packed, headers, _ms = reader.ask("GET", path, None, GZIP)
    _status, plain, _headers, _ms = reader.ask("GET", path, None, {"Accept-Language": "it"})
    known = {**GZIP, "If-None-Match": headers["etag"]}
    same, same_floor = in_turns(ASKED, asking(reader, path, known, 304), asking(floor, "/unchanged", GZIP, 304))
    figures = {
        "rebuilt_ms": made,
        "rebuilt_floor_ms": made_floor,
        "rebuilt_cpu_ms": spent,
        "rebuilt_floor_cpu_ms": spent_floor,
        "cached_ms": kept,
        "cached_floor_ms": kept_floor,
        "304_ms": same,
        "304_floor_ms": same_floor,
        "plain_kb": len(plain) / 1024,
        "gzip_kb": len(packed) / 1024,
    }
    return figures | many(path, known, site, bare)


def many(path: str, known: Mapping[str, str], site: Server, bare: Server) -> Figures:
    """Return answers a second to sixteen readers at once."""
    rates = {}
    for kind, mine, theirs in (
        ("cached", Request(path, headers=GZIP), Request("/page", headers=GZIP)),
        ("304", Request(path, headers=known, wanted=304), Request("/unchanged", headers=GZIP, wanted=304)),
    ):
        rates[f"{kind}_many_floor_per_s"] = together(bare.port, [theirs] * CROWD, READERS).rate
        rates[f"{kind}_many_per_s"] = together(site.port, [mine] * CROWD, READERS).rate
    return rates


def behind_nginx(event: Any, site: Server, folder: Path) -> Figures:
    """Return answers a second of the cached page and of a file of its size, by nginx on one core; medians."""
    from django.urls import reverse

    path = reverse(PAGES[-1], args=[event.slug])
    page = Browser(site.port).ask("GET", path, None, {"Accept-Language": "it"})[1]
    static = folder / "static-of-the-same-bytes"
    static.mkdir()
    (static / "page.html").write_bytes(page)
    with run_proxy(folder / "nginx", static, site.port, cpu=SERVER_CPU, more=WITHOUT_TLS) as proxy:
        turns = [(rush_proxy(proxy, "/static/page.html"), rush_proxy(proxy, path)) for _ in range(RUSHES)]
    return {
        "static_per_s": median(file[0] for file, _page in turns),
        "static_us": median(file[1] for file, _page in turns),
        "kept_per_s": median(kept[0] for _file, kept in turns),
        "kept_us": median(kept[1] for _file, kept in turns),
    }


def rush_proxy(proxy: Proxy, path: str) -> tuple[float, float]:
    """Return answers a second, and nginx's microseconds for each: the client may be the slower of the two."""
    before = proxy.cpu_seconds()
    rate, answers = rush(proxy.port, path)
    return rate, (proxy.cpu_seconds() - before) * 1_000_000 / answers


def report_nginx(found: Figures) -> None:
    print(
        f"behind nginx: {found['kept_per_s']:.0f}/s, {found['kept_us']:.1f} us of processor an answer; a static file of"
        f" the same bytes {found['static_per_s']:.0f}/s, {found['static_us']:.1f} us;"
        f" ratio {found['kept_per_s'] / found['static_per_s']:.2f},"
        f" of the processor {found['static_us'] / found['kept_us']:.2f}"
    )


def queries(event: Any, name: str) -> int:
    """Return the queries of a rebuilt page."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    with CaptureQueriesContext(connection) as captured:
        Client().get(reverse(name, args=[event.slug]))
    return len(captured.captured_queries)


def report(size: int, name: str, found: Figures, asked: int) -> None:
    print(
        f"{name} of {size}: rebuilt {found['rebuilt_ms']:.2f} ms in {asked} queries"
        f" (one query, f-strings {found['rebuilt_floor_ms']:.2f}), of the processor {found['rebuilt_cpu_ms']:.2f}"
        f" ({found['rebuilt_floor_cpu_ms']:.2f}); cached {found['cached_ms']:.2f}"
        f" (bare {found['cached_floor_ms']:.2f}); 304 {found['304_ms']:.2f} (bare {found['304_floor_ms']:.2f});"
        f" {READERS} readers: cached {found['cached_many_per_s']:.0f}/s (bare {found['cached_many_floor_per_s']:.0f}),"
        f" 304 {found['304_many_per_s']:.0f}/s (bare {found['304_many_floor_per_s']:.0f});"
        f" {found['plain_kb']:.1f} KB, {found['gzip_kb']:.1f} KB gzipped",
        flush=True,
    )


def main(sizes: tuple[int, ...] = SIZES) -> dict[str, Figures]:
    figures: dict[str, Figures] = {}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        actor = organiser()
        events = {size: knockout(actor, size)[0] for size in sizes}
        for event in events.values():
            play_first_round(actor, event)
        with serve("tournaments.config.asgi:application", environment) as site, floor_server() as bare:
            for name in PAGES:
                for size, event in events.items():
                    asked = queries(event, name)
                    figures[f"{name}_{size}"] = measure(event, name, site, bare)
                    figures[f"{name}_{size}"]["queries"] = asked
                    report(size, name, figures[f"{name}_{size}"], asked)
            figures["nginx"] = behind_nginx(events[sizes[-1]], site, Path(folder))
            report_nginx(figures["nginx"])
    for name in PAGES:
        small, large = figures[f"{name}_{sizes[0]}"], figures[f"{name}_{sizes[-1]}"]
        grown = ", ".join(f"{kind} {large[kind] / small[kind]:.2f}" for kind in ("rebuilt_ms", "cached_ms", "304_ms"))
        print(f"{name}, {sizes[-1]} against {sizes[0]}: {grown}")
    return figures


if __name__ == "__main__":
    record("pages", main(tuple(int(word) for word in sys.argv[1:]) or SIZES))
