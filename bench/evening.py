"""A knockout through the referee's endpoint, every result durable: total, growth, p50 and p95, queries a result.

``python -m bench.evening [sizes]``. The bare endpoint of ``bench.floor_site`` runs beside each size, alternating with
ours, so that both run on the machine in the same minute. With DATABASE_URL both keep their data in that PostgreSQL.
"""

import math
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Any
from uuid import uuid4

from bench.crowd import Request, together
from bench.events import EMAIL, PASSWORD, form_of_result, knockout, organiser, set_up
from bench.figures import p50, p95, p99
from bench.record import Nested, record
from bench.servers import Browser, Server, serve

SIZES = (16, 1_024, 16_384)
REFEREES = 8
CROWD_SIZE = 512
CROWD_RUNS = 3
# Short evenings are repeated until there are enough results for a p95.
FEWEST_RESULTS = 240
# After so many of our results the bare endpoint takes half as many.
TURN = 40


@dataclass
class Evening:
    """The times of one size: seconds to create it and to play it out, milliseconds of each result and of the floor."""

    made: dict[str, float] = field(default_factory=dict)
    totals: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    cpu: float = 0.0
    floor_cpu: float = 0.0
    memory: float = 0.0

    def figures(self) -> dict[str, float]:
        return {
            **{f"{step}_s": seconds for step, seconds in self.made.items()},
            "total_s": median(self.totals),
            "p50": p50(self.times),
            "p95": p95(self.times),
            "bare_p50": p50(self.floor),
            "bare_p95": p95(self.floor),
            "cpu": self.cpu,
            "bare_cpu": self.floor_cpu,
            "memory_mb": self.memory,
        }


@contextmanager
def floor_server() -> Iterator[Server]:
    """Run the bare endpoint, on its own file."""
    with (
        tempfile.TemporaryDirectory(prefix="settebello-floor-") as folder,
        serve("bench.floor_site:application", {"FLOOR_DATA": folder}) as server,
    ):
        yield server


def log_in_referee(server: Server) -> Browser:
    referee = Browser(server.port)
    referee.log_in(EMAIL, PASSWORD)
    return referee


def result_of(slug: str, table: int, version: int) -> Request:
    """Return the request that enters one result."""
    form = form_of_result(version, uuid4().hex, upper=True)
    return Request(f"/e/{slug}/tavoli/{table}/", form, wanted=303)


def called_tables(event: Any, number: int) -> list[tuple[int, int]]:
    """Return number and version of every table that waits for its result in a round."""
    from tournaments.models import Table

    waiting = Table.objects.filter(round__tournament=event, round__number=number, status="called").order_by("number")
    return list(waiting.values_list("number", "version"))


def rounds_of(event: Any) -> list[int]:
    from tournaments.models import Round

    return list(Round.objects.filter(tournament=event).order_by("number").values_list("number", flat=True))


def play_out(event: Any, actor: Any, referee: Browser, floor: Browser, evening: Evening) -> None:
    """Play every round to the final, alternating with the floor, which is outside the total."""
    from tournaments.events.writes import rounds
    from tournaments.models import Table

    total = 0.0
    for number in rounds_of(event):
        begun = perf_counter()
        rounds.announce_round(actor=actor, tournament_id=event.pk, number=number)
        total += perf_counter() - begun
        # A server closes connections that are silent for seconds, as both were during the call of a large round.
        referee.connection.close()
        floor.connection.close()
        for at, (table, version) in enumerate(called_tables(event, number)):
            taken = result_of(event.slug, table, version).send_by(referee)
            evening.times.append(taken)
            total += taken / 1000
            if at % TURN == 0:
                evening.floor += [floor.ask("POST", "/result", {"number": n})[3] for n in range(TURN // 2)]
    if Table.objects.filter(tournament=event).exclude(status__in=("done", "bye")).exists():
        raise RuntimeError("the knockout was not played out")
    evening.totals.append(total)


def evenings(actor: Any, size: int, environment: dict[str, str]) -> Evening:
    """Play as many knockouts of ``size`` as a p95 needs, through one server."""
    found = Evening()
    with serve("tournaments.config.asgi:application", environment) as site, floor_server() as bare:
        referee, floor = log_in_referee(site), Browser(bare.port)
        _warm(actor, referee, floor)
        cpu, floor_cpu = site.cpu_seconds(), bare.cpu_seconds()
        while len(found.times) < FEWEST_RESULTS:
            event, found.made = knockout(actor, size)
            play_out(event, actor, referee, floor, found)
        found.cpu = (site.cpu_seconds() - cpu) * 1000 / len(found.times)
        found.floor_cpu = (bare.cpu_seconds() - floor_cpu) * 1000 / len(found.floor)
        found.memory = site.pss_mb()
    return found


def _warm(actor: Any, referee: Browser, floor: Browser) -> None:
    """Warm up: one-time work of a process does not count for a result."""
    event, _made = knockout(actor, 16)
    play_out(event, actor, referee, floor, Evening())


def queries_a_result(event: Any, actor: Any) -> int:
    """Return the statements of one result through the whole stack, counted in this process."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from tournaments.events.writes import rounds

    rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    client = Client()
    client.force_login(actor.user)
    said: list[str] = []
    for table, version in called_tables(event, 1)[:2]:
        with CaptureQueriesContext(connection) as captured:
            form = form_of_result(version, uuid4().hex, upper=True)
            answer = client.post(f"/e/{event.slug}/tavoli/{table}/", form)
        if answer.status_code != 303:
            raise RuntimeError(f"{answer.status_code}")
        said = [query["sql"] for query in captured.captured_queries]
    return sum(not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PRAGMA")) for sql in said)


def crowd(actor: Any, environment: dict[str, str], size: int = CROWD_SIZE) -> dict[str, float]:
    """Measure eight referees at once in one event, beside eight clients of the bare endpoint, in the same minute."""
    from tournaments.events.writes import rounds

    ours, floors = [], []
    with serve("tournaments.config.asgi:application", environment) as site, floor_server() as bare:
        _warm(actor, log_in_referee(site), Browser(bare.port))
        for _ in range(CROWD_RUNS):
            event, _made = knockout(actor, size)
            rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
            work = [result_of(event.slug, table, version) for table, version in called_tables(event, 1)]
            floors.append(together(bare.port, [Request("/result", {"number": n}) for n in range(len(work))], REFEREES))
            ours.append(together(site.port, work, REFEREES, (EMAIL, PASSWORD)))
    rate, floor_rate = median(one.rate for one in ours), median(one.rate for one in floors)
    times, floor_times = [t for one in ours for t in one.times], [t for one in floors for t in one.times]
    print(
        f"{REFEREES} referees at once: {rate:.0f} results/s, p50 {p50(times):.1f} ms, p99 {p99(times):.1f} ms;"
        f" bare {floor_rate:.0f}/s, p99 {p99(floor_times):.1f} ms; ratio {rate / floor_rate:.2f}"
    )
    return {"rate": rate, "p99": p99(times), "bare_rate": floor_rate, "bare_p99": p99(floor_times)}


def main(sizes: tuple[int, ...] = SIZES) -> Nested:
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        actor = organiser()
        totals: dict[int, float] = {}
        for size in sizes:
            found = evenings(actor, size, environment)
            totals[size] = median(found.totals)
            ours, bare = p50(found.times), p50(found.floor)
            print(
                f"{size:6} entries: entries {found.made['entries']:.2f} s, draw {found.made['draw']:.2f} s,"
                f" tables {found.made['tables']:.2f} s; complete {totals[size]:.2f} s;"
                f" result p50 {ours:.2f} ms, p95 {p95(found.times):.2f} ms;"
                f" bare p50 {bare:.2f} ms, p95 {p95(found.floor):.2f} ms;"
                f" ratio p50 {ours / bare:.2f}, p95 {p95(found.times) / p95(found.floor):.2f};"
                f" processor {found.cpu:.2f} ms a result, bare {found.floor_cpu:.2f} ms; server {found.memory:.0f} MB",
                flush=True,
            )
            figures[str(size)] = found.figures()
        for small, large in pairwise(sizes):
            # A knockout of n entries has n - 1 results.
            exponent = math.log(totals[large] / totals[small]) / math.log((large - 1) / (small - 1))
            print(f"growth exponent of the total, {small} to {large}: {exponent:.3f}")
            figures[str(large)]["growth"] = exponent
        for size in (16, 64):
            event, _made = knockout(actor, size)
            asked = queries_a_result(event, actor)
            figures[f"statements_{size}"] = {"result": asked}
            print(f"queries a result at {size}: {asked}")
        figures["crowd"] = crowd(actor, environment)
    return figures


if __name__ == "__main__":
    found = main(tuple(int(word) for word in sys.argv[1:]) or SIZES)
    record("evening_postgresql" if os.environ.get("DATABASE_URL") else "evening", found)
