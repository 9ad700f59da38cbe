"""Events of teams: an entry has a name of its own, and may have more people than sit in a match."""

from tournaments.games import registry
from tournaments.models import Tournament


def is_of_teams(event: Tournament) -> bool:
    """Return whether the entries of an event are teams, each with a name of its own."""
    return registry.game_of_teams(event.game) is not None


def people_of_entry(event: Tournament) -> tuple[int, int]:
    """Return the fewest and the most people of a whole entry."""
    game = registry.game_of_teams(event.game)
    return (event.entry_size, event.entry_size) if game is None else game.members(event.rules)
