"""Rendered text kept per version of an event: made once, however many ask for it at the same moment."""

import gzip
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from django.core.cache import caches

T = TypeVar("T")

KEPT_SECONDS = 60 * 60
# Texts that share a lock wait for each other, so what is made under a lock must never ask for another kept text.
_locks = tuple(Lock() for _ in range(64))


def _once(key: str, make: Callable[[], T], seconds: int, holds: Callable[[], bool] = lambda: True) -> T:
    """What is kept of that key, or made by one of those who ask while the others wait, and kept where it holds."""
    found: T | None = caches["pages"].get(key)
    if found is not None:
        return found
    with _locks[hash(key) % len(_locks)]:
        found = caches["pages"].get(key)
        if found is None:
            found = make()
            if holds():
                caches["pages"].set(key, found, seconds)
        return found


def text_once(key: str, make: Callable[[], str]) -> str:
    """The text of that key: kept, or made by one of those who ask while the others wait."""
    return _once(key, make, KEPT_SECONDS)


def answer_once(key: str, text: Callable[[], str]) -> bytes:
    """As ``text_once``, compressed as it is sent to nearly everybody."""
    found = packed_before(key)
    if found is not None:
        return found
    # Put together from kept texts, so it comes before the lock.
    plain = text().encode()
    return _once(key, lambda: gzip.compress(plain, compresslevel=6, mtime=0), KEPT_SECONDS)


def packed_once(key: str, make: Callable[[], bytes], seconds: int, holds: Callable[[], bool]) -> bytes:
    """As ``text_once``, compressed and not kept for long: a long text of which there are many versions.

    Where it does not hold any more when it is made, somebody wrote meanwhile: it may be partly of a later version, and
    is not kept as the one that others compare theirs with.
    """
    # The least of packing: a fifth more bytes in less than half the time.
    return _once(key, lambda: gzip.compress(make(), compresslevel=1, mtime=0), seconds, holds)


def packed_before(key: str) -> bytes | None:
    """What is still kept compressed of that key."""
    found: bytes | None = caches["pages"].get(key)
    return found
