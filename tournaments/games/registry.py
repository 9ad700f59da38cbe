"""Games by name: the platform names none, it loads ``<package>.game.GAME`` for the words it is configured with."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, cast

from tournaments.games.contract import PicturedGame, PlayableGame, PractisedGame, ScoredGame, TabledGame

_names: tuple[str, ...] = ()
_loaded: dict[str, ScoredGame] = {}
_kinds: set[tuple[str, type]] = set()


def configure(names: Iterable[str]) -> None:
    """Say which packages are games; each is imported when it is first asked for."""
    global _names
    _names = tuple(names)
    _loaded.clear()
    _kinds.clear()


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


def _of_kind(key: str, kind: Any) -> Any:
    """The game of that name, if it is of a kind: each is looked at once, for a kind has many names to look for."""
    found = game(key)
    if (key, kind) not in _kinds:
        if not isinstance(found, kind):
            raise KeyError(key)
        _kinds.add((key, kind))
    return found


def pictured(key: str) -> PicturedGame:
    """The game of that name as it is shown in cards; KeyError when it has no pictures."""
    return cast(PicturedGame, _of_kind(key, PicturedGame))


def playable(key: str) -> PlayableGame:
    """The game of that name as a live table needs it; KeyError when it is played on paper only."""
    return cast(PlayableGame, _of_kind(key, PlayableGame))


def practised(key: str) -> PractisedGame:
    """The game of that name as people may try it; KeyError when it has no table for that."""
    return cast(PractisedGame, _of_kind(key, PractisedGame))


def practised_keys() -> tuple[str, ...]:
    """The games that people may try."""
    return tuple(key for key in _names if isinstance(game(key), PractisedGame))


def tabled(key: str) -> TabledGame:
    """The game of that name as the page of a live table needs it; KeyError when it has no such page."""
    return cast(TabledGame, _of_kind(key, TabledGame))
