"""A real server: a result of another process reaches a reader at once, and a stop lets the readers go."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tournaments.live import feeds

ROOT = Path(__file__).parents[3]
PATIENCE = 60
# Seconds, on a busy machine; signs of life come every fifteen.
AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class Evening:
    """A server, the process that plays, and what they have in common."""

    port: int
    server: "subprocess.Popen[bytes]"
    hall: "subprocess.Popen[str]"
    slug: str
    hidden: str
    version: int
    opened: list[http.client.HTTPResponse | http.client.HTTPConnection]

    def play(self) -> int:
        """Record a result in the other process; the version it led to."""
        return int(self.tell("play"))

    def tell(self, what: str) -> str:
        """Let the other process do something; what it says of it."""
        assert self.hall.stdin is not None
        assert self.hall.stdout is not None
        self.hall.stdin.write(f"{what}\n")
        self.hall.stdin.flush()
        return self.hall.stdout.readline().strip()

    def open(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        self.opened.extend((answer, connection))
        return answer

    def listen(self, **headers: str) -> http.client.HTTPResponse:
        return self.open(f"/e/{self.slug}/live/", **headers)


def heard(stream: http.client.HTTPResponse) -> int:
    """The next version that the stream tells."""
    while True:
        line = stream.readline()
        assert line, "the stream ended"
        if line.startswith(b"data: "):
            return int(json.loads(line.removeprefix(b"data: "))["version"])


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    environment = {**os.environ, "SETTEBELLO_DATA": str(tmp_path), "DEBUG": "1", "PYTHONPATH": str(ROOT)}
    environment.pop("DATABASE_URL", None)
    hall = subprocess.Popen(
        [sys.executable, "-m", "tests.tournaments.live.hall"],
        cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert hall.stdout is not None
    slug, hidden, version = hall.stdout.readline().split()
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "tournaments.config.asgi:application", "--port", str(port)],
        cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(port, server)
        opened: list[http.client.HTTPResponse | http.client.HTTPConnection] = []
        yield Evening(port, server, hall, slug, hidden, int(version), opened)
        for each in opened:
            each.close()
    finally:
        for process in (hall, server):
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert server.poll() is None, "the server ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server does not answer")


def test_a_live_stream_from_the_result_to_the_stop(evening: Evening) -> None:
    reader, other = evening.listen(), evening.listen()
    assert reader.status == 200
    assert reader.getheader("content-type") == "text/event-stream; charset=utf-8"
    assert reader.getheader("content-encoding") is None
    assert heard(reader) == heard(other) == evening.version

    version = evening.play()
    written = time.monotonic()
    assert heard(reader) == heard(other) == version
    assert time.monotonic() - written < AT_ONCE
    page = evening.open(f"/e/{evening.slug}/turni/").read()
    assert page.count(b"match--done") == 1

    back = evening.listen(**{"Last-Event-ID": str(version)})
    newest = evening.play()
    assert heard(back) == newest

    assert evening.open(f"/e/{evening.hidden}/live/").status == 404
    assert evening.open("/e/nothing-here/live/").status == 404

    evening.server.send_signal(signal.SIGTERM)
    assert evening.server.wait(timeout=60) in (0, -signal.SIGTERM)
    assert heard(reader) == newest
    while line := reader.readline():
        assert not line.startswith(b"data: ")


def test_a_page_whose_log_in_has_ended_is_told_soon_to_look_again(evening: Evening) -> None:
    session = evening.tell("log in")
    mine = evening.listen(Cookie=f"django_language=it; sessionid={session}")
    assert heard(mine) == evening.version
    # The server has seen by now that the log-in is good.
    time.sleep(feeds.SESSION_SECONDS + 0.5)

    evening.tell("log out")
    ended = time.monotonic()
    while (line := mine.readline()) != b"event: again\n":
        assert line, "the stream ended"

    assert time.monotonic() - ended < feeds.SESSION_SECONDS + AT_ONCE
