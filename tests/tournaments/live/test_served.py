"""A real server: a result of another process reaches a reader at once, and a stop lets the readers go."""

import http.client
import json
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.tournaments.live.beside import Clerk, clerk_of, end, serve
from tournaments.live import feeds

# Seconds, on a busy machine; signs of life come every fifteen.
AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class Evening:
    """A server, the process that plays, and what they have in common."""

    port: int
    server: "subprocess.Popen[bytes]"
    hall: Clerk
    slug: str
    hidden: str
    version: int
    opened: list[http.client.HTTPResponse | http.client.HTTPConnection]

    def play(self) -> int:
        """Record a result in the other process; the version it led to."""
        return int(self.hall.tell("play"))

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
    with clerk_of("tests.tournaments.live.hall", tmp_path) as hall:
        slug, hidden, version = hall.hear().split()
        port = free_port()
        server = serve(port, hall.environment)
        try:
            opened: list[http.client.HTTPResponse | http.client.HTTPConnection] = []
            yield Evening(port, server, hall, slug, hidden, int(version), opened)
            for each in opened:
                each.close()
        finally:
            end(server)


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
    session = evening.hall.tell("log in")
    mine = evening.listen(Cookie=f"django_language=it; sessionid={session}")
    assert heard(mine) == evening.version
    # The server has seen by now that the log-in is good.
    time.sleep(feeds.SESSION_SECONDS + 0.5)

    evening.hall.tell("log out")
    ended = time.monotonic()
    while (line := mine.readline()) != b"event: again\n":
        assert line, "the stream ended"

    assert time.monotonic() - ended < feeds.SESSION_SECONDS + AT_ONCE
