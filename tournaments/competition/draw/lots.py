"""Lots from a seed, its commitment and the hall's number: everybody gets the same order (R-DRW-01 to 04, 08, 09)."""

import hmac
import json
import re
from collections.abc import Iterable
from hashlib import sha256
from operator import itemgetter

from tournaments.competition.chance import permutation
from tournaments.games.contract import Json, RefusedError

# The formats of a draw: without and with a number of the hall, and both again with a seal that covers the list.
DOMAIN, HALL_DOMAIN = "settebello-draw-1", "settebello-draw-2"
LISTED_DOMAIN, LISTED_HALL_DOMAIN = "settebello-draw-3", "settebello-draw-4"
OF_HALL, LISTED = frozenset({HALL_DOMAIN, LISTED_HALL_DOMAIN}), frozenset({LISTED_DOMAIN, LISTED_HALL_DOMAIN})
DOMAINS = OF_HALL | LISTED | {DOMAIN}
SEED = re.compile(r"[0-9a-f]{64}")
LONGEST_HALL = 40


def commitment(reference: str, seed: str, domain: str = DOMAIN, list_digest: str = "") -> str:
    """Return the commitment published before the draw: SHA-256 of the domain, the reference and the seed (R-DRW-01).

    The domain says whether the hall names a number (R-DRW-08), so nobody can leave it out afterwards, and whether the
    seal covers the digest of the list (R-DRW-09), which is then the end of the text. The seed is 32 random bytes as 64
    lower-case hexadecimal digits: nobody can guess it from the commitment, and no other reference and seed give the
    same text.
    """
    _check_seed(seed)
    listed = f"|{list_digest}" if domain in LISTED else ""
    return sha256(f"{domain}|{reference}|{seed}{listed}".encode()).hexdigest()


def keeps_commitment(reference: str, seed: str, published: str, domain: str = DOMAIN, list_digest: str = "") -> bool:
    """Return whether the revealed seed and list match the commitment (R-DRW-02)."""
    return hmac.compare_digest(commitment(reference, seed, domain, list_digest), published)


def list_digest(options: Json, entrants: Iterable[Json]) -> str:
    """Return SHA-256 of the draw's input without its seed: options, and number, seed and groups of each entrant.

    Of those who should not meet also the sets that they are in.

    They are in the order of their keys, which the lots permute, so the seal covers the place of everybody. Names are
    left out (R-DRW-09): a typing error is corrected without a new seal, and a name may have to be forgotten.
    """
    in_order = sorted(entrants, key=itemgetter("key"))
    rows = [
        [each["number"], each["seed"], [*each["groups"]], *([each["apart"]] if each.get("apart") else [])]
        for each in in_order
    ]
    text = json.dumps([options, rows], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()


def lots(reference: str, seed: str, keys: Iterable[int], hall: str | None = None, domain: str = "") -> tuple[int, ...]:
    """Return the keys in drawn order, whatever their order in the argument (R-DRW-03, R-DRW-04).

    ``hall`` is what the hall named after the commitment, mixed into the seed (R-DRW-08); None where it named nothing.
    """
    _check_seed(seed)
    secret = bytes.fromhex(seed)
    tag = f"{domain or (DOMAIN if hall is None else HALL_DOMAIN)}|{reference}"
    if hall is None:
        return permutation(sorted(keys), secret, tag)
    check_hall(hall)
    return permutation(sorted(keys), hmac.digest(secret, f"{tag}|hall|{hall}".encode(), "sha256"), tag)


def check_hall(hall: str) -> None:
    """Refuse a hall's number that cannot be read out or typed again: empty, too long, or unprintable."""
    if not hall.strip() or len(hall) > LONGEST_HALL or not hall.isprintable() or hall != hall.strip():
        raise RefusedError("bad_hall_number", field="hall", most=LONGEST_HALL)


def _check_seed(seed: str) -> None:
    if not SEED.fullmatch(seed):
        raise RefusedError("bad_draw_seed", field="seed")
