"""Lots from a published seed: the same reference, seed and entrants give everybody the same order (R-DRW-01 to 04)."""

import hmac
import re
from collections.abc import Iterable
from hashlib import sha256

from tournaments.competition.chance import permuted
from tournaments.games.contract import RefusedError

DOMAIN = "settebello-draw-1"
SEED = re.compile(r"[0-9a-f]{64}")


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
    return permuted(sorted(keys), bytes.fromhex(seed), f"{DOMAIN}|{reference}")


def _check_seed(seed: str) -> None:
    if not SEED.fullmatch(seed):
        raise RefusedError("bad_draw_seed", field="seed")
