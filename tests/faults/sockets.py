"""Players at online tables over websockets, all in one thread: they come back by themselves, as pages do (link.js).

A player whose socket ends, or who hears nothing for some seconds, connects to the next address; what had no answer is
sent again under the same name. Their patience is that of a slow machine: what is measured is not theirs.
"""

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.robots import SCENES, checked
from tests.faults.serving import Clerk
from tests.waiting import until
from tournaments.competition.timing import TOLERATED_IN_PLAY

PATIENCE = 120.0
THINKING = (0.05, 0.3)
SILENCE, DIAL = 6.0, 8.0
RETRY = (0.1, 0.3)
# What somebody hears who asked before the news were there.
OVERTAKEN = frozenset({"stale_sequence", "device_older", "deal_begun", "ready_already"})
Address = tuple[str, int]


@dataclass
class Player:
    """One seat: what it was shown and acknowledged, and where it is connected; ``prefers`` is its first address."""

    match: int
    seat: int
    cookie: str
    addresses: Sequence[Address]
    prefers: int = 0
    thinking: tuple[float, float] = THINKING
    view: dict[str, Any] = field(default_factory=dict)
    events: list[int] = field(default_factory=list)
    acknowledged: dict[str, int] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    here: Sequence[int] = ()
    is_older: bool = False
    at: Address | None = None
    again: int = 0
    is_over: bool = False
    moves_on: bool = False
    _number: int = 0
    _line: ClientConnection | None = None
    _waiting: dict[str, dict[str, Any]] = field(default_factory=dict)
    _acting: "asyncio.Task[None] | None" = None

    async def play(self) -> None:
        """Stay connected, and play, until it is over."""
        began = time.time()
        while not self.is_over:
            host, port = self.addresses[self.prefers % len(self.addresses)]
            known, age = self.events[-1] if self.events else 0, round((time.time() - began) * 1000)
            with suppress(OSError, TimeoutError, WebSocketException):
                async with connect(
                    f"ws://{host}:{port}/tavolo/{self.match}/filo/?since={known}&age={age}",
                    origin=f"http://{host}:{port}",  # type: ignore[arg-type]
                    additional_headers={"Cookie": self.cookie},
                    compression=None,
                    ping_interval=None,
                    open_timeout=DIAL,
                    close_timeout=0.1,
                ) as line:
                    self.at, self.is_older, self._line = (host, port), False, line
                    for asked in list(self._waiting.values()):
                        self.again += 1
                        await line.send(json.dumps(asked))
                    while not self.is_over and not self.moves_on:
                        await self._heard(line, json.loads(await asyncio.wait_for(line.recv(), SILENCE)))
            self.at, self.here, self.moves_on = None, (), False
            if not self.is_over:
                self.prefers += 1
                await asyncio.sleep(random.uniform(*RETRY))
        if self._acting is not None:
            await self._acting

    async def _heard(self, line: ClientConnection, frame: Mapping[str, Any]) -> None:
        kind = frame["is"]
        if kind == "beat":
            await line.send(json.dumps({"do": "beat", "number": frame["number"]}))
        elif kind == "view":
            self.view = dict(frame["view"])
            self._know(frame["events"], self.view["sequence"])
        elif kind == "news":
            self.view |= frame["changed"]
            if frame.get("cards"):
                self.view["cards"] = {**(self.view["cards"] or {}), **frame["cards"]}
            self._know(frame["events"], self.view["sequence"])
        elif kind == "receipt":
            self._waiting.pop(frame["id"], None)
            self.acknowledged[frame["id"]] = frame["sequence"]
        elif kind == "refused":
            self._waiting.pop(frame["id"], None)
            if frame["code"] not in OVERTAKEN:
                self.broken.append(f"{frame}")
        elif kind == "again":
            self.again += 1
            await line.send(json.dumps(self._waiting[frame["id"]]))
        elif kind == "here":
            self.here = frame["seats"]
        elif kind in ("older", "newest"):
            self.is_older = kind == "older"
        if kind in ("view", "news", "receipt", "refused", "newest") and (self._acting is None or self._acting.done()):
            self._acting = asyncio.create_task(self._act())

    def _know(self, events: Sequence[Mapping[str, Any]], sequence: int) -> None:
        fresh = [each["sequence"] for each in events if not self.events or each["sequence"] > self.events[-1]]
        # The first view brings no events: what was before it is no hole.
        self.events += fresh or ([] if self.events else [sequence])

    async def _act(self) -> None:
        """Do what is to be done, also what comes up meanwhile."""
        while self._may_ask():
            if self._is_to_get_ready():
                await self._ask("ready", "", self.view["sequence"])
            elif self._is_to_move():
                await asyncio.sleep(random.uniform(*self.thinking))
                # What has happened meanwhile may have taken the turn away.
                if self._may_ask() and self._is_to_move():
                    await self._ask("play", random.choice(self.view["cards"]["actions"]), self.view["sequence"])
            else:
                return

    def _may_ask(self) -> bool:
        is_at_rest = self.view["is_paused"] or self.view["is_over"]
        return not (is_at_rest or self.is_over or self._waiting or self.is_older)

    def _is_to_get_ready(self) -> bool:
        return self.view["deal"]["is_waiting"] and self.seat not in self.view["deal"]["ready"]

    def _is_to_move(self) -> bool:
        return not self.view["deal"]["is_waiting"] and self.view["clock"]["turn"] == self.seat

    async def _ask(self, do: str, text: str, expected: int) -> None:
        self._number += 1
        asked = {"do": do, "id": f"{self.match}-{self.seat}-{self._number}", "expected": expected, "text": text}
        self._waiting[str(asked["id"])] = asked
        # It may be another line than when the turn came. Where there is none now, the next one sends what waits.
        if self._line is not None:
            with suppress(OSError, WebSocketException):
                await self._line.send(json.dumps(asked))


class Sockets:
    """The players of many matches, from ``start`` to ``stop``; the seats of a match begin at different addresses."""

    def __init__(
        self, clerk: Clerk, addresses: Sequence[Address], count: int, *, thinking: tuple[float, float] = THINKING
    ) -> None:
        self.clerk = clerk
        made: Sequence[Mapping[str, Any]] = clerk(f"{SCENES}:seated_tables", count=count)
        self.players = [
            Player(one["match"], seat, cookie, addresses, one["match"] + seat, thinking)
            for one in made
            for seat, cookie in enumerate(one["cookies"])
        ]
        self._failures: list[BaseException] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="players")

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        async def all_play() -> None:
            await asyncio.gather(*(each.play() for each in self.players))

        try:
            self._loop.run_until_complete(all_play())
        except BaseException as error:  # noqa: BLE001 - the test's own thread raises it
            self._failures.append(error)
        finally:
            self._loop.close()

    @property
    def count(self) -> int:
        return sum(len(each.acknowledged) for each in self.players)

    def until(self, is_so: Callable[[], object], what: str) -> float:
        """The seconds until it is so."""
        found = until(lambda: is_so() or self._failures, lambda: f"{what}: {self.count} plays", PATIENCE, every=0.01)
        if self._failures:
            raise self._failures[0]
        return found

    def until_all_played(self, more: int = 2) -> float:
        """The seconds until every seat was acknowledged so many commands more."""
        wanted = {id(each): len(each.acknowledged) + more for each in self.players}
        return self.until(
            lambda: all(
                len(each.acknowledged) >= wanted[id(each)] or each.view.get("is_over") for each in self.players
            ),
            "everybody plays on",
        )

    def stop(self) -> None:
        for each in self.players:
            each.is_over = True
        self._thread.join(PATIENCE)
        if self._failures:
            raise self._failures[0]

    def check(self) -> str:
        """Hold what was acknowledged and told against the logs: nothing lost, doubled or left out, nobody timed out."""
        charged: list[int] = []
        matches = sorted({each.match for each in self.players})
        for match in matches:
            rows = self.clerk(f"{SCENES}:log", match=match)
            numbers = [row["sequence"] for row in rows]
            seats = [each for each in self.players if each.match == match]
            for each in seats:
                assert each.broken == [], each.broken
                assert each.events == numbers[each.events[0] - 1 :][: len(each.events)], "a hole in what was told"
            charged += checked(rows, {name: n for each in seats for name, n in each.acknowledged.items()})
            assert self.clerk(f"{SCENES}:sequence", match=match) == len(rows)
        assert max(charged, default=0) <= TOLERATED_IN_PLAY
        return (
            f"{self.count} commands at {len(matches)} tables over sockets acknowledged, 0 lost, 0 twice,"
            f" {sum(each.again for each in self.players)} sent again; 0 holes; nobody out of time,"
            f" {len(charged)} turns given their time back, charged {max(charged, default=0)} ms at most"
        )
