"""Previews: a step is taken, its effect is read, and everything is rolled back."""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from tournaments.frame.writes.transaction import alone, writing

Found = TypeVar("Found")


def looked_ahead(*, tournament_id: int, step: Callable[[], object], read: Callable[[], Found]) -> tuple[Found, Found]:
    """Return what ``read`` finds before ``step`` and after it, under one lock; then roll the step back.

    The step is the service itself, so a preview refuses what the service refuses and shows exactly what it writes.
    """
    # The step joins the write that may be open; the savepoint is what is rolled back.
    with alone(), transaction.atomic(), writing(tournament_id):
        before = read()
        step()
        after = read()
        transaction.set_rollback(True)
    return before, after
