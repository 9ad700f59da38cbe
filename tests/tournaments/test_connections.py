"""A real server with short limits: who keeps still is ended, who goes on slowly is not."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
import uvicorn

from tests.waiting import until
from tournaments.config import connections

# Seconds here for the ten and the thirty of the site; how much later a busy machine may be.
SHORT = 0.6
LATER = 10.0
LARGE = 8_000_000
GET = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n"


async def pages(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A short answer, one that takes its time, or one that no socket takes at once."""
    path = scope["path"]
    if path == "/slow":
        await asyncio.sleep(3 * SHORT)
    body = b"x" * (LARGE if path == "/large" else 2)
    head = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(connections, "HEADERS_SECONDS", SHORT)
    monkeypatch.setattr(connections, "READING_SECONDS", SHORT)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(
                pages,
                http=connections.Connection,
                ws="none",
                lifespan="off",
                log_level="critical",
                timeout_graceful_shutdown=1,
            )
        )
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        until(lambda: server.started, "the server has started")
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(LATER)


def connected(port: int) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    line.settimeout(LATER)
    line.connect(("127.0.0.1", port))
    return line


def ended_after(line: socket.socket, begun: float) -> float:
    """The seconds from then until the server has ended the connection; what it says before does not count.

    ``begun`` is before the server can have begun to count, so that a busy machine makes them only more.
    """
    with suppress(ConnectionError):
        while line.recv(65_536):
            pass
    return time.monotonic() - begun


def answer(line: socket.socket) -> bytes:
    """A whole short answer."""
    said = b""
    while not said.endswith(b"\r\n\r\nxx"):
        part = line.recv(65_536)
        assert part, "the connection ended"
        said += part
    return said


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET", id="three letters"),
        pytest.param(GET % b"" + b"X-More: ", id="half of the headers"),
    ],
)
def test_headers_have_their_time(port: int, begun: bytes) -> None:
    since = time.monotonic()
    with closing(connected(port)) as line:
        line.sendall(begun)
        assert SHORT / 2 < ended_after(line, since) < LATER


def test_headers_that_come_letter_by_letter_have_no_more(port: int) -> None:
    begun = time.monotonic()
    with closing(connected(port)) as line:
        line.sendall(GET % b"")
        with suppress(ConnectionError):
            while time.monotonic() - begun < LATER:
                line.sendall(b"X")
                time.sleep(SHORT / 6)
        assert SHORT / 2 < time.monotonic() - begun < LATER


def test_the_next_request_of_a_connection_has_as_much_again(port: int) -> None:
    with closing(connected(port)) as line:
        line.sendall(GET % b"" + b"\r\n")
        assert answer(line).startswith(b"HTTP/1.1 200")
        time.sleep(1.5 * SHORT)
        since = time.monotonic()
        line.sendall(GET % b"" + b"X-More: ")
        assert SHORT / 2 < ended_after(line, since) < LATER


@pytest.mark.parametrize(
    ("asked", "then"),
    [
        pytest.param(GET % b"" + b"\r\n", b"\r\n", id="an empty line"),
        pytest.param(GET % b"" + b"Content-Length: 1000\r\n\r\n", b"x", id="a body that nobody reads"),
    ],
)
def test_who_sends_next_to_nothing_after_an_answer_is_ended(port: int, asked: bytes, then: bytes) -> None:
    with closing(connected(port)) as line:
        line.sendall(asked)
        assert answer(line).startswith(b"HTTP/1.1 200")
        since = time.monotonic()
        line.sendall(then)
        assert SHORT / 2 < ended_after(line, since) < LATER


def test_an_empty_line_before_a_request_is_nothing(port: int) -> None:
    with closing(connected(port)) as line:
        for _ in range(3):
            line.sendall(b"\r\n" + GET % b"slow" + b"\r\n")
            assert answer(line).startswith(b"HTTP/1.1 200")


def test_who_has_asked_may_wait_for_the_answer(port: int) -> None:
    """And the connection stays for the next one."""
    with closing(connected(port)) as line:
        for _ in range(2):
            line.sendall(GET % b"slow" + b"\r\n")
            assert answer(line).startswith(b"HTTP/1.1 200")


LAST = pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"], ids=["kept", "closing"])


@LAST
def test_who_does_not_read_an_answer_is_ended(port: int, last: bytes) -> None:
    with closing(connected(port)) as line:
        line.sendall(GET % b"large" + last + b"\r\n")
        time.sleep(4 * SHORT)
        read = 0
        with suppress(ConnectionError):
            while part := line.recv(65_536):
                read += len(part)
        assert read < LARGE


@LAST
def test_who_reads_slowly_has_the_whole_answer(port: int, last: bytes) -> None:
    with closing(connected(port)) as line:
        begun = time.monotonic()
        line.sendall(GET % b"large" + last + b"\r\n")
        read = 0
        while read <= LARGE and (part := line.recv(65_536)):
            read += len(part)
            time.sleep(SHORT / 40)
        assert read > LARGE
        assert time.monotonic() - begun > 2 * SHORT


def test_the_limits_are_those_of_the_documents() -> None:
    assert (connections.HEADERS_SECONDS, connections.READING_SECONDS) == (10.0, 30.0)
