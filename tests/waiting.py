"""Waiting for what comes when it comes: look again until it is so, and give up with what was waited for.

The only place in which tests sleep between one look and the next (tests/architecture/test_chance.py).
"""

import asyncio
import time
from collections.abc import Callable

# Longer than anything takes that comes at all, however busy the machine is; nobody waits so long for what has come.
PATIENCE = 120.0
LOOK_SECONDS = 0.02


def until(
    is_so: Callable[[], object],
    what: str | Callable[[], str],
    seconds: float = PATIENCE,
    *,
    every: float = LOOK_SECONDS,
) -> float:
    """Look until it is so; the seconds that it took. What is said otherwise may be asked for then."""
    begun = time.monotonic()
    while not is_so():
        if time.monotonic() - begun > seconds:
            raise AssertionError(f"{what if isinstance(what, str) else what()}: not within {seconds:.0f} s")
        time.sleep(every)
    return time.monotonic() - begun


async def until_so(is_so: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """The same in a loop of events, which goes on meanwhile."""
    try:
        async with asyncio.timeout(seconds):
            while not is_so():
                await asyncio.sleep(LOOK_SECONDS / 20)
    except TimeoutError:
        raise AssertionError(f"{what}: not within {seconds:.0f} s") from None
