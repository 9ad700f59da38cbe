"""The clocks of a match: a limit for each play, a bank of time for each seat, a limited credit for slow lines.

All times are whole milliseconds; moments count from the epoch in the server's time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.games.contract import Seat

MOST_CREDIT: Final = 1_000
"""Of the way of one play to the server, so much at most is not charged."""
QUOTA: Final = 3_000
"""What a seat has of such credit."""
REFILL: Final = 300
"""What comes back of it with every play, so that a line which is always a little slow never uses it up."""
COURTESY: Final = 15_000
"""What a player has on top after a gap in service, to find their place again (tempo di cortesia)."""
GRACE: Final = 1_500
"""How long after zero a time-out is decided: a play that was on its way in time has arrived by then."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Milliseconds for each play and for all the plays of a seat; None is no limit."""

    move: int | None = None
    bank: int | None = None


@dataclass(frozen=True, slots=True)
class Clocks:
    """The seat in turn, since when its clock runs (None while it is stopped), and the time used.

    ``spent`` is the turn's time when its clock last stopped, ``used`` the time of each seat's earlier plays, ``lag``
    what each seat has used of its credit.
    """

    seat: Seat | None = None
    since: int | None = None
    spent: int = 0
    used: Mapping[Seat, int] = field(default_factory=dict)
    lag: Mapping[Seat, int] = field(default_factory=dict)


def start(clocks: Clocks, seat: Seat | None, now: int) -> Clocks:
    """Begin the turn of ``seat``; None if no seat is in turn."""
    return replace(clocks, seat=seat, since=None if seat is None else now, spent=0)


def charge(clocks: Clocks, elapsed: int, credit: int) -> Clocks:
    """Return the clocks after the seat in turn has played after ``elapsed``, with ``credit`` used."""
    if clocks.seat is None:
        return clocks
    used = {**clocks.used, clocks.seat: clocks.used.get(clocks.seat, 0) + elapsed}
    owing = max(0, clocks.lag.get(clocks.seat, 0) + credit - REFILL)
    return replace(clocks, used=used, lag={**clocks.lag, clocks.seat: owing})


def stop(clocks: Clocks, now: int) -> Clocks:
    """Stop the clock at ``now``."""
    return replace(clocks, since=None, spent=_bank_left(clocks, now))


def resume(clocks: Clocks, now: int) -> Clocks:
    """Resume the clock of the turn at ``now``."""
    return clocks if clocks.seat is None or clocks.since is not None else replace(clocks, since=now)


def give(clocks: Clocks, ms: int, now: int) -> Clocks:
    """Move the start of the turn by ``ms``, which are not charged: at most to ``COURTESY`` after ``now``."""
    return clocks if clocks.since is None else replace(clocks, since=min(clocks.since + ms, now + COURTESY))


def add(clocks: Clocks, seat: Seat, ms: int, *, is_for_play: bool) -> Clocks:
    """Add time to ``seat`` for its next play, or for all its plays."""
    if is_for_play:
        return replace(clocks, spent=clocks.spent - ms)
    return replace(clocks, used={**clocks.used, seat: clocks.used.get(seat, 0) - ms})


def turn_time(clocks: Clocks, now: int) -> int:
    """Return the time of the turn at ``now``, never less than 0."""
    return max(0, _bank_left(clocks, now))


def _bank_left(clocks: Clocks, now: int) -> int:
    """Return the same, negative while extra time is not used up."""
    return clocks.spent + (0 if clocks.since is None else now - clocks.since)


def credit(clocks: Clocks, lag: int) -> int:
    """Return the part of ``lag`` that is not charged: limited for each play and by the rest of the quota."""
    owing = 0 if clocks.seat is None else clocks.lag.get(clocks.seat, 0)
    return max(0, min(lag, MOST_CREDIT, QUOTA - owing))


def time_left(clocks: Clocks, limits: Limits, seat: Seat, now: int) -> tuple[int | None, int | None]:
    """Return the milliseconds left to ``seat`` at ``now``: for its play, and in its bank. None without a limit."""
    taken = turn_time(clocks, now) if seat == clocks.seat else 0
    of_play = _bank_left(clocks, now) if seat == clocks.seat else 0
    move = None if limits.move is None else max(0, limits.move - of_play)
    bank = None if limits.bank is None else max(0, limits.bank - clocks.used.get(seat, 0) - taken)
    return move, bank


def turn_limit(clocks: Clocks, limits: Limits) -> tuple[int, str] | None:
    """Return the whole time that the turn may take, and the cause of the fault beyond it; None without a limit."""
    if clocks.seat is None:
        return None
    found = []
    if limits.move is not None:
        found.append((limits.move, "move_timeout"))
    if limits.bank is not None:
        found.append((limits.bank - clocks.used.get(clocks.seat, 0), "match_clock"))
    return min(found, default=None)


def due(clocks: Clocks, limits: Limits) -> int | None:
    """Return when a time-out is decided; None while no limited clock is running."""
    limit = turn_limit(clocks, limits)
    if limit is None or clocks.since is None:
        return None
    return clocks.since + limit[0] - clocks.spent + GRACE
