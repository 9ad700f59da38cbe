"""A random order from a secret, for the lots of a draw and the shuffle of a deal: all are equally likely (R-DRW-04)."""

import hmac
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

STREAM: Final = 1 << 64

T = TypeVar("T")


def permutation(things: Iterable[T], secret: bytes, tag: str) -> tuple[T, ...]:
    """Return the items in another order: Fisher-Yates from the end, by the numbers of the secret and the tag."""
    found = list(things)
    numbers = _stream(secret, tag)
    for last in range(len(found) - 1, 0, -1):
        other = _below(last + 1, numbers)
        found[last], found[other] = found[other], found[last]
    return tuple(found)


def uniform_number(bound: int, secret: bytes, tag: str) -> int:
    """Return a number from 0 to ``bound - 1``, each equally likely."""
    return _below(bound, _stream(secret, tag))


def _stream(secret: bytes, tag: str) -> Iterator[int]:
    """Yield numbers of 64 bits: the first eight bytes of HMAC-SHA256 over a counter."""
    counter = 0
    while True:
        digest = hmac.digest(secret, f"{tag}|{counter}".encode(), "sha256")
        yield int.from_bytes(digest[:8], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to ``bound - 1``, each equally likely: numbers past the last full range are skipped."""
    full = STREAM - STREAM % bound
    return next(number for number in numbers if number < full) % bound
