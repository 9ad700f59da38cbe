"""Several steps in one event that stand or fall together."""

from collections.abc import Callable, Iterable

from tournaments.frame.writes.transaction import writing


def taken_together(*, tournament_id: int, steps: Iterable[Callable[[], object]]) -> None:
    """Take every step, or none where one is refused."""
    with writing(tournament_id):
        for step in steps:
            step()
