"""A cache in Redis that is not there counts in the memory of the process, and asks again after a while."""

import socket
import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from tournaments.config import redis_cache
from tournaments.config.page_cache import PageCache
from tournaments.config.redis_cache import Breaker, SteadyRedisCache

# Seconds, on a busy machine; to wait a hundred times takes most of a minute.
WAITED_ONCE = 10


def test_a_breaker_lets_everybody_through_until_something_fails() -> None:
    breaker = Breaker(pause=5)
    assert [breaker.may_try(1), breaker.may_try(1)] == [True, True]
    breaker.record_failure(10)
    assert [breaker.may_try(10), breaker.may_try(14.9)] == [False, False]


def test_after_a_pause_one_tries_and_the_others_wait_for_what_comes_of_it() -> None:
    breaker = Breaker(pause=5)
    breaker.record_failure(10)
    assert [breaker.may_try(15), breaker.may_try(15), breaker.may_try(19)] == [True, False, False]
    assert breaker.may_try(20)
    breaker.record_success()
    assert [breaker.may_try(20), breaker.may_try(20)] == [True, True]


@pytest.fixture
def lost() -> Iterator[SteadyRedisCache]:
    """The cache of a Redis that takes connections and never answers."""
    with socket.socket() as silent, patch.dict(redis_cache._BREAKERS, clear=True):
        silent.bind(("127.0.0.1", 0))
        silent.listen(10)
        cache = SteadyRedisCache(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", {})
        yield cache
        cache._own.clear()
        cache._cache.get_client().connection_pool.disconnect()


def test_a_lost_redis_is_waited_for_once(lost: SteadyRedisCache) -> None:
    began = time.monotonic()
    assert lost.get("tries", 0) == 0
    assert time.monotonic() - began < WAITED_ONCE
    began = time.monotonic()
    for _ in range(100):
        lost.get("tries")
    assert time.monotonic() - began < WAITED_ONCE


def test_what_is_counted_while_redis_is_lost_is_counted_by_the_process(lost: SteadyRedisCache) -> None:
    assert lost.add("tries", 0, timeout=60)
    assert [lost.incr("tries"), lost.incr("tries")] == [1, 2]
    with pytest.raises(ValueError, match="not found"):
        lost.incr("unknown")
    lost.set_many({"a": 1, "b": 2})
    assert lost.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert lost.has_key("a")
    assert lost.touch("a", 60)
    assert lost.delete("a")
    lost.delete_many(["b"])
    assert lost.get_many(["a", "b"]) == {}
    lost.clear()
    assert lost.get("tries") is None


def test_every_failure_is_counted(lost: SteadyRedisCache) -> None:
    before = redis_cache.REDIS_FAILURES._value.get()
    lost.get("tries")
    assert redis_cache.REDIS_FAILURES._value.get() == before + 1


@pytest.fixture
def small() -> Iterator[PageCache]:
    """A cache of a thousand bytes."""
    cache = PageCache("small", {"OPTIONS": {"MAX_BYTES": 1000, "MAX_ENTRIES": 6}})
    yield cache
    cache.clear()
    assert cache.held == 0


def test_kept_pages_are_bounded_in_bytes_and_what_was_asked_for_last_stays(small: PageCache) -> None:
    for name in ("first", "second", "third"):
        small.set(name, b"x" * 290)
        assert small.get("first") is not None
    small.set("fourth", b"x" * 290)
    assert [small.get(name) is not None for name in ("first", "second", "third", "fourth")] == [True, False, True, True]
    assert 870 < small.held <= 1000
    small.set("fourth", b"x")
    small.delete("third")
    assert 290 < small.held < 400


def test_a_page_that_would_push_out_all_others_is_not_kept(small: PageCache) -> None:
    small.set("usual", b"x")
    small.set("large", b"x" * 600)
    assert (small.get("usual"), small.get("large")) == (b"x", None)


def test_kept_pages_are_bounded_in_number_too(small: PageCache) -> None:
    for number in range(20):
        small.set(str(number), b"x")
    assert [number for number in range(20) if small.get(str(number))] == [14, 15, 16, 17, 18, 19]
