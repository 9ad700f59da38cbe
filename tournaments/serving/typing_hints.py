"""Who types in which row of a page right now: a hint that the cache keeps for some seconds, and no database.

Two who write it in the same moment may lose one hint until the next beat of its page; nothing depends on it.
"""

from time import time
from typing import Final

from django.core.cache import cache

# A page says it again every few seconds (grid-typing.js); without a word the hint is over.
LASTS_SECONDS: Final = 8
MOST_HINTS: Final = 40
LONGEST_NAME: Final = 60

# By the key of an account: the row, the name, and until when it holds.
Hints = dict[int, tuple[int, str, float]]


def exchange(event_id: int, account_id: int, name: str, row: int | None) -> dict[int, str]:
    """Note the row in which an account types, or that it types in none; the names of the others by row."""
    key, now = f"typing:{event_id}", time()
    kept: Hints = cache.get(key) or {}
    hints = {who: hint for who, hint in kept.items() if hint[2] > now and who != account_id}
    others = {at: other for at, other, _until in hints.values()}
    if row is not None and len(hints) < MOST_HINTS:
        hints[account_id] = (row, name[:LONGEST_NAME], now + LASTS_SECONDS)
    if hints != kept:
        cache.set(key, hints, LASTS_SECONDS)
    return others
