"""Memory of one web process with a large event under constant reads and writes.

``python -m bench.memory [entries] [requests]``: PSS after the log-in, with a full page cache, and at the end.
"""

import sys
import tempfile
from typing import Any

from bench.crowd import Request
from bench.evening import called_tables, floor_server, result_of
from bench.events import EMAIL, PASSWORD, knockout, organiser, set_up
from bench.record import record
from bench.servers import Browser, serve

ENTRIES = 16_384
REQUESTS = 10_000
# One result, then readers: the pages of the event, a match, a table of the hall.
READS = 9
SAMPLES = 10


def reads(event: Any, turn: int) -> list[Request]:
    from django.urls import reverse

    names = ("event", "event_bracket", "event_tables", "event_standings", "event_entries")
    pages = [reverse(name, args=[event.slug]) for name in names]
    match = reverse("match", args=[event.slug, turn % 1000 + 1])
    return [Request(path) for path in (*pages, match, pages[0], pages[1], pages[3])][:READS]


def main(entries: int = ENTRIES, requests: int = REQUESTS) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        from tournaments.events.writes import rounds

        actor = organiser()
        event, _made = knockout(actor, entries)
        rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
        tables = called_tables(event, 1)
        with serve("tournaments.config.asgi:application", environment) as site, floor_server() as bare:
            referee, reader = Browser(site.port), Browser(site.port)
            Browser(bare.port).ask("GET", "/page")
            referee.log_in(EMAIL, PASSWORD)
            begun, floor = site.pss_mb(), bare.pss_mb()
            seen = []
            turns = requests // (READS + 1)
            for turn in range(turns):
                table, version = tables[turn]
                result_of(event.slug, table, version).send_by(referee)
                for request in reads(event, turn):
                    request.send_by(reader)
                if (turn + 1) % (turns // SAMPLES) == 0:
                    seen.append(site.pss_mb())
                    print(f"{(turn + 1) * (READS + 1):6} requests: {seen[-1]:.1f} MB", flush=True)
    # After three tenths every kind of page has been made and the page cache is full.
    full, last = seen[2], seen[-1]
    figures = {"start_mb": begun, "bare_mb": floor, "full_mb": full, "last_mb": last, "most_mb": max(seen)}
    print(
        f"{entries} entries: {begun:.1f} MB after the log-in (bare Django {floor:.1f}), {full:.1f} with the pages kept,"
        f" {last:.1f} after {requests} requests: growth {100 * (last / full - 1):+.1f} %"
    )
    return figures


if __name__ == "__main__":
    record("memory", main(*(int(word) for word in sys.argv[1:])))
