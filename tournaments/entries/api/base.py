"""An entry of the event that the address names, or 404."""

from tournaments.entries.reads import desk
from tournaments.errors import MissingError
from tournaments.models import Entry, Tournament


def entry_in(event: Tournament, entry_id: int) -> Entry:
    """An entry of the event with its people and club."""
    entry = desk.entry_of(event, entry_id)
    if entry is None:
        raise MissingError
    return entry
