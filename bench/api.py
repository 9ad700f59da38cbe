"""The API: a result entered by a program, and an event's whole state read cold, cached, since a version, and unchanged.

``python -m bench.api [sizes]``. One program on one connection, the server beside it; every other read is cold, after a
result. The floor is the smallest answer of the same server: the codes of one problem.
"""

import argparse
import http.client
import json
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from bench.evening import called_tables, log_in_referee, result_of
from bench.events import knockout, organiser, set_up
from bench.figures import p50, p95
from bench.record import record
from bench.servers import Browser, await_quiet, serve

SIZES = (64, 1024)
RESULTS, READS = 200, 300
COLD_READS, FLOORS = 40, 8
VALUES = {"depth": "points", "points_a": 3, "points_b": 1}


@dataclass
class Program:
    """A program with a token and a persistent connection."""

    port: int
    key: str

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(
        self, method: str, path: str, body: Any = None, wanted: int = 200, **headers: str
    ) -> tuple[bytes, str, float]:
        """Return body, ETag and milliseconds of one call."""
        sent = {"Authorization": f"Bearer {self.key}", "Accept-Encoding": "gzip", **headers}
        text = None if body is None else json.dumps(body)
        if text is not None:
            sent |= {"Content-Type": "application/json", "Idempotency-Key": uuid4().hex}
        begun = time.perf_counter()
        self.connection.request(method, f"/api/v1/{path}", text, sent)
        answer = self.connection.getresponse()
        read = answer.read()
        taken = (time.perf_counter() - begun) * 1000
        if answer.status != wanted:
            raise RuntimeError(f"{method} {path}: {answer.status} {read[:400]!r}")
        return read, answer.headers.get("ETag", ""), taken


@dataclass
class Times:
    """Milliseconds of each kind of call, and the bytes of a state as it is sent."""

    results: list[float] = field(default_factory=list)
    by_page: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    since: list[float] = field(default_factory=list)
    kept: list[float] = field(default_factory=list)
    same: list[float] = field(default_factory=list)
    floor: list[float] = field(default_factory=list)
    size: int = 0

    def figures(self) -> dict[str, float]:
        found: dict[str, float] = {"size_kb": self.size / 1024}
        kinds = {
            "result": self.results,
            "page": self.by_page,
            "cold": self.cold,
            "since": self.since[1:],
            "kept": self.kept,
            "304": self.same,
            "floor": self.floor,
        }
        for name, values in kinds.items():
            found |= {f"{name}_p50": p50(values), f"{name}_p95": p95(values)}
        return found


def measure(event: Any, actor: Any, program: Program, referee: Browser) -> Times:
    from tournaments.events.writes import rounds

    times, here = Times(), f"events/{event.slug}/"
    rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    version = 0
    for turn, (number, seen) in enumerate(called_tables(event, 1)[:RESULTS]):
        # Every fourth is entered by the referee's page, so that both run on the machine in the same minute.
        if turn % 4 == 3:
            times.by_page.append(result_of(event.slug, number, seen).send_by(referee))
            continue
        body = {"values": VALUES, "seen": seen}
        times.results.append(program.ask("POST", f"{here}tables/{number}/deal/", body)[2])
        times.since.append(program.ask("GET", f"{here}state/?since={version}")[2])
        _state, etag, _taken = program.ask("GET", f"{here}state/")
        version = int(etag.split('"')[1].partition("-")[0])
    cold(event, program, times, here)
    state, etag, _taken = program.ask("GET", f"{here}state/")
    times.size = len(state)
    for _again in range(READS):
        times.kept.append(program.ask("GET", f"{here}state/")[2])
        times.same.append(program.ask("GET", f"{here}state/", wanted=304, **{"If-None-Match": etag})[2])
    return times


def cold(event: Any, program: Program, times: Times, here: str) -> None:
    """Time the first read of a new version, and the floor in the same second: the speed of the machine varies."""
    from tournaments.frame.writes.transaction import writing

    for _again in range(COLD_READS):
        with writing(event.pk):
            pass
        times.cold.append(program.ask("GET", f"{here}state/")[2])
        times.floor += [program.ask("GET", "problems/not_found/")[2] for _ in range(FLOORS)]


def row(name: str, values: list[float]) -> str:
    return f"  {name:<28} p50 {p50(values):8.2f} ms  p95 {p95(values):8.2f} ms  {1000 / p50(values):8.0f} a second"


def run(size: int, environment: dict[str, str], actor: Any) -> dict[str, float]:
    from tournaments.accounts.writes.tokens import make_token

    event, _steps = knockout(actor, size)
    key = make_token(by=actor, owner=actor.user, name="bench", scopes=["organise"]).key
    with serve(
        "tournaments.config.asgi:application", environment | {"DJANGO_SETTINGS_MODULE": "bench.api_settings"}
    ) as server:
        # What is loaded after the start is asked by the gate: here a program has been at it for a while.
        await_quiet(server)
        times = measure(event, actor, Program(server.port, key), log_in_referee(server))
    print(f"{size} entries, state of {times.size / 1024:.0f} KB as it is sent")
    print(row("result entered", times.results))
    print(row("result entered by the page", times.by_page))
    print(row("state, cold", times.cold))
    print(row("state since a version, cold", times.since[1:]))
    print(row("state, kept", times.kept))
    print(row("state, 304", times.same))
    print(row("floor: one code", times.floor), flush=True)
    return times.figures()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=list(SIZES))
    sizes = parser.parse_args().sizes
    with tempfile.TemporaryDirectory() as folder:
        environment = set_up(folder)
        actor = organiser()
        record("api", {str(size): run(size, environment, actor) for size in sizes})


if __name__ == "__main__":
    main()
