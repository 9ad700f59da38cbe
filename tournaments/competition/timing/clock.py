"""The clock of a round or of a table: what is left of it, and what it is doing (R-TIM-01 to R-TIM-07).

All times are whole milliseconds, moments are those since the server's epoch: neither a time zone nor the nights on
which summer time begins and ends can touch them.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

State: TypeAlias = Literal["none", "waiting", "running", "paused", "over"]
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Clock:
    """A limit of ``length`` and what is ``added`` to it; ``started``, ``paused`` and ``called`` are moments.

    ``added`` holds extra time and pauses that are over. ``length`` 0 is no limit. ``called`` is when time was called.
    """

    started: int | None
    length: int
    added: int = 0
    paused: int | None = None
    called: int | None = None

    @property
    def due(self) -> int | None:
        """The moment at which it runs out; None while it has not been started, and while it stands still."""
        if self.started is None or self.paused is not None:
            return None
        return self.started + self.length + self.added

    def left(self, now: int) -> int:
        """Milliseconds that are left at ``now``, never less than 0."""
        if self.started is None:
            return max(0, self.length + self.added)
        if self.called is not None:
            return 0
        until = now if self.paused is None else self.paused
        return max(0, self.started + self.length + self.added - until)

    def state(self, now: int) -> State:
        """What it is doing at ``now``; over as soon as nothing is left, be time called yet or not."""
        if self.started is None:
            return "waiting" if self.length else "none"
        if self.left(now) == 0:
            return "over"
        return "running" if self.paused is None else "paused"

    def pause(self, now: int) -> "Clock":
        """Let it stand still from ``now`` on."""
        return replace(self, paused=now)

    def resume(self, now: int) -> "Clock":
        """Let it run again, with what was left when it was stopped (R-TIM-03)."""
        stood = 0 if self.paused is None else now - self.paused
        return replace(self, added=self.added + stood, paused=None)

    def moved(self, by: int) -> "Clock":
        """Move what it is counted from, so that a gap in service is not counted (R-TIM-08)."""
        if self.started is None or self.called is not None:
            return self
        return replace(self, started=self.started + by, paused=None if self.paused is None else self.paused + by)

    def extend(self, extra: int, now: int) -> "Clock":
        """Add ``extra``, below 0 down to nothing left; where time was called it counts from ``now`` (R-TIM-05)."""
        if self.started is None:
            return replace(self, added=max(self.added + extra, -self.length))
        until = now if self.paused is None else self.paused
        left = max(0, self.left(until) + extra)
        return replace(self, added=until + left - self.started - self.length, called=None)


def of_table(own: Clock, of_round: Clock) -> Clock:
    """The clock that a table goes by: its own where that was started, else its round's with its extra time on top."""
    if own.started is not None:
        return own
    called = own.called if own.added else of_round.called
    return replace(of_round, added=of_round.added + own.added, called=called)
