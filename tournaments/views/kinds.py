"""What a page shows of an event by its format and by what its game keeps: pages ask here, never for a game."""

from tournaments.competition.pairing.table_options import TABLES
from tournaments.models import Tournament


def is_tables(event: Tournament) -> bool:
    """Whether it is played at tables of several, drawn as a tree; else it is a bracket of duels."""
    return bool(event.format.get("kind") == TABLES)


def has_vp(event: Tournament) -> bool:
    """Whether its matches give VP and MP."""
    return event.vp_scale is not None
