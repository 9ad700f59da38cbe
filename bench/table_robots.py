"""Robots at online tables over websockets, all in one process: the time until a play is acknowledged and received.

``python -m bench.table_robots PORT CPU``; a line of JSON on standard input says who sits where (``seats``: address and
cookie of each seat, by table), how long they think (``thinking``: from, to, in seconds), for how long they play
(``seconds``) and who serves (``pid``); the answer is a line with the milliseconds of every play, and the seconds of the
processor of who serves meanwhile. An empty line ends it.
"""

import asyncio
import json
import os
import random
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedOK

from bench.servers import cpu_seconds

CONNECTS_AT_ONCE = 50
Json = Any


@dataclass
class Times:
    """Milliseconds from the sending of a play: until its receipt, and until the other seat has it."""

    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    refused: int = 0
    most_bytes: int = 0


class Robot:
    """One seat: it merges the updates, and makes a legal play in its turn."""

    def __init__(self, table: "Table", line: ClientConnection) -> None:
        self.table, self.line = table, line
        self.view: dict[str, Json] = {}
        self.sent: dict[str, float] = {}
        self._number = self._readied = 0
        self._played = -1
        self._acting: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        async for text in self.line:
            frame = json.loads(text)
            await self._receive(frame, len(text))

    async def _receive(self, frame: Mapping[str, Json], size: int) -> None:
        kind = frame["is"]
        if kind == "view":
            self.view = dict(frame["view"])
        elif kind == "news":
            self._news(frame, size)
        elif kind == "beat":
            await self.line.send(json.dumps({"do": "beat", "number": frame["number"]}))
            return
        elif kind == "receipt":
            begun = self.sent.pop(frame["id"], None)
            if begun is not None and self.table.crowd.is_counted:
                self.table.crowd.times.acknowledged.append((time.perf_counter() - begun) * 1000)
            return
        elif kind == "refused":
            self.table.crowd.times.refused += 1
            return
        else:
            return
        if self._acting is None or self._acting.done():
            self._acting = asyncio.create_task(self._act())

    def _news(self, frame: Mapping[str, Json], size: int) -> None:
        now = time.perf_counter()
        self.view |= frame["changed"]
        if frame.get("cards"):
            self.view["cards"] = {**(self.view["cards"] or {}), **frame["cards"]}
        times = self.table.crowd.times
        times.most_bytes = max(times.most_bytes, size)
        for event in frame["events"]:
            begun = self.table.plays.get(event["sequence"])
            if begun is not None and begun[0] is not self and self.table.crowd.is_counted:
                times.told.append((now - begun[1]) * 1000)

    async def _act(self) -> None:
        """Send what this seat has to do now, each command once."""
        view, deal = self.view, self.view["deal"]
        if view["is_over"] or view["is_paused"] or self.table.crowd.is_over:
            return
        if deal["is_waiting"] and view["you"] not in deal["ready"] and deal["number"] != self._readied:
            self._readied = deal["number"]
            await self._ask("ready", "", view["sequence"])
        elif not deal["is_waiting"] and view["clock"]["turn"] == view["you"] and view["sequence"] != self._played:
            self._played = known = view["sequence"]
            await asyncio.sleep(random.uniform(*self.table.crowd.thinking))
            if not self.table.crowd.is_over:
                self.table.plays[known + 1] = (self, time.perf_counter())
                await self._ask("play", random.choice(view["cards"]["actions"]), known)

    async def _ask(self, kind: str, text: str, expected: int) -> None:
        self._number += 1
        name = f"r{id(self):x}-{self._number}"
        if kind == "play":
            self.sent[name] = time.perf_counter()
        await self.line.send(json.dumps({"do": kind, "id": name, "expected": expected, "text": text}))


@dataclass
class Table:
    """A match: the robot that sent each play of it, and when."""

    crowd: "Crowd"
    plays: dict[int, tuple[Robot, float]] = field(default_factory=dict)


class Crowd:
    """All robots of this process."""

    def __init__(self, port: int, asked: Mapping[str, Json]) -> None:
        self.port, self.seconds, self.thinking = port, asked["seconds"], tuple(asked["thinking"])
        self.seats: Sequence[Sequence[Mapping[str, str]]] = asked["seats"]
        self.pid: int = asked["pid"]
        self.times = Times()
        self.is_counted = self.is_over = False

    async def play(self) -> Json:
        gate = asyncio.Semaphore(CONNECTS_AT_ONCE)
        tables = [(Table(self), number, seats) for number, seats in enumerate(self.seats)]
        places = [(table, number, seat) for table, number, seats in tables for seat in seats]
        robots = await asyncio.gather(*(self._seat(gate, *place) for place in places))
        listening = [asyncio.create_task(robot.listen()) for robot in robots]
        # The start, when all tables deal at one moment, is not typical of an evening.
        await asyncio.sleep(min(3.0, self.seconds / 4))
        self.is_counted, begun, cpu = True, time.perf_counter(), cpu_seconds(self.pid)
        await asyncio.sleep(self.seconds)
        self.is_counted, lasted, cpu = False, time.perf_counter() - begun, cpu_seconds(self.pid) - cpu
        self.is_over = True
        waiting = sum(len(robot.sent) for robot in robots)
        for robot in robots:
            await robot.line.close()
        ended = await asyncio.gather(*listening, return_exceptions=True)
        return {
            "acknowledged": self.times.acknowledged,
            "told": self.times.told,
            "seconds": lasted,
            "cpu": cpu,
            "waiting": waiting,
            "refused": self.times.refused,
            "broken": [repr(each) for each in ended if _is_broken(each)],
            "most_bytes": self.times.most_bytes,
        }

    async def _seat(self, gate: asyncio.Semaphore, table: Table, number: int, seat: Mapping[str, str]) -> Robot:
        async with gate:
            # Different loopback addresses, as from many homes, so that no limit for one address is reached.
            line = await connect(
                f"ws://127.0.0.1:{self.port}{seat['path']}",
                origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
                additional_headers={"Cookie": seat["cookie"]},
                compression=None,
                ping_interval=None,
                local_addr=(f"127.0.{number // 200}.{2 + number % 200}", 0),
            )
            return Robot(table, line)


def _is_broken(ended: BaseException | None) -> bool:
    """Return whether the socket broke; a close by this side that meets a heartbeat is no error."""
    return isinstance(ended, Exception) and not isinstance(ended, ConnectionClosedOK)


def main() -> None:
    port, cpu = sys.argv[1:]
    os.sched_setaffinity(0, {int(cpu)})
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for line in sys.stdin:
        if not line.strip():
            return
        print(json.dumps(asyncio.run(Crowd(int(port), json.loads(line)).play())), flush=True)


if __name__ == "__main__":
    main()
