"""Live updates: the time from a referee's result to the last subscriber of the event, beside a bare ASGI hub.

``python -m bench.live [--seconds S] [sizes]``. The server has one core and the clients the other, for ours and the
floor alike. Results are entered over HTTP by a logged-in referee; the floor gets a bare POST and sends the same bytes.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

from bench.evening import called_tables, log_in_referee, result_of
from bench.events import knockout, organiser, set_up
from bench.figures import p50, p95, p99
from bench.record import record
from bench.servers import ROOT, Browser, Server, serve

SIZES = (1_000, 5_000)
TOLD = 20
PAUSE = 0.8
KEPT_UP_SECONDS = 60
BROADCASTS_A_SECOND = 2
PROCESSES = 2
SERVER_CPU, CLIENT_CPU = 0, 1
PATIENCE = 60.0
RESTART_PATIENCE = 30.0
Heard = dict[int, list[float]]


@dataclass
class Listeners:
    """The processes that hold all the subscribers."""

    processes: "list[subprocess.Popen[str]]"
    count: int

    def ask(self, command: str) -> list[dict[str, Any]]:
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.write(command + "\n")
            process.stdin.flush()
        return [json.loads(process.stdout.readline()) for process in self.processes if process.stdout is not None]

    @property
    def connected(self) -> int:
        return sum(state["connected"] for state in self.ask("state"))

    def report(self) -> tuple[Heard, list[float]]:
        """Return when each version was received, and when streams were opened, since the last report."""
        heard: Heard = {}
        back: list[float] = []
        for told in self.ask("report"):
            back += told["back"]
            for version, times in told["heard"].items():
                heard.setdefault(int(version), []).extend(times)
        return heard, sorted(back)

    def wait_for_all(self, patience: float = PATIENCE) -> None:
        until = time.monotonic() + patience
        while self.connected < self.count:
            if time.monotonic() > until:
                raise RuntimeError(f"{self.connected} of {self.count} are connected")
            time.sleep(0.1)


@contextmanager
def listening(port: int, path: str, count: int) -> Iterator[Listeners]:
    """Run ``count`` subscribers, connected."""
    share = [count // PROCESSES + (n < count % PROCESSES) for n in range(PROCESSES)]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.listeners", str(port), path, str(n), str(CLIENT_CPU)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in share
    ]
    found = Listeners(processes, count)
    try:
        found.wait_for_all()
        yield found
    finally:
        for process in processes:
            process.kill()
            process.wait()


@dataclass
class Told:
    """One broadcast, seen from the client: requested, answered and received; all in ms after the request."""

    answered: float
    heard: list[float]

    @property
    def last(self) -> float:
        return max(self.heard)


class Teller:
    """Enters results, or posts to the floor, and counts the resulting versions."""

    def __init__(self, tell: Callable[[], None], version: int) -> None:
        self._tell = tell
        self.version = version

    def tell(self) -> tuple[int, float, float]:
        """Return the version, the time of its request, and the ms to the answer."""
        self.version += 1
        begun = time.monotonic()
        self._tell()
        return self.version, begun, (time.monotonic() - begun) * 1000


def broadcast_times(listeners: Listeners, asked: list[tuple[int, float, float]]) -> list[Told]:
    """Return the times of each broadcast; RuntimeError where a subscriber did not receive the newest one."""
    until = time.monotonic() + PATIENCE
    newest, heard = asked[-1][0], listeners.report()[0]
    while len(heard.get(newest, ())) < listeners.count:
        if time.monotonic() > until:
            raise RuntimeError(f"{len(heard.get(newest, ()))} of {listeners.count} were told version {newest}")
        time.sleep(0.1)
        for version, times in listeners.report()[0].items():
            heard.setdefault(version, []).extend(times)
    found = []
    for version, begun, answered in asked:
        times = [(at - begun) * 1000 for later in heard if later >= version for at in heard[later]]
        first = sorted(times)[: listeners.count]
        found.append(Told(answered, first))
    return found


@dataclass(frozen=True)
class Idle:
    """The cost of a server without subscribers: the share of the core at rest, and the ms of a broadcast to nobody."""

    share: float = 0.0
    telling: float = 0.0


def measure(server: Server, listeners: Listeners, teller: Teller, seconds: float, idle: Idle) -> dict[str, float]:
    """Return every figure of one server with its subscribers; the processor time is what they add."""
    listeners.report()
    cpu, begun = server.cpu_seconds(), time.monotonic()
    asked = []
    for _ in range(TOLD):
        asked.append(teller.tell())
        time.sleep(PAUSE)
    once = broadcast_times(listeners, asked)
    background = idle.share * (time.monotonic() - begun)
    cpu = (server.cpu_seconds() - cpu - background) * 1000 / TOLD - idle.telling
    steady, kept_cpu = broadcast_steadily(server, listeners, teller, seconds)
    third = max(1, len(steady) // 3)
    everybody = [ms for one in once for ms in one.heard]
    return {
        "p50": p50(everybody),
        "p99": p99(everybody),
        "last": median(one.last for one in once),
        "worst": max(one.last for one in once),
        "after_answer": median(one.last - one.answered for one in once),
        "cpu": cpu,
        "kept_last_early": median(one.last for one in steady[:third]),
        "kept_last_late": median(one.last for one in steady[-third:]),
        "kept_load": kept_cpu,
        "answer_p50": p50([one.answered for one in steady]),
        "answer_p95": p95([one.answered for one in steady]),
    }


def broadcast_steadily(
    server: Server, listeners: Listeners, teller: Teller, seconds: float
) -> tuple[list[Told], float]:
    """Send two broadcasts a second for a while; return their times, and the share of the core."""
    found: list[Told] = []
    cpu, begun = server.cpu_seconds(), time.monotonic()
    asked = []
    for number in range(int(seconds * BROADCASTS_A_SECOND)):
        time.sleep(max(0.0, begun + number / BROADCASTS_A_SECOND - time.monotonic()))
        asked.append(teller.tell())
    found = broadcast_times(listeners, asked)
    return found, (server.cpu_seconds() - cpu) / (time.monotonic() - begun)


def referee(event: Any, site: Server) -> Teller:
    """Log in a referee who enters the results of the first round, one after the other."""
    browser = log_in_referee(site)
    waiting = iter(called_tables(event, 1))
    event.refresh_from_db()

    def tell() -> None:
        table, version = next(waiting)
        result_of(event.slug, table, version).send_by(browser)

    return Teller(tell, event.version)


def processor_alone(site: Server, teller: Teller, count: int = 40) -> float:
    """Return the processor time of a result without subscribers, in ms."""
    for _ in range(5):
        teller.tell()
    before = site.cpu_seconds()
    for _ in range(count):
        teller.tell()
    return (site.cpu_seconds() - before) * 1000 / count


def share_at_rest(server: Server, seconds: float = 10.0) -> float:
    """Return the share of the core that a server takes with nothing to send."""
    before = server.cpu_seconds()
    time.sleep(seconds)
    return (server.cpu_seconds() - before) / seconds


def ours(environment: Mapping[str, str], count: int, seconds: float) -> dict[str, float]:
    from tournaments.events.writes import rounds

    actor = organiser()
    event, _made = knockout(actor, 1024)
    rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    with serve("tournaments.config.asgi:application", environment, cpu=SERVER_CPU) as site:
        teller = referee(event, site)
        alone = processor_alone(site, teller)
        before, idle = site.pss_mb(), Idle(share_at_rest(site), alone)
        path = f"/e/{event.slug}/live/"
        with listening(site.port, path, count) as listeners:
            memory = (site.pss_mb() - before) * 1024 / count
            resting = share_at_rest(site) - idle.share
            figures = measure(site, listeners, teller, seconds, idle)
            figures |= {"memory": memory, "alone": alone, "idle": idle.share, "resting": resting}
            return figures | time_restart(site, environment, listeners)


def time_restart(site: Server, environment: Mapping[str, str], listeners: Listeners) -> dict[str, float]:
    """Replace the server by another one; return the seconds from its first stream to the last."""
    listeners.report()
    site.stop()
    begun = time.monotonic()
    with serve("tournaments.config.asgi:application", environment, cpu=SERVER_CPU, port=site.port) as again:
        started = time.monotonic() - begun
        cpu = again.cpu_seconds()
        listeners.wait_for_all(RESTART_PATIENCE)
        back = listeners.report()[1]
        return {
            "start": started,
            "back_first": back[0] - begun - started,
            "back_all": back[-1] - begun - started,
            "back_cpu": again.cpu_seconds() - cpu,
        }


def floor(count: int, seconds: float) -> dict[str, float]:
    with serve("bench.floor_hub:application", {}, cpu=SERVER_CPU) as bare:
        browser = Browser(bare.port)
        teller = Teller(lambda: None, 0)
        teller._tell = lambda: browser.ask("POST", f"/tell/{teller.version}") and None
        before = bare.pss_mb()
        with listening(bare.port, "/e/floor/live/", count) as listeners:
            memory = (bare.pss_mb() - before) * 1024 / count
            return {**measure(bare, listeners, teller, seconds, Idle()), "memory": memory}


def report(count: int, mine: Mapping[str, float], bare: Mapping[str, float]) -> None:
    def both(name: str, digits: int = 0) -> str:
        return f"{mine[name]:.{digits}f} (bare {bare[name]:.{digits}f})"

    rest = f"{mine['idle'] * 100:.1f} % of the core at rest, {mine['resting'] * 100:.1f} more with subscribers"
    print(
        f"{count} subscribers, ms from the asking: p50 {both('p50')}, p99 {both('p99')}, last {both('last')},"
        f" worst {both('worst')}; last after the referee's answer {both('after_answer')}\n"
        f"  processor ms a broadcast {both('cpu')}, ratio {mine['cpu'] / bare['cpu']:.2f}; a result that nobody hears"
        f" {mine['alone']:.1f}; {rest}; KB a subscriber {both('memory', 1)}\n"
        f"  {BROADCASTS_A_SECOND}/s kept up: last {both('kept_last_early')} in the first third,"
        f" {both('kept_last_late')} in the last; {mine['kept_load'] * 100:.0f} % of the core"
        f" (bare {bare['kept_load'] * 100:.0f}); result meanwhile p50 {mine['answer_p50']:.1f},"
        f" p95 {mine['answer_p95']:.1f} ms (bare POST {bare['answer_p50']:.1f}, {bare['answer_p95']:.1f})\n"
        f"  restart: {mine['start']:.1f} s to start; all back {mine['back_all']:.1f} s after that"
        f" (the first {mine['back_first']:.1f} s), {mine['back_cpu']:.1f} s of processor",
        flush=True,
    )


def main() -> dict[str, float]:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=KEPT_UP_SECONDS)
    parser.add_argument("sizes", type=int, nargs="*", default=SIZES)
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.sched_setaffinity(0, {CLIENT_CPU})
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        for count in asked.sizes:
            bare = floor(count, asked.seconds)
            mine = ours(environment, count, asked.seconds)
            report(count, mine, bare)
            figures |= {f"{count}.{name}": value for name, value in mine.items()}
            figures |= {f"{count}.bare_{name}": value for name, value in bare.items()}
    return figures


if __name__ == "__main__":
    record("live", main())
