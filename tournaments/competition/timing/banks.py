"""A line's own clock in a match against the clock: what it has left, while it runs and while it stands (R-TIM-09)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bank:
    """What a line had ``left`` when its clock last stood still, and since when it has been ``running``."""

    left: int
    running: int | None = None

    @property
    def due(self) -> int | None:
        """The moment at which it runs out; None while it stands still."""
        return None if self.running is None else self.running + self.left

    def left_at(self, now: int) -> int:
        """Milliseconds that are left at ``now``, never less than 0."""
        used = 0 if self.running is None else now - self.running
        return max(0, self.left - used)

    def stop(self, now: int) -> "Bank":
        """Let it stand still from ``now`` on."""
        return Bank(self.left_at(now))

    def run(self, now: int) -> "Bank":
        """Let it run from ``now`` on; one that runs goes on running."""
        return self if self.running is not None else Bank(self.left, now)
