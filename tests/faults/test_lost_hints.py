"""Hints cross from process to process by Redis or by PostgreSQL; without them nobody waits longer than two seconds."""

import os
import signal
import time
from functools import partial
from statistics import median

import pytest
from redis import Redis as Connection

from tests.faults.brokers import Redis
from tests.faults.conftest import Figure, Install
from tests.faults.listening import Listener
from tests.faults.serving import Site
from tests.faults.visitors import Trouble, Visitor
from tests.searching import promised, short_of
from tests.waiting import until
from tournaments.outbox.redis_hints import CHANNEL

# Who waited for Redis, and not for a machine that is slow today; what is promised is in docs/promises.md.
MOST_SECONDS = 20.0
WRITER_SECONDS = 10.0
# Longer than the hub holds back what comes soon after something else.
PAUSE_SECONDS = 0.3
PLAYED = "tests.faults.live_scenes:play"


def running(site: Site, size: int = 16) -> str:
    """An event whose first tables are called; each is good for one result."""
    slug = str(site.clerk("tests.faults.scenes:evening", size=size, deals=1)["slug"])
    site.clerk("tests.faults.scenes:call_round", slug=slug, number=1)
    return slug


def with_hints_only(site: Site) -> None:
    """Serve the site without its net: what is heard then was a hint."""
    command = ["tests.faults.slow_poll:application" if "asgi:" in word else word for word in site.web.command]
    site.web.command = command
    site.start()


def is_listened_to(redis: Redis) -> bool:
    """Whether a process listens to an event: it looks twice a second at what its readers watch."""
    with Connection(port=redis.port) as client:
        return bool(client.pubsub_channels(f"{CHANNEL}:*:*:*"))


def played_and_heard(site: Site, slug: str, reader: Listener) -> tuple[float, float]:
    """A result of another process: how long its writer was kept, and how long after it the reader heard."""
    time.sleep(PAUSE_SECONDS)
    told = site.clerk(PLAYED, slug=slug)
    committed = time.monotonic()
    reader.hear_until(told["version"])
    return told["seconds"], time.monotonic() - committed


def crosses(site: Site, slug: str) -> bool:
    """Whether a result of another process reaches a reader who listens already."""
    with Listener(site.port, slug, 3.0) as reader:
        reader.hear()
        try:
            played_and_heard(site, slug, reader)
        except TimeoutError:
            return False
    return True


@pytest.mark.short_on("sqlite")
def test_a_hint_crosses_by_redis_and_again_after_redis_was_killed(
    install: Install, figure: Figure, engine: str
) -> None:
    site = install(redis=True)
    assert site.redis is not None
    with_hints_only(site)
    slug = running(site, size=64)
    with Listener(site.port, slug) as reader:
        reader.hear()
        until(partial(is_listened_to, site.redis), "the event is listened to")
        heard = median(played_and_heard(site, slug, reader)[1] for _ in range(5))
        site.redis.kill()
        kept = site.clerk(PLAYED, slug=slug)["seconds"]
        site.redis.start()

        back = until(lambda: crosses(site, slug), "hints after Redis came back", 60, every=0.2)
    assert promised(kept < WRITER_SECONDS)
    assert site.web.is_running
    figure("live", f"hint by Redis ({engine}): {heard * 1000:.0f} ms; again {back:.1f} s after Redis was back")


@pytest.mark.short_on("postgresql")
@pytest.mark.parametrize("fault", short_of(["killed", "stopped"], "killed"))
def test_a_lost_redis_keeps_no_writer_and_no_reader(install: Install, figure: Figure, engine: str, fault: str) -> None:
    site = install(redis=True)
    assert site.redis is not None
    site.start()
    slug = running(site)
    trouble = Trouble()
    referee = Visitor(
        site.port, trouble, site.clerk("tests.faults.scenes:referee", slug=slug, email="rita@example.org")
    )
    waits = []
    with Listener(site.port, slug) as reader:
        reader.hear()
        played_and_heard(site, slug, reader)
        pid = site.redis.child.pid
        if fault == "killed":
            site.redis.kill()
        else:
            os.kill(pid, signal.SIGSTOP)
        try:
            for _ in range(4):
                waits.append(played_and_heard(site, slug, reader))
            pages = [referee.get(f"/e/{slug}/arbitro/") for _ in range(3)]
        finally:
            if fault == "stopped":
                os.kill(pid, signal.SIGCONT)
            referee.close()
    writer, heard = max(wait[0] for wait in waits), max(wait[1] for wait in waits)
    assert promised(writer < WRITER_SECONDS)
    assert promised(heard < MOST_SECONDS)
    assert [page.status for page in pages] == [200, 200, 200]
    assert trouble.lost == 0
    page = max(page.seconds for page in pages)
    assert promised(page < MOST_SECONDS)
    said = f"writer kept {writer * 1000:.0f} ms, reader told {heard * 1000:.0f} ms later, a page {page * 1000:.0f} ms"
    figure("live", f"Redis {fault} ({engine}), at most: {said}")


@pytest.mark.short_on("postgresql")
def test_without_redis_postgresql_carries_the_hint_and_again_after_its_connection_was_cut(
    install: Install, figure: Figure, engine: str
) -> None:
    site = install()
    if engine == "sqlite":
        # There another process is heard by the net alone: half a second, and nothing to lose.
        site.start()
    else:
        with_hints_only(site)
    slug = running(site)
    with Listener(site.port, slug) as reader:
        reader.hear()
        heard = median(played_and_heard(site, slug, reader)[1] for _ in range(5))
        if engine == "postgresql":
            assert site.clerk("tests.faults.live_scenes:cut_listeners") == 1
            time.sleep(2.5)
        again = played_and_heard(site, slug, reader)[1]
    assert promised(max(heard, again) < MOST_SECONDS)
    figure("live", f"without Redis ({engine}): {heard * 1000:.0f} ms from the commit of another process to a reader")
