"""A real server that more people ask than it can serve: it says so at once, in words, and serves those who wait."""

import http.client
import select
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.e2e.serving import Site, prepared_site, serving

MANY = 300
# As tests/tournaments/slow_pages.py has them.
MOST, SLOW = 32, "/informazioni/"
SENTENCES = {
    "en": "Too many people are asking at once. Nothing was recorded; try again in a few seconds.",
    "it": "In questo momento arrivano troppe richieste. Non è stato registrato niente: riprova tra qualche secondo.",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = prepared_site(tmp_path_factory.mktemp("site"))
    with serving(site, "tests.tournaments.slow_pages:application"):
        yield site


def asked(site: Site, path: str, address: str, language: str = "it") -> tuple[int, str | None, str]:
    """Status, Retry-After and text of an answer."""
    there = site.url.removeprefix("http://")
    connection = http.client.HTTPConnection(there, timeout=30, source_address=(address, 0))
    try:
        connection.request("GET", path, headers={"Accept-Language": language})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        return answer.status, answer.getheader("Retry-After"), text
    finally:
        connection.close()


def test_of_many_who_ask_at_once_so_many_wait_and_all_others_are_told_to_come_again(site: Site) -> None:
    port = int(site.url.rpartition(":")[2])
    request = f"GET {SLOW} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
    with ExitStack() as stack:
        lines = []
        for number in range(MANY):
            line = stack.enter_context(socket.socket())
            line.settimeout(60)
            line.bind((f"127.0.0.{2 + number % 100}", 0))
            line.connect(("127.0.0.1", port))
            line.sendall(request)
            lines.append(line)
        # Nobody who has a place is answered yet: the others are told while all places are taken.
        refused = {each.fileno(): status_of(each) for each in readable(lines, MANY - MOST)}
        assert Counter(refused.values()) == {b"503": MANY - MOST}
        for language, sentence in SENTENCES.items():
            status, again, text = asked(site, "/", "127.0.0.1", language)
            assert (status, again, sentence in text) == (503, "10", True)
        for path in ("/livez", "/static/tournaments/css/site.css"):
            assert asked(site, path, "127.0.0.1")[0] == 200
        (site.data / "open").touch()
        waited = [line for line in lines if line.fileno() not in refused]
        assert Counter(map(status_of, waited)) == {b"200": MOST}
    assert asked(site, "/", "127.0.0.1")[0] == 200


def readable(lines: list[socket.socket], number: int) -> list[socket.socket]:
    """Those that have an answer, when there are so many of them."""
    found: list[socket.socket] = []
    until = time.monotonic() + 30
    while len(found) < number and time.monotonic() < until:
        found, _, _ = select.select(lines, [], [], 0.1)
    return found


def status_of(line: socket.socket) -> bytes:
    return line.makefile("rb").readline().split()[1]
