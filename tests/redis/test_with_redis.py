"""With REDIS_URL the cache is shared and hints cross from one process to another; the redis-server is a real one."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.redis.server import RedisServer

ROOT = Path(__file__).resolve().parents[2]

LISTEN = """
import asyncio, django, json
django.setup()
from channels.layers import get_channel_layer
from tournaments.live import feeds
from tournaments.live.hub import Hub
class Told(Hub):
    def tell(self, event, version):
        if event == 12:
            print(json.dumps({"layer": type(get_channel_layer()).__name__, "version": version}), flush=True)
async def main():
    hearing = asyncio.create_task(feeds.hear([Told()]))
    await asyncio.sleep(3)
    print("listening", flush=True)
    await asyncio.sleep(120)
asyncio.run(main())
"""

TELL = """
import django
django.setup()
from django.core.cache import cache
from django.db import transaction
from tournaments.outbox import fanout
cache.set("met", "in another process", 30)
with transaction.atomic():
    fanout.announce(12, 344)
    fanout.announce(12, 345)
"""

ASK = """
import django
django.setup()
from django.core.cache import cache
print(cache.get("met"))
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    folder = tmp_path_factory.mktemp("redis")
    server = RedisServer(folder)
    server.start()
    try:
        yield {
            **os.environ,
            "REDIS_URL": server.url,
            "SETTEBELLO_DATA": str(folder),
            "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
        }
    finally:
        server.kill()


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


def test_a_hint_of_one_process_reaches_the_hub_of_another(environment: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LISTEN], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as listener:
        assert listener.stdout is not None
        assert listener.stdout.readline().strip() == "listening"
        run(TELL, environment)
        told = [json.loads(listener.stdout.readline())]
        while told[-1]["version"] < 345:
            told.append(json.loads(listener.stdout.readline()))
        listener.kill()
    assert told[-1] == {"layer": "RedisPubSubChannelLayer", "version": 345}


def test_the_cache_is_shared_between_processes(environment: dict[str, str]) -> None:
    run(TELL, environment)
    assert run(ASK, environment) == "in another process"
