"""How far the tests go: what every run can afford (``script/test``), or all (``script/test --full``, ``FULL=1``).

``SEARCH`` says how many times as far the searches at random go. ``SEED`` says which part of
the rest a short run draws: ``script/test`` and ``script/check`` set it to the commit, so that a commit always draws the
same and the next one another.
"""

import os
import random
from hashlib import sha256
from typing import Any

FULL = os.environ.get("FULL") == "1"
TIMES = int(os.environ.get("SEARCH", "1"))
SEED = os.environ.get("SEED", "0")


def seeds(usual: int = 1) -> range:
    """The seeds of a search that every run makes ``usual`` times."""
    return range(usual * TIMES)


def often(usual: int) -> int:
    """How often something is tried that every run tries ``usual`` times."""
    return usual * TIMES


def in_short(short: int, full: int) -> int:
    """So many in a run that everybody waits for, or as many as the documents promise."""
    return full if FULL or TIMES > 1 else short


def is_drawn(name: Any, one_in: int) -> bool:
    """Whether this one of many is tried in this run: ``one_in`` of them by chance, the same for the same seed."""
    return FULL or int.from_bytes(sha256(f"{SEED} {name}".encode()).digest()[:8]) % one_in == 0


def sizes_up_to(last: int, first: int = 4, whole: int = 32, one_in: int = 12) -> list[int]:
    """The numbers of entrants that are tried: all small ones, and of those beyond some that are drawn."""
    return [size for size in range(first, last + 1) if size <= whole or is_drawn(size, one_in)]


def dice(name: str) -> random.Random:
    """Dice that fall the same way for the same seed."""
    return random.Random(f"{SEED} {name}")
