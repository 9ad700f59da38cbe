"""With REDIS_URL the cache is shared and hints cross from one process to another; the redis-server is a real one."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest
import redis

from tests.redis.server import RedisServer
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
CHANNEL = "settebello:versions:0:event:12"
NEWEST = {"carrier": "redis", "version": 345}

LISTEN = """
import asyncio, django, json, logging, sys
django.setup()
from tournaments.live import feeds
from tournaments.live.hub import Hub
from tournaments.outbox import fanout, redis_hints
redis_hints.QUIET_SECONDS = float(sys.argv[1])
logging.disable(logging.NOTSET)
class Notes(logging.Handler):
    def emit(self, record):
        print(json.dumps(record.getMessage()), flush=True)
feeds.logger.addHandler(Notes())
class Told(Hub):
    watched = [12]
    def tell(self, event, version):
        if event in (12, 13):
            print(json.dumps({"carrier": fanout.carrier().value, "version": version}), flush=True)
asyncio.run(feeds.hear([Told()]))
"""

TELL = """
import django
django.setup()
from django.core.cache import cache
from django.db import transaction
from tournaments.outbox import fanout
cache.set("met", "in another process", 30)
with transaction.atomic():
    fanout.announce(13, 1000)
    fanout.announce(12, 344)
    fanout.announce(12, 345)
"""

# The connection is closed by Redis between two hints, as its own limit on idle clients does.
TELL_AFTER_A_CUT = """
import django
django.setup()
import redis
from django.conf import settings
from tournaments.outbox import redis_hints
from tournaments.outbox.mailbox import Topic
redis_hints.deliver({(Topic.EVENT, 12): 1})
redis.Redis.from_url(settings.REDIS_URL).client_kill_filter(_type="normal", skipme=True)
redis_hints.deliver({(Topic.EVENT, 12): 345})
print("sent")
"""

ASK = """
import django
django.setup()
from django.core.cache import cache
print(cache.get("met"))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    started = RedisServer(tmp_path_factory.mktemp("redis"))
    started.start()
    yield started
    started.kill()


@pytest.fixture(scope="module")
def environment(server: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {
        **os.environ,
        "REDIS_URL": server.url,
        "SETTEBELLO_DATA": str(tmp_path_factory.mktemp("data")),
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
    }


def run(script: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.strip()


@contextmanager
def listening(environment: dict[str, str], quiet_seconds: float) -> Iterator[Callable[[], list[Any]]]:
    """Run a process that listens; yield what says all that it has noted and been told so far."""
    command = [sys.executable, "-c", LISTEN, str(quiet_seconds)]
    with (
        NamedTemporaryFile() as written,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=written) as listener,
    ):
        try:
            yield lambda: [json.loads(line) for line in Path(written.name).read_text().split("\n")[:-1]]
        finally:
            listener.kill()


def listeners(environment: dict[str, str]) -> set[str]:
    """Return the numbers of the connections that listen."""
    return {each["id"] for each in redis.Redis.from_url(environment["REDIS_URL"]).client_list(_type="pubsub")}


def channels(environment: dict[str, str]) -> list[str]:
    """Return what is listened to."""
    return [name.decode() for name in redis.Redis.from_url(environment["REDIS_URL"]).pubsub_channels()]


def test_a_hint_of_one_process_reaches_the_hub_of_another(environment: dict[str, str]) -> None:
    with listening(environment, 5) as lines:
        until(lambda: CHANNEL in channels(environment), "Redis knows what the listener watches")
        run(TELL, environment)
        until(lambda: NEWEST in lines(), "the newest version is heard")
        # Of what nobody watches there it hears nothing.
        assert {line["version"] for line in lines()} <= {344, 345}


def test_who_only_listens_notices_a_redis_that_is_silent_and_hears_it_again(
    server: RedisServer, environment: dict[str, str]
) -> None:
    with listening(environment, 0.2) as lines:
        until(lambda: listeners(environment), "Redis knows the listener")
        before = listeners(environment)
        server.hang()
        until(lambda: any("live hints not heard" in line for line in lines()), "the silence is noticed")
        server.go_on()
        until(lambda: listeners(environment) - before, "Redis knows the listener's new connection")
        run(TELL, environment)
        until(lambda: NEWEST in lines(), "the newest version is heard")


def test_a_hint_goes_out_on_a_connection_that_redis_has_closed_meanwhile(environment: dict[str, str]) -> None:
    with listening(environment, 5) as lines:
        until(lambda: listeners(environment), "Redis knows the listener")
        assert run(TELL_AFTER_A_CUT, environment) == "sent"
        until(lambda: NEWEST in lines(), "the newest version is heard")


def test_the_cache_is_shared_between_processes(environment: dict[str, str]) -> None:
    run(TELL, environment)
    assert run(ASK, environment) == "in another process"
