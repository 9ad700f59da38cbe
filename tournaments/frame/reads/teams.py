"""Events of teams: an entry has a name of its own, and may have more people than sit in a match."""

from functools import lru_cache

from tournaments.games import registry
from tournaments.games.contract import TeamGame
from tournaments.models import Tournament


def is_of_teams(event: Tournament) -> bool:
    """Return whether the entries of an event are teams, each with a name of its own."""
    return _is_game_of_teams(event.game, type(registry.game(event.game)))


@lru_cache(maxsize=64)
def _is_game_of_teams(key: str, _kind: type) -> bool:
    """Ask once a game: every page of an event asks, and Python compares all names of the protocol each time."""
    return isinstance(registry.game(key), TeamGame)


def people_of_entry(event: Tournament) -> tuple[int, int]:
    """Return the fewest and the most people of a whole entry."""
    game = registry.game(event.game)
    if isinstance(game, TeamGame):
        return game.members(event.rules)
    return event.entry_size, event.entry_size
