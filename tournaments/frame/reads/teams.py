"""Events of teams: an entry has a name of its own, and may have more people than sit in a match."""

from tournaments.games import registry
from tournaments.games.contract import TeamGame
from tournaments.models import Tournament


def is_of_teams(event: Tournament) -> bool:
    """Return whether the entries of an event are teams, each with a name of its own."""
    return isinstance(registry.game(event.game), TeamGame)


def people_of_entry(event: Tournament) -> tuple[int, int]:
    """Return the fewest and the most people of a whole entry."""
    game = registry.game(event.game)
    if isinstance(game, TeamGame):
        return game.members(event.rules)
    return event.entry_size, event.entry_size
