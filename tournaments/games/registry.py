"""Games by name: the platform names none, it loads ``<package>.game.GAME`` for the words it is configured with."""

from collections.abc import Iterable
from importlib import import_module

from tournaments.games.contract import PicturedGame, PlayableGame, ScoredGame

_names: tuple[str, ...] = ()
_loaded: dict[str, ScoredGame] = {}


def configure(names: Iterable[str]) -> None:
    """Say which packages are games; each is imported when it is first asked for."""
    global _names
    _names = tuple(names)
    _loaded.clear()


def keys() -> tuple[str, ...]:
    """The games of this installation."""
    return _names


def game(key: str) -> ScoredGame:
    """The game of that name; KeyError for a name that is not configured."""
    if key not in _loaded:
        if key not in _names:
            raise KeyError(key)
        _loaded[key] = import_module(f"{key}.game").GAME
    return _loaded[key]


def pictured(key: str) -> PicturedGame:
    """The game of that name as it is shown in cards; KeyError when it has no pictures."""
    found = game(key)
    if not isinstance(found, PicturedGame):
        raise KeyError(key)
    return found


def playable(key: str) -> PlayableGame:
    """The game of that name as a live table needs it; KeyError when it is played on paper only."""
    found = game(key)
    if not isinstance(found, PlayableGame):
        raise KeyError(key)
    return found
