"""Verifiable shuffling: the server commits to a seed, every seat adds its own (R-SHF-01 to 07).

The server draws a new seed for each deal and publishes its ``commitment``; then the seats send their seeds, and the
pack is ``shuffled`` by all of them. After the deal everything is ``revealed``. The format is in docs/shuffle.md.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from tournaments.competition.chance import permutation, uniform_number
from tournaments.games.contract import Json, RefusedError

DOMAIN: Final = "settebello-shuffle-1"
SERVER_BYTES: Final = 32
CLIENT_BYTES: Final = 16
MOST_SEATS: Final = 8
MOST_CARDS: Final = 200
MOST_DEALS: Final = 10_000
MOST_ATTEMPTS: Final = 1_000


def commitment(server_seed: bytes, pack: Sequence[str], match: int, deal: int) -> str:
    """Return the commitment, published before the seats send seeds: SHA-256 of the server's whole input (R-SHF-01).

    If it covered the seed alone, the server could choose the order of the pack, or the number of the deal, after the
    seats have sent theirs.
    """
    _check_seed(server_seed)
    return sha256(f"{DOMAIN}|{server_seed.hex()}|{match}|{deal}|{','.join(pack)}".encode()).hexdigest()


def shuffle(
    pack: Sequence[str], server_seed: bytes, client_seeds: Sequence[bytes], deal: int, attempt: int
) -> tuple[str, ...]:
    """Return the deck of one deal, top first (R-SHF-02, R-SHF-03).

    ``server_seed`` is 32 random bytes. ``client_seeds`` are in the order of the seats, 16 random bytes each, empty for
    a seat that sent none: a server that filled it in could choose it after it had seen the others. ``attempt`` is 0,
    and one more each time that the rules ask for the same deal to be dealt again.
    """
    if not 1 <= len(pack) <= MOST_CARDS:
        raise RefusedError("bad_pack", field="pack", most=MOST_CARDS)
    if attempt not in range(MOST_ATTEMPTS):
        raise RefusedError("bad_deal_number", field="attempt", most=MOST_ATTEMPTS - 1)
    return permutation(pack, server_seed, _tag(server_seed, client_seeds, deal, str(attempt)))


def first_dealer(server_seed: bytes, client_seeds: Sequence[bytes], deal: int) -> int:
    """Return the place, from 0 among those of ``client_seeds``, that deals where nobody has dealt before (R-SHF-07).

    The seeds are those of ``shuffled``: nobody knows the dealer before all of them are there.
    """
    return uniform_number(len(client_seeds), server_seed, _tag(server_seed, client_seeds, deal, "dealer"))


def _tag(server_seed: bytes, client_seeds: Sequence[bytes], deal: int, what: str) -> str:
    """Return what the numbers of a deal are drawn for; refuse seeds and deals that cannot be."""
    _check_seed(server_seed)
    if not 1 <= len(client_seeds) <= MOST_SEATS or any(len(each) not in (0, CLIENT_BYTES) for each in client_seeds):
        raise RefusedError("bad_seat_seed", field="client_seeds", bytes=CLIENT_BYTES, most=MOST_SEATS)
    if deal not in range(MOST_DEALS):
        raise RefusedError("bad_deal_number", field="deal", most=MOST_DEALS - 1)
    return f"{DOMAIN}|{deal}|{what}|{','.join(each.hex() for each in client_seeds)}"


def shuffle_source(
    pack: Sequence[str], server_seed: bytes, client_seeds: Sequence[bytes], match: int, deal: int, attempt: int
) -> Json:
    """Return the whole source of a deal's shuffle, published when it is over (R-SHF-04).

    ``decks`` has the deck of every attempt: anybody can see that the rules asked for each new one.
    """
    return {
        "format": DOMAIN,
        "commitment": commitment(server_seed, pack, match, deal),
        "server_seed": server_seed.hex(),
        "client_seeds": [each.hex() for each in client_seeds],
        "match": match,
        "deal": deal,
        "pack": list(pack),
        "decks": [list(shuffle(pack, server_seed, client_seeds, deal, number)) for number in range(attempt + 1)],
    }


def _check_seed(server_seed: bytes) -> None:
    if len(server_seed) != SERVER_BYTES:
        raise RefusedError("bad_server_seed", field="server_seed", bytes=SERVER_BYTES)
