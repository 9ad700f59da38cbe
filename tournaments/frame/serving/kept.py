"""Rendered text kept per version of an event: made once, however many ask for it at the same moment."""

import gzip
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from django.core.cache import caches

T = TypeVar("T")

KEPT_SECONDS = 60 * 60
# Texts that share a lock wait for each other: code that makes one under a lock must never ask for another.
_locks = tuple(Lock() for _ in range(64))


def _once(key: str, make: Callable[[], T], seconds: int, holds: Callable[[], bool] = lambda: True) -> T:
    """Return the cached value of a key. One request makes it while others wait; it is cached only if it ``holds``."""
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
    """Return the cached text of a key. One request makes it while others wait."""
    return _once(key, make, KEPT_SECONDS)


def answer_once(key: str, text: Callable[[], str]) -> bytes:
    """Return the same as ``text_once``, compressed, since nearly every reader gets it compressed."""
    found = cached_gzip(key)
    if found is not None:
        return found
    # It is made of kept texts, so it comes before the lock.
    plain = text().encode()
    return _once(key, lambda: gzip.compress(plain, compresslevel=6, mtime=0), KEPT_SECONDS)


def gzip_once(key: str, make: Callable[[], bytes], seconds: int, holds: Callable[[], bool]) -> bytes:
    """Return the same as ``text_once``, compressed and cached briefly: for long texts in many versions.

    If the version has moved on by then, the text may be partly of a later one, so it is not cached: readers compare
    versions with the cached text.
    """
    # The fastest compression: a fifth more bytes in less than half the time.
    return _once(key, lambda: gzip.compress(make(), compresslevel=1, mtime=0), seconds, holds)


def cached_gzip(key: str) -> bytes | None:
    """Return the compressed text of that key if it is still kept."""
    found: bytes | None = caches["pages"].get(key)
    return found
