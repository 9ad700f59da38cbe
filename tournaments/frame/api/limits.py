"""How often a program may ask within a minute: against one that has run wild, not against a hall.

The counters are the cache's, forgotten by themselves; where a secret can be guessed the database counts.
"""

import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

MINUTE = 60


def _count(key: str) -> int:
    """Count one more within this minute of the clock; how many there are with it."""
    counter = f"api:{key}:{int(time.time()) // MINUTE}"
    cache.add(counter, 0, timeout=2 * MINUTE)
    try:
        return cache.incr(counter)
    except ValueError:
        # The cache made room between the two calls.
        cache.set(counter, 1, timeout=2 * MINUTE)
        return 1


def seconds_left() -> float:
    """Until the next minute, when everybody may ask again."""
    return MINUTE - time.time() % MINUTE


class CallerThrottle(BaseThrottle):
    """Reads, writes and plays are counted apart, by token, by account, or by address for anybody who has neither."""

    def allow_request(self, request: Request, view: Any) -> bool:
        kind = "reads" if request.method in SAFE_METHODS else getattr(view, "counted_as", "writes")
        key: str = request.auth.key
        allowed = settings.API_PER_MINUTE["anonymous_" * key.startswith("at:") + kind]
        return _count(f"{kind}:{key}") <= allowed

    def wait(self) -> float:
        return seconds_left()


def count_wrong_token(address: str) -> None:
    """Refuse an address that tries one wrong token after another; the right ones of the same address still open."""
    if _count(f"wrong:{address}") > settings.API_PER_MINUTE["wrong_tokens"]:
        raise Throttled(seconds_left())
