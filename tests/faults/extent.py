"""How hard the faults are tried: half as hard in every run as docs/promises.md says, and as hard with ``SEARCH=2``."""

from tests.searching import TIMES


def usually_half(whole: int) -> int:
    """So many, or half of them in a run that everybody waits for."""
    return whole if TIMES > 1 else whole // 2
