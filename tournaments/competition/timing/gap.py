"""A gap in service: the clocks are moved by it, so that it never costs a table its time (R-TIM-08)."""

TOLERATED = 5_000
"""Milliseconds within which a pulse may be late, or the server's clock be set right, without being a gap."""
TOLERATED_IN_PLAY = 1_500
"""The same where a limit of seconds runs for each play."""


def moved_by(last: int, now: int, tolerated: int = TOLERATED) -> int:
    """Return how far every running clock moves when the pulse of ``last`` is followed by ``now``.

    Zero up to ``tolerated``, else all of it: a crash, a laptop that slept and a clock that was put forward are the
    same. Negative if the server's clock was put back.
    """
    gap = now - last
    return gap if abs(gap) > tolerated else 0
