"""A real server that more people ask than it can serve: it says so at once, in words, and serves those who wait."""

import http.client
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
WORKERS = 8
SENTENCES = {
    "en": "Too many people are asking at once. Nothing was recorded; try again in a few seconds.",
    "it": "In questo momento arrivano troppe richieste. Non è stato registrato niente: riprova tra qualche secondo.",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = prepared_site(tmp_path_factory.mktemp("site"))
    with serving(site, "tests.tournaments.slow_pages:application"):
        yield site


def asked(site: Site, path: str, address: str, language: str = "it") -> tuple[int, str | None, str, float]:
    """Status, Retry-After and text of an answer, and the seconds until it was there."""
    begun = time.monotonic()
    there = site.url.removeprefix("http://")
    connection = http.client.HTTPConnection(there, timeout=30, source_address=(address, 0))
    try:
        connection.request("GET", path, headers={"Accept-Language": language})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        return answer.status, answer.getheader("Retry-After"), text, time.monotonic() - begun
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
        time.sleep(0.3)
        for language, sentence in SENTENCES.items():
            status, again, text, seconds = asked(site, "/", "127.0.0.1", language)
            assert (status, again, sentence in text) == (503, "10", True)
            assert seconds < 1
        for path in ("/livez", "/static/tournaments/css/site.css"):
            assert (asked(site, path, "127.0.0.1")[0], asked(site, path, "127.0.0.1")[3] < 1) == (200, True)
        told = Counter(line.makefile("rb").readline().split()[1] for line in lines)
    assert told.keys() == {b"200", b"503"}
    # Some places are free again before the last has asked.
    assert MOST - 1 <= told[b"200"] <= MOST + 2 * WORKERS
    assert asked(site, "/", "127.0.0.1")[0] == 200
