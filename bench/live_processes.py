"""Online tables in one, two and four live processes on one PostgreSQL: what a play costs, and how late it is.

``python script/with_postgresql.py python -m bench.live_processes [--seconds S] [tables]``. On two cores, where robots
and servers of data run too, plays a second cannot grow with the processes: what is compared is the processor that each
play costs them together. Each process has its own tables, as nginx gives them out, and its own robots. First at the
pace of people, twice and in turns; then as fast as possible. Last a bare consumer, with the same tables.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from statistics import mean
from typing import Any

from bench.events import set_up
from bench.figures import p50, p99
from bench.record import record
from bench.servers import Server, await_port, serve
from bench.tables_live import NO_PACE, PACE, SITE, Seats, bare_seats, floor, robots, tables
from tests.ports import free_port

PROCESSES = (1, 2, 4)
TABLES, IN_A_LOOP = 40, 20
SECONDS, TURNS = 16.0, 2
# Seconds until a process that has started is at rest, and for which it is then looked at.
SETTLES = 4.0


@contextmanager
def redis() -> Iterator[str]:
    """Run Redis for the hints between the processes; return its address."""
    program, port = shutil.which("redis-server"), free_port()
    if program is None:
        raise RuntimeError("redis-server is not installed")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        await_port(port, "redis-server")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


def idle_share(servers: Sequence[Server]) -> float:
    """Return the share of a core that one of these costs while nobody plays; the mean of all."""
    time.sleep(SETTLES)
    before, begun = sum(server.cpu_seconds() for server in servers), time.perf_counter()
    time.sleep(SETTLES)
    return (sum(server.cpu_seconds() for server in servers) - before) / (time.perf_counter() - begun) / len(servers)


def play(
    servers: Sequence[Server], seats: Seats, thinking: tuple[float, float], seconds: float, idle: float
) -> dict[str, float]:
    """Let robots play, each process's tables with a process of their own; return the figures of all together.

    ``cpu`` is what a play costs all processes, in ms, ``net`` the same without what they cost while nobody plays.
    """
    found: list[Mapping[str, Any]] = []
    with ExitStack() as running:
        crowds = [running.enter_context(robots(server.port)) for server in servers]
        for number, (server, crowd) in enumerate(zip(servers, crowds, strict=True)):
            assert crowd.stdin is not None
            mine = seats[number :: len(servers)]
            asked = {"seats": mine, "thinking": thinking, "seconds": seconds, "pid": server.pid}
            crowd.stdin.write(json.dumps(asked) + "\n")
            crowd.stdin.flush()
        for crowd in crowds:
            assert crowd.stdout is not None
            found.append(json.loads(crowd.stdout.readline()))
    if any(each["broken"] or each["refused"] or not each["acknowledged"] for each in found):
        raise RuntimeError(str([(each["broken"][:2], each["refused"], len(each["acknowledged"])) for each in found]))
    plays = sum(len(each["acknowledged"]) for each in found)
    spent = sum(each["cpu"] for each in found)
    return {
        "rate": sum(len(each["acknowledged"]) / each["seconds"] for each in found),
        "cpu": spent / plays * 1000,
        "net": (spent - sum(idle * each["seconds"] for each in found)) / plays * 1000,
        "ack_p50": mean(p50(each["acknowledged"]) for each in found),
        "ack_p99": max(p99(each["acknowledged"]) for each in found),
    }


@contextmanager
def live(count: int, environment: Mapping[str, str]) -> Iterator[Sequence[Server]]:
    with ExitStack() as running:
        yield [running.enter_context(serve(SITE, environment)) for _each in range(count)]


def main() -> dict[str, Any]:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("tables", type=int, nargs="?", default=TABLES)
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder, redis() as address:
        os.environ["REDIS_URL"] = address
        environment = set_up(folder)
        # Robots that do not think come to the end of a match: each of those runs has its own tables.
        seats = tables(asked.tables + IN_A_LOOP * len(PROCESSES))
        paced: dict[int, list[dict[str, float]]] = {count: [] for count in PROCESSES}
        idle: list[float] = []
        for _turn in range(TURNS):
            for count in PROCESSES:
                with live(count, environment) as servers:
                    idle.append(idle_share(servers))
                    paced[count].append(play(servers, seats[: asked.tables], PACE, asked.seconds, mean(idle)))
        for number, count in enumerate(PROCESSES):
            begin = asked.tables + IN_A_LOOP * number
            with live(count, environment) as servers:
                loop = play(servers, seats[begin : begin + IN_A_LOOP], NO_PACE, asked.seconds / 2, mean(idle))
            ours = {name: mean(each[name] for each in paced[count]) for name in paced[count][0]}
            found[f"{count}"] = {**ours, **{f"loop_{name}": value for name, value in loop.items()}}
            print(
                f"{count} live: {ours['rate']:.0f} plays/s, {ours['cpu']:.2f} ms of the processor a play, acknowledged"
                f" p50 {ours['ack_p50']:.0f} ms, p99 of the slowest process {ours['ack_p99']:.0f} ms; as fast as"
                f" possible {loop['rate']:.0f} plays/s, {loop['cpu']:.2f} ms, {loop['net']:.2f} net",
                flush=True,
            )
        with floor() as bare:
            least = play([bare], bare_seats(asked.tables), PACE, asked.seconds, 0.0)
        with floor() as bare:
            bare_loop = play([bare], bare_seats(IN_A_LOOP), NO_PACE, asked.seconds / 2, 0.0)
        found["bare"] = {**least, **{f"loop_{name}": value for name, value in bare_loop.items()}}
    print(
        f"bare consumer: {least['cpu']:.2f} ms a play, p99 {least['ack_p99']:.0f} ms; as fast as possible"
        f" {bare_loop['rate']:.0f} plays/s, {bare_loop['cpu']:.2f} ms"
    )
    ratio = found["4"]["loop_net"] / found["1"]["loop_net"]
    print(
        f"an idle process costs {mean(idle) * 100:.1f} % of a core; a play at four, net, {ratio:.2f} times that at one"
    )
    return {**found, "idle_percent": mean(idle) * 100, "ratio": ratio}


if __name__ == "__main__":
    record("live_processes", main())
