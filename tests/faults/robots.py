"""Robots at online tables, over the API: a thread for each player, and what each sent, was acknowledged and was told.

Anybody who gets no answer, or 503, sends the same command with the same name again.
"""

import json
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import pairwise
from typing import Any

from tests.faults.serving import Site
from tests.games.conformance import PLAYED
from tests.searching import in_short
from tests.waiting import until
from tournaments.competition.timing import TOLERATED_IN_PLAY

# Powers of two: the first round of the event has no byes, and at tables of four nobody is left over.
PLAYERS = in_short(8, 32)
THINKING = (0.02, 0.15)
LOOK_SECONDS = 0.05
AGAIN_SECONDS = (0.05, 0.15)
REQUEST_SECONDS = 30.0
PATIENCE = 120.0
# Nobody runs out of time, abandons a match or needs the referee.
KINDS = frozenset({"prepared", "ready", "dealt", "played", "closed", "time_given", "ended"})
SCENES = "tests.faults.match_scenes"


@dataclass
class Played:
    """What all robots were acknowledged, and how the site behaved meanwhile."""

    count: int = 0
    lost: int = 0
    unavailable: int = 0
    again: int = 0
    broken: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str, number: int = 1) -> None:
        with self.lock:
            setattr(self, name, getattr(self, name) + number)


class Robot:
    """One player of a match: looks at it, plays what is legal, and keeps every event that it is told."""

    def __init__(self, port: int, match: int, key: str, played: Played) -> None:
        self.port, self.match, self.key, self.played = port, match, key, played
        self.acknowledged: dict[str, int] = {}
        self.events: list[int] = []
        self._connection: HTTPConnection | None = None
        self._number = 0

    def step(self) -> None:
        """Look, hear what has happened, and do what is to be done."""
        view = self.ask("GET", "")["view"]
        self.hear()
        you, deal = view["you"], view["deal"]
        if deal["is_waiting"] and you not in deal["ready"]:
            self.command("ready", "", view["sequence"])
        elif not deal["is_waiting"] and view["clock"]["turn"] == you:
            time.sleep(random.uniform(*THINKING))
            self.command("play", random.choice(view["cards"]["actions"]), view["sequence"])
        else:
            time.sleep(LOOK_SECONDS)

    def hear(self) -> None:
        known = self.events[-1] if self.events else 0
        told = self.ask("GET", f"events/?since={known}")
        self.events += [event["sequence"] for event in told["events"]]

    def command(self, kind: str, text: str, expected: int) -> None:
        self._number += 1
        body = {"client_id": f"{self.key[-6:]}-{self._number}", "kind": kind, "text": text, "expected": expected}
        receipt = self.ask("POST", "commands/", body)
        if "code" not in receipt:
            self.acknowledged[str(body["client_id"])] = receipt["sequence"]
            self.played.add("count")
            self.played.add("again", int(receipt["repeated"]))
        elif receipt["code"] != "stale_sequence":
            self.played.broken.append(f"{body}: {receipt}")

    def ask(self, method: str, end: str, body: Mapping[str, Any] | None = None) -> Any:
        """The answer, whatever it says, as soon as there is one."""
        latest = time.monotonic() + PATIENCE
        while True:
            status, told = self._once(method, end, body)
            if status and status != 503:
                if status >= 500:
                    self.played.broken.append(f"{method} {end}: {status} {told}")
                return told
            self.played.add("unavailable" if status else "lost")
            assert time.monotonic() < latest, f"{method} {end}: no answer"
            time.sleep(random.uniform(*AGAIN_SECONDS))

    def _once(self, method: str, end: str, body: Mapping[str, Any] | None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            if self._connection is None:
                self._connection = HTTPConnection("127.0.0.1", self.port, timeout=REQUEST_SECONDS)
            self._connection.request(
                method, f"/api/v1/matches/{self.match}/{end}", json.dumps(body) if body else None, headers
            )
            answer = self._connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, HTTPException, ValueError):
            self.close()
            return 0, None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Tables:
    """Many matches that go on in threads, until they are stopped."""

    def __init__(self, site: Site, game: str = PLAYED[0], players: int = PLAYERS) -> None:
        self.site, self.played = site, Played()
        made: Sequence[Mapping[str, Any]] = site.clerk(f"{SCENES}:tables", players=players, game=game)
        self.robots = [Robot(site.port, one["match"], key, self.played) for one in made for key in one["keys"]]
        self._failures: list[BaseException] = []
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(robot,)) for robot in self.robots]

    def _play(self, robot: Robot) -> None:
        try:
            while not self._stop.is_set():
                robot.step()
            robot.hear()
        except BaseException as error:  # noqa: BLE001 - the test's own thread raises it
            self._failures.append(error)
        finally:
            robot.close()

    def disturb(self, times: int, disturbance: Callable[[int], float]) -> list[float]:
        """Play, and disturb it so many times; the seconds from the moment that each time gives to the next play."""
        plays = in_short(2, 4) * len(self.robots)
        back = []
        for thread in self._threads:
            thread.start()
        try:
            for number in range(times):
                self.wait_for(plays)
                # Anywhere in the middle of what is being written.
                time.sleep(random.uniform(0, 0.1))
                begun = disturbance(number)
                self.wait_for(1)
                back.append(time.monotonic() - begun)
            self.wait_for(plays)
        finally:
            self.stop()
        return back

    def wait_for(self, more: int) -> None:
        """Until so many more commands are acknowledged."""
        wanted = self.played.count + more
        until(
            lambda: self.played.count >= wanted or self._failures,
            lambda: f"{self.played.count} of {wanted} are acknowledged",
            PATIENCE,
            every=0.005,
        )
        if self._failures:
            raise self._failures[0]

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        if self._failures:
            raise self._failures[0]

    def check(self) -> str:
        """Hold what was acknowledged and told against the logs: nothing lost, doubled or left out, nobody timed out."""
        charged: list[int] = []
        matches = sorted({robot.match for robot in self.robots})
        for match in matches:
            rows = self.site.clerk(f"{SCENES}:log", match=match)
            robots = [robot for robot in self.robots if robot.match == match]
            charged += checked(rows, {name: number for each in robots for name, number in each.acknowledged.items()})
            numbers = [row["sequence"] for row in rows]
            for robot in robots:
                assert robot.events == numbers[: len(robot.events)], "a hole in what a client was told"
                assert len(robot.events) >= max(robot.acknowledged.values(), default=0)
            assert self.site.clerk(f"{SCENES}:sequence", match=match) == len(rows)
        assert self.played.broken == []
        assert max(charged, default=0) <= TOLERATED_IN_PLAY
        return (
            f"{self.played.count} plays at {len(matches)} tables acknowledged, 0 lost, 0 twice,"
            f" {self.played.again} sent again; 0 holes; nobody out of time, {len(charged)} turns given their time back,"
            f" charged {max(charged, default=0)} ms at most"
        )


def checked(rows: Sequence[Mapping[str, Any]], acknowledged: Mapping[str, int]) -> list[int]:
    """What each play of this match was charged whose turn outlived a gap in service."""
    numbers = [row["sequence"] for row in rows]
    assert numbers == list(range(1, len(rows) + 1))
    sent = {row["client_id"]: row["sequence"] for row in rows if row["client_id"]}
    asked = [row["client_id"] for row in rows if row["client_id"]]
    assert len(asked) == len(set(asked)), "a command took effect twice"
    assert acknowledged.items() <= sent.items(), "acknowledged and lost"
    others = [row for row in rows if row["kind"] not in KINDS]
    assert others == [], others
    given = [now for before, now in pairwise(rows) if before["kind"] == "time_given" and now["kind"] == "played"]
    return [row["data"]["elapsed"] for row in given]
