"""Rendered text kept per version of an event: made once, however many ask for it at the same moment."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from django.core.cache import caches

KEPT_SECONDS = 60 * 60
# Texts that share a lock wait for each other, so what is made under a lock must never ask for another kept text.
_locks = tuple(Lock() for _ in range(64))


@dataclass(frozen=True, slots=True)
class Kept:
    """A text as it is sent, plain and compressed."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, text: str) -> "Kept":
        plain = text.encode()
        return cls(plain, gzip.compress(plain, compresslevel=6, mtime=0))


def text_once(key: str, make: Callable[[], str]) -> str:
    """The text of that key: kept, or made by one of those who ask while the others wait."""
    found: str | None = caches["pages"].get(key)
    if found is not None:
        return found
    with _locks[hash(key) % len(_locks)]:
        found = caches["pages"].get(key)
        if found is None:
            found = make()
            caches["pages"].set(key, found, KEPT_SECONDS)
        return found


def answer_once(key: str, text: Callable[[], str]) -> Kept:
    """As ``text_once``, ready to be sent; ``text`` is put together from kept texts, so it comes before the lock."""
    found: tuple[bytes, bytes] | None = caches["pages"].get(key)
    if found is not None:
        return Kept(*found)
    whole = text()
    with _locks[hash(key) % len(_locks)]:
        found = caches["pages"].get(key)
        if found is not None:
            return Kept(*found)
        kept = Kept.of(whole)
        caches["pages"].set(key, (kept.plain, kept.packed), KEPT_SECONDS)
        return kept


def packed_once(key: str, make: Callable[[], bytes], seconds: int, holds: Callable[[], bool]) -> bytes:
    """As ``text_once``, kept compressed only and not for long: a long text of which there are many versions.

    Where it does not hold any more when it is made, somebody wrote meanwhile: it may be partly of a later version, and
    is not kept as the one that others compare theirs with.
    """
    found: bytes | None = caches["pages"].get(key)
    if found is not None:
        return found
    with _locks[hash(key) % len(_locks)]:
        found = caches["pages"].get(key)
        if found is None:
            # The least of packing: a fifth more bytes in less than half the time.
            found = gzip.compress(make(), compresslevel=1, mtime=0)
            if holds():
                caches["pages"].set(key, found, seconds)
        return found


def packed_before(key: str) -> bytes | None:
    """What ``packed_once`` still keeps of that key."""
    found: bytes | None = caches["pages"].get(key)
    return found
