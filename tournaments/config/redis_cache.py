"""The shared cache in Redis, with a circuit breaker: a Redis that fails or hangs is not asked for a while.

Meanwhile each process counts for itself, in its own memory. The cache holds nothing that must not be lost: tries at
secrets (``frame.writes.rate_limits``) and sessions are in the database.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from tournaments.frame.metrics import REDIS_FAILURES

P = ParamSpec("P")
T = TypeVar("T")

# Seconds: how long Redis may take to answer, and how long it is not asked after a failure.
PATIENCE, PAUSE = 0.5, 5.0

logger = logging.getLogger(__name__)


class Breaker:
    """Open for a while after a failure; then one caller tries, and the others continue without Redis."""

    def __init__(self, pause: float) -> None:
        self._pause, self._closed_at, self._lock = pause, 0.0, threading.Lock()

    @property
    def is_open(self) -> bool:
        return bool(self._closed_at)

    def may_try(self, now: float) -> bool:
        """Return whether this caller should ask Redis; while the breaker recovers, one at a time."""
        if not self._closed_at:
            return True
        with self._lock:
            if now < self._closed_at:
                return False
            self._closed_at = now + self._pause
            return True

    def record_failure(self, now: float) -> None:
        with self._lock:
            self._closed_at = now + self._pause

    def record_success(self) -> None:
        if self._closed_at:
            with self._lock:
                self._closed_at = 0.0


class SteadyRedisCache(RedisCache):
    """Django's Redis cache, replaced by the memory of the process while Redis does not answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        quick = {
            "socket_timeout": PATIENCE,
            "socket_connect_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 0),
        }
        super().__init__(server, {**params, "OPTIONS": {**quick, **params.get("OPTIONS", {})}})
        self._own = LocMemCache("steady", {})
        self._breaker = _BREAKERS.setdefault(str(server), Breaker(PAUSE))

    @property
    def is_lost(self) -> bool:
        """Whether Redis is not asked at the moment."""
        return self._breaker.is_open

    def _steady(self, ask: Callable[P, T], instead: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the answer of Redis, or of the process's memory where Redis fails."""
        if not self._breaker.may_try(time.monotonic()):
            return instead(*args, **kwargs)
        try:
            answer = ask(*args, **kwargs)
        except (RedisError, OSError) as error:
            self._breaker.record_failure(time.monotonic())
            REDIS_FAILURES.inc()
            logger.warning("Redis does not answer the cache: %s", type(error).__name__)
            return instead(*args, **kwargs)
        self._breaker.record_success()
        return answer

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._steady(super().add, self._own.add, *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._steady(super().get, self._own.get, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._steady(super().set, self._own.set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._steady(super().touch, self._own.touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._steady(super().delete, self._own.delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return self._steady(super().get_many, self._own.get_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._steady(super().has_key, self._own.has_key, *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return self._steady(super().incr, self._own.incr, *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> list[Any]:
        return self._steady(super().set_many, self._own.set_many, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._steady(super().delete_many, self._own.delete_many, *args, **kwargs)

    def clear(self) -> None:
        self._steady(super().clear, self._own.clear)


# Django makes a cache for each thread; they share the knowledge that Redis is lost.
_BREAKERS: dict[str, Breaker] = {}
