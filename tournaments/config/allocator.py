"""Memory arenas of the C library: freed memory is shared by all threads, not kept for each."""

import ctypes
import sys
from typing import Final

# From malloc.h of the GNU C library.
M_ARENA_MAX: Final = -8
# One for the first thread, one against waiting; Python threads take turns anyway.
ARENAS: Final = 2


def share_arenas() -> None:
    """Limit all threads to two arenas; memory that one thread needed once for a large page is reused by the next."""
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, ARENAS)
