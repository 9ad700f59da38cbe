"""How the C library keeps memory that is given back: for all threads together, not for each."""

import ctypes
import sys
from typing import Final

# Of malloc.h of the GNU C library.
M_ARENA_MAX: Final = -8
# One for what asks first, one for anybody who would wait; threads of Python take turns anyhow.
ARENAS: Final = 2


def share_arenas() -> None:
    """Give all threads two arenas; what one thread needed once for a large page, the next one uses again."""
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, ARENAS)
