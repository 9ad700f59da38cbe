"""A Redis that is killed or stands still fails no request, delays none for long, and undoes nobody's logging out."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import mould
from tests.redis.server import RedisServer

ROOT = Path(__file__).resolve().parents[2]
# Seconds that somebody may wait for Redis, beside what this machine takes today for a first visit with it.
LONGEST = 6.0
EXPECTED = {"/": 200, "/entra/": 422, "/codice/": 422, "/miei/": 200}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    made = RedisServer(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def ask(server: RedisServer, tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """Ask a site that uses the server to do something; what came of it."""
    environment = {
        **os.environ,
        "ALLOWED_HOSTS": "testserver",
        "REDIS_URL": server.url,
        "SETTEBELLO_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tests.redis.site_settings",
        "LOG_LEVEL": "CRITICAL",
    }
    mould.database_into(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.redis.visits"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as site:
        assert site.stdin is not None and site.stdout is not None
        assert site.stdout.readline().strip() == "ready"

        def asked(what: str) -> Any:
            assert site.stdin is not None and site.stdout is not None
            site.stdin.write(what + "\n")
            site.stdin.flush()
            return json.loads(site.stdout.readline())

        yield asked
        site.stdin.close()


def served(visits: list[tuple[str, int, float]]) -> float:
    """The seconds of the slowest answer; all of them are what they should be."""
    assert {address: status for address, status, _seconds in visits} == EXPECTED
    return max(seconds for _address, _status, seconds in visits)


@pytest.mark.parametrize("end", [RedisServer.kill, RedisServer.hang], ids=["killed", "hangs"])
def test_no_request_fails_or_waits_long_while_redis_is_gone(
    server: RedisServer, ask: Callable[[str], Any], end: Callable[[RedisServer], None]
) -> None:
    first = served(ask("visit"))
    end(server)
    for _ in range(5):
        assert served(ask("visit")) < first + LONGEST


def test_redis_is_used_again_when_it_is_back(server: RedisServer, ask: Callable[[str], Any]) -> None:
    first = served(ask("visit"))
    for _ in range(3):
        server.kill()
        assert served(ask("visit")) < first + LONGEST
        server.start()
        assert served(ask("visit")) < first + LONGEST


def test_who_logs_out_while_redis_hangs_stays_logged_out(server: RedisServer, ask: Callable[[str], Any]) -> None:
    served(ask("visit"))
    server.hang()
    assert ask("leave") is False
    server.go_on()
    (*_others, last) = ask("visit")
    assert (last[0], last[1]) == ("/miei/", 302)
