"""Optimistic locking: a write names the version of the event or the table that it is based on."""

from tournaments.errors import MissingError, StaleVersionError
from tournaments.models import Table, Tournament


def require_version(tournament_id: int, seen: int | None) -> None:
    """Lock the event and refuse if it was written since version ``seen``; None skips the check.

    Called inside the transaction of the write, before it.
    """
    if seen is None:
        return
    held = held_version(tournament_id)
    if held != seen:
        raise StaleVersionError(current=held)


def held_version(tournament_id: int) -> int:
    """Lock the event and return its version: nobody writes in it until the transaction ends."""
    # Not the key: a writer of the log without the event's lock only refers to it.
    locked = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id)
    held = locked.values_list("version", flat=True).first()
    if held is None:
        raise MissingError
    return held


def require_table_version(tournament_id: int, table_id: int, seen: int | None) -> None:
    """Lock the event and refuse if the table was written since its version ``seen``; None skips the check.

    Called inside the transaction of the write, before it. Every writer at a table locks its event first.
    """
    if seen is None:
        return
    list(Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).values_list("pk"))
    held = Table.objects.filter(tournament=tournament_id, pk=table_id).values_list("version", flat=True).first()
    if held is None:
        raise MissingError
    if held != seen:
        raise StaleVersionError(current=held)
