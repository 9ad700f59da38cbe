"""Lots from a published seed: the same reference, seed and entrants give everybody the same order (R-DRW-01 to 04)."""

import hmac
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256

from tournaments.games.contract import RefusedError

DOMAIN = "settebello-draw-1"
SEED = re.compile(r"[0-9a-f]{64}")
STREAM = 1 << 64


def commitment(reference: str, seed: str) -> str:
    """What is published before the draw: SHA-256 of the domain, the reference and the seed (R-DRW-01).

    The seed is 32 random bytes as 64 lower-case hexadecimal digits: nobody can guess it from the commitment, and no
    other reference and seed spell the same text.
    """
    _check_seed(seed)
    return sha256(f"{DOMAIN}|{reference}|{seed}".encode()).hexdigest()


def keeps_commitment(reference: str, seed: str, published: str) -> bool:
    """Whether the revealed seed is the one that was committed to (R-DRW-02)."""
    return hmac.compare_digest(commitment(reference, seed), published)


def lots(reference: str, seed: str, keys: Iterable[int]) -> tuple[int, ...]:
    """The keys in drawn order, whatever order they come in (R-DRW-03, R-DRW-04)."""
    _check_seed(seed)
    drawn = sorted(keys)
    numbers = _stream(reference, seed)
    for last in range(len(drawn) - 1, 0, -1):
        other = _below(last + 1, numbers)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return tuple(drawn)


def _check_seed(seed: str) -> None:
    if not SEED.fullmatch(seed):
        raise RefusedError("bad_draw_seed", field="seed")


def _stream(reference: str, seed: str) -> Iterator[int]:
    """Numbers of 64 bits: the first eight bytes of HMAC-SHA256 over a counter."""
    key, counter = bytes.fromhex(seed), 0
    while True:
        digest = hmac.digest(key, f"{DOMAIN}|{reference}|{counter}".encode(), "sha256")
        yield int.from_bytes(digest[:8], "big")
        counter += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to ``bound - 1``, each equally likely: what lies past the last full turn is drawn again."""
    full = STREAM - STREAM % bound
    return next(number for number in numbers if number < full) % bound
