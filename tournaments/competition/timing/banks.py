"""A line's own clock in a match against the clock: the time left, while it runs and while it is stopped (R-TIM-09)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bank:
    """The time ``left`` when a line's clock last stopped, and since when it has been ``running``."""

    left: int
    running: int | None = None

    @property
    def due(self) -> int | None:
        """When it ends; None while it is stopped."""
        return None if self.running is None else self.running + self.left

    def left_at(self, now: int) -> int:
        """Return milliseconds left at ``now``, never less than 0."""
        used = 0 if self.running is None else now - self.running
        return max(0, self.left - used)

    def stop(self, now: int) -> "Bank":
        """Stop it at ``now``."""
        return Bank(self.left_at(now))

    def run(self, now: int) -> "Bank":
        """Start it at ``now``; no effect if it is running."""
        return self if self.running is not None else Bank(self.left, now)
