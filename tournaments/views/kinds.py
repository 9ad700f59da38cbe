"""What a page shows for the format of an event and the scores of its game; no view names a game."""

from tournaments.competition.pairing.table_options import TABLES
from tournaments.models import Tournament


def is_tables(event: Tournament) -> bool:
    """Return whether the event is played at tables of several (a tree), and not as a bracket of duels."""
    return bool(event.format.get("kind") == TABLES)


def has_vp(event: Tournament) -> bool:
    """Return whether the matches give VP and MP."""
    return event.vp_scale is not None
