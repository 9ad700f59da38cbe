"""Optimistic locking: a write says which version of the event or the table it is based on."""

from tournaments.errors import MissingError, StaleVersionError
from tournaments.models import Table, Tournament


def require_version(tournament_id: int, seen: int | None) -> None:
    """Hold the event and refuse when somebody has written in it since version ``seen``; None asks for nothing.

    Called inside the transaction of the write, before it.
    """
    if seen is None:
        return
    held = held_version(tournament_id)
    if held != seen:
        raise StaleVersionError(current=held)


def held_version(tournament_id: int) -> int:
    """Hold the event, and return its version: nobody writes in it until the transaction ends."""
    # Not the key: anybody who writes in the log without the event's lock only points at it.
    locked = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id)
    held = locked.values_list("version", flat=True).first()
    if held is None:
        raise MissingError
    return held


def require_table_version(tournament_id: int, table_id: int, seen: int | None) -> None:
    """Hold the event and refuse when somebody has written at the table since its version ``seen``; None asks nothing.

    Called inside the transaction of the write, before it. Anybody who writes at a table holds its event first.
    """
    if seen is None:
        return
    list(Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).values_list("pk"))
    held = Table.objects.filter(tournament=tournament_id, pk=table_id).values_list("version", flat=True).first()
    if held is None:
        raise MissingError
    if held != seen:
        raise StaleVersionError(current=held)
