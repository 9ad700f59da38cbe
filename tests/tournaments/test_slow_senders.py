"""A real server with 200 connections that keep still in the middle of a request: everybody else is served at once."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.e2e.serving import Site, prepared_site, serving
from tests.waiting import until
from tournaments.config import connections

MANY = 200
# Seconds in which everything must be answered: it is some milliseconds on a machine with nothing else to do. Who keeps
# still is ended after twice as long and more, and until then would keep everybody waiting.
AT_ONCE = connections.HEADERS_SECONDS / 2
TRIES = 3
HEAD = b"POST /entra/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = prepared_site(tmp_path_factory.mktemp("site"))
    with serving(site):
        until(lambda: asked(site, "/readyz")[0] == 200, "the site is ready")
        yield site


def asked(site: Site, path: str) -> tuple[int, float]:
    """The status of an answer, and the seconds until it was there, whole."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection(site.url.removeprefix("http://"), timeout=30)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status, time.monotonic() - begun
    finally:
        connection.close()


def quickest(site: Site, path: str) -> float:
    """The seconds of the quickest of three answers, all of which are right."""
    found = [asked(site, path) for _ in range(TRIES)]
    assert {status for status, _seconds in found} == {200}
    return min(seconds for _status, seconds in found)


def connected(site: Site, stack: ExitStack, begun: bytes, addresses: int) -> None:
    """Connections that send this much and no more, from so many addresses of loopback."""
    port = int(site.url.rpartition(":")[2])
    for number in range(MANY):
        line = stack.enter_context(socket.socket())
        line.bind((f"127.0.0.{2 + number % addresses}", 0))
        line.connect(("127.0.0.1", port))
        line.sendall(begun)


@pytest.mark.parametrize("addresses", [1, 100])
@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(HEAD + b"Content-Length: 100\r\n\r\nx", id="one byte of a hundred"),
        pytest.param(HEAD + b"Content-Length: 100\r\n\r\n", id="no byte of a hundred"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", id="one chunk and no end"),
        pytest.param(HEAD + b"X-More", id="half of the headers"),
        pytest.param(HEAD.replace(b"POST", b"GET") + b"Content-Length: 100\r\n\r\nx", id="a page with a body"),
    ],
)
def test_who_keeps_still_in_the_middle_of_a_request_keeps_nobody_waiting(
    site: Site, begun: bytes, addresses: int
) -> None:
    with ExitStack() as stack:
        connected(site, stack, begun, addresses)
        time.sleep(0.5)
        for path in ("/", "/readyz", "/static/tournaments/css/site.css"):
            assert quickest(site, path) < AT_ONCE, path


def test_who_does_not_read_a_large_answer_keeps_nobody_waiting(site: Site) -> None:
    font = "/static/tournaments/vendor/inter/inter-latin-wght-normal.woff2"
    asking = f"GET {font} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 20
    with ExitStack() as stack:
        connected(site, stack, asking, 100)
        time.sleep(0.5)
        assert quickest(site, "/readyz") < AT_ONCE
