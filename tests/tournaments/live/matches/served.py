"""A real server with websockets, and players on real sockets who know only what they are sent."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.ports import free_port
from tests.tournaments.live.beside import Clerk, clerk_of, end, serve

SECONDS = 30


@dataclass
class Hall:
    """A server, and the process beside it that opens matches."""

    port: int
    clerk: Clerk
    server: "subprocess.Popen[bytes] | None" = None
    opened: list[ClientConnection] = field(default_factory=list)

    def tell(self, *what: Any) -> Any:
        return json.loads(self.clerk.tell(json.dumps(what)))

    def start(self) -> None:
        self.server = serve(
            self.port,
            self.clerk.environment,
            "--ws",
            "none",
            "--http",
            "tournaments.config.connections:Connection",
            "--timeout-graceful-shutdown",
            "3",
        )

    def sit(self, match: int, session: str = "", query: str = "", **headers: str) -> "Player":
        """Somebody at a socket; without a session a stranger."""
        named = {"Origin": f"http://127.0.0.1:{self.port}", **headers}
        if session:
            named["Cookie"] = f"sessionid={session}; django_language=it"
        origin = named.pop("Origin")
        line = connect(
            f"ws://127.0.0.1:{self.port}/tavolo/{match}/filo/{query}",
            origin=origin or None,
            additional_headers=named,
            open_timeout=SECONDS,
            close_timeout=1,
            ping_interval=None,
            legacy=True,
        )
        self.opened.append(line)
        return Player(line)


@dataclass
class Player:
    """A client of the socket: it keeps the view as it is told to, and remembers every byte."""

    line: ClientConnection
    view: dict[str, Any] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    ids: int = 0

    def hear(self, *wanted: str, seconds: float = SECONDS) -> dict[str, Any]:
        """The next frame of these kinds; the view follows all before it, and beats are answered."""
        while True:
            text = str(self.line.recv(timeout=seconds))
            self.said.append(text)
            frame = json.loads(text)
            self.take(frame)
            if frame["is"] in wanted:
                return dict(frame)

    def take(self, frame: dict[str, Any]) -> None:
        if frame["is"] == "beat":
            self.send(do="beat", number=frame["number"])
        elif frame["is"] == "view":
            self.view = frame["view"]
            self.events.extend(frame["events"])
        elif frame["is"] == "news":
            self.view = merged(self.view, frame)
            self.events.extend(frame["events"])

    def until(self, sequence: int) -> None:
        """Hear until an event is known."""
        while self.view.get("sequence", 0) < sequence:
            self.hear("view", "news")

    def send(self, **frame: Any) -> None:
        self.line.send(json.dumps(frame))

    def ask(self, do: str, text: str = "", **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self.ids += 1
        asked = {"id": f"{id(self)}-{self.ids}", "expected": self.view["sequence"], "text": text, **more}
        self.send(do=do, **asked)
        return self.hear("receipt", "refused", "again")


def merged(view: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """The view after news, as docs/live.md says."""
    assert frame["events"][0]["sequence"] == view["sequence"] + 1
    after = {**view, **frame["changed"]}
    if "cards" in frame:
        after["cards"] = {**view["cards"], **frame["cards"]}
    if "score" in frame:
        last = view["score"][-1]
        deals = [*last["deals"], *frame["score"]["deals"]]
        after["score"] = [*view["score"][:-1], {**last, **frame["score"], "deals": deals}]
    return after


@contextmanager
def hall(folder: Path) -> Iterator[Hall]:
    """Data of its own, a clerk and a running server."""
    with clerk_of("tests.tournaments.live.matches.hall", folder) as clerk:
        made = Hall(free_port(), clerk)
        try:
            assert clerk.hear() == "ready"
            made.start()
            yield made
        finally:
            if made.server is not None:
                end(made.server)
            # A server that is gone lets its sockets be closed at once.
            for each in made.opened:
                each.close()
