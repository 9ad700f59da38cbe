"""A reader of a live stream, without a browser."""

import json
import socket
from contextlib import suppress
from http.client import HTTPConnection
from types import TracebackType
from typing import Any


class Listener:
    """Somebody who has an event's page open."""

    def __init__(self, port: int, slug: str, seconds: float = 10.0) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=seconds)
        self._connection.request("GET", f"/e/{slug}/live/")
        self._answer = self._connection.getresponse()
        self.status = self._answer.status

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._answer.close()
        self._connection.close()

    def hang_up(self) -> None:
        """Cut the connection, also under a thread that listens on it."""
        if self._connection.sock is not None:
            with suppress(OSError):
                self._connection.sock.shutdown(socket.SHUT_RDWR)

    def hear(self) -> dict[str, Any]:
        """The next message; TimeoutError where none comes."""
        while True:
            line = self._answer.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: "):
                told: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                return told

    def hear_until(self, version: int) -> None:
        """Until the event has reached that version."""
        while self.hear()["version"] < version:
            pass
