"""Who is typing in which row of the grid of results: a hint kept in the cache for some seconds, not in the database.

Two concurrent writes may lose one hint until the page's next beat; nothing depends on it.
"""

from time import time
from typing import Final

from django.core.cache import cache

# A page repeats it every few seconds (grid-typing.js); otherwise the hint expires.
LASTS_SECONDS: Final = 8
MOST_HINTS: Final = 40
LONGEST_NAME: Final = 60

# By account key: the row, the name, and when the hint expires.
Hints = dict[int, tuple[int, str, float]]


def exchange(event_id: int, account_id: int, name: str, row: int | None) -> dict[int, str]:
    """Note the row in which an account types, or that it types in none; return the names of the others by row."""
    key, now = f"typing:{event_id}", time()
    kept: Hints = cache.get(key) or {}
    hints = {who: hint for who, hint in kept.items() if hint[2] > now and who != account_id}
    others = {at: other for at, other, _until in hints.values()}
    if row is not None and len(hints) < MOST_HINTS:
        hints[account_id] = (row, name[:LONGEST_NAME], now + LASTS_SECONDS)
    if hints != kept:
        cache.set(key, hints, LASTS_SECONDS)
    return others
