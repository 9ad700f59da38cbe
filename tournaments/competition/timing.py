"""Clocks: of a round, a table and a line, in milliseconds; a gap in service stops them.

The clock of a round or of a table: the time left, and its state (R-TIM-01 to R-TIM-07).

A line's own clock in a match against the clock: the time left, while it runs and while it is stopped (R-TIM-09).
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

TOLERATED = 5_000
"""Milliseconds within which a pulse may be late, or the server's clock be set right, without being a gap."""
TOLERATED_IN_PLAY = 1_500
"""The same where a limit of seconds runs for each play."""


def clock_shift(last: int, now: int, tolerated: int = TOLERATED) -> int:
    """Return how far every running clock moves when the pulse of ``last`` is followed by ``now``.

    Zero up to ``tolerated``, else all of it: a crash, a laptop that slept and a clock that was put forward are the
    same. Negative if the server's clock was put back.
    """
    gap = now - last
    return gap if abs(gap) > tolerated else 0


State: TypeAlias = Literal["none", "waiting", "running", "paused", "over"]
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Clock:
    """A limit of ``length`` and what is ``added`` to it; ``started``, ``paused`` and ``called`` are moments.

    ``added`` holds extra time and past pauses. ``length`` 0 is no limit. ``called`` is when time was called.
    """

    started: int | None
    length: int
    added: int = 0
    paused: int | None = None
    called: int | None = None

    @property
    def due(self) -> int | None:
        """When it ends; None before its start and while it is paused."""
        if self.started is None or self.paused is not None:
            return None
        return self.started + self.length + self.added

    def time_left(self, now: int) -> int:
        """Return milliseconds left at ``now``, never less than 0."""
        if self.started is None:
            return max(0, self.length + self.added)
        if self.called is not None:
            return 0
        until = now if self.paused is None else self.paused
        return max(0, self.started + self.length + self.added - until)

    def state(self, now: int) -> State:
        """Return the state at ``now``: over as soon as no time is left, even if time was not called yet."""
        if self.started is None:
            return "waiting" if self.length else "none"
        if self.time_left(now) == 0:
            return "over"
        return "running" if self.paused is None else "paused"

    def pause(self, now: int) -> "Clock":
        """Pause it at ``now``."""
        return replace(self, paused=now)

    def resume(self, now: int) -> "Clock":
        """Resume it with what was left when it was paused (R-TIM-03)."""
        stood = 0 if self.paused is None else now - self.paused
        return replace(self, added=self.added + stood, paused=None)

    def shift(self, by: int) -> "Clock":
        """Move its start, so that a gap in service is not counted (R-TIM-08)."""
        if self.started is None or self.called is not None:
            return self
        return replace(self, started=self.started + by, paused=None if self.paused is None else self.paused + by)

    def extend(self, extra: int, now: int) -> "Clock":
        """Add ``extra``, negative down to nothing left; after called time it counts from ``now`` (R-TIM-05).

        A paused clock of which nothing is left stands no more: it is over now.
        """
        if self.paused is not None and self.time_left(now) + extra <= 0:
            return self.resume(now).extend(extra, now)
        if self.started is None:
            return replace(self, added=max(self.added + extra, -self.length))
        until = now if self.paused is None else self.paused
        left = max(0, self.time_left(until) + extra)
        return replace(self, added=until + left - self.started - self.length, called=None)


def of_table(own: Clock, of_round: Clock) -> Clock:
    """Return the clock of a table: its own if that was started, else its round's with the table's extra time.

    A table that has less time than its paused round is over when nothing is left of its own.
    """
    if own.started is not None:
        return own
    called = own.called if own.added else of_round.called
    found = replace(of_round, added=of_round.added + own.added, called=called)
    is_over = found.paused is not None and found.time_left(found.paused) == 0
    return replace(found, paused=None) if is_over else found


@dataclass(frozen=True, slots=True)
class Bank:
    """The time ``left`` when a line's clock last stopped, and since when it has been ``running``."""

    left: int
    running: int | None = None

    @property
    def due(self) -> int | None:
        """When it ends; None while it is stopped."""
        return None if self.running is None else self.running + self.left

    def time_left(self, now: int) -> int:
        """Return milliseconds left at ``now``, never less than 0."""
        used = 0 if self.running is None else now - self.running
        return max(0, self.left - used)

    def stop(self, now: int) -> "Bank":
        """Stop it at ``now``."""
        return Bank(self.time_left(now))

    def run(self, now: int) -> "Bank":
        """Start it at ``now``; no effect if it is running."""
        return self if self.running is not None else Bank(self.left, now)
