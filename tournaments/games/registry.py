"""Games by name. The platform names no game: it loads ``<package>.game.GAME`` for each configured word."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, cast

from tournaments.games.contract import Json, PicturedGame, PlayableGame, PractisedGame, ScoredGame, TabledGame

_names: tuple[str, ...] = ()
_loaded: dict[str, ScoredGame] = {}
_kinds: set[tuple[str, type]] = set()


def configure(names: Iterable[str]) -> None:
    """Set the packages that are games; each is imported when it is first used."""
    global _names
    _names = tuple(names)
    _loaded.clear()
    _kinds.clear()


def keys() -> tuple[str, ...]:
    """Return the games of this installation."""
    return _names


def is_known(key: str) -> bool:
    """Whether this installation has a game of that name."""
    return key in _names


def game(key: str) -> ScoredGame:
    """Return the game of that name; KeyError for a name that is not configured."""
    if key not in _loaded:
        if key not in _names:
            raise KeyError(key)
        _loaded[key] = import_module(f"{key}.game").GAME
    return _loaded[key]


def with_newest_rules(key: str, rules: Json) -> Json:
    """Return rules of an older version as rules of the game's newest one; as they are where the game is not here."""
    return game(key).upgrade_rules(rules) if key in _names else rules


def _of_kind(key: str, kind: Any) -> Any:
    """Return the game of that name; KeyError if it is not of that kind. The slow check is done once for each."""
    found = game(key)
    if (key, kind) not in _kinds:
        if not isinstance(found, kind):
            raise KeyError(key)
        _kinds.add((key, kind))
    return found


def game_with_pictures(key: str) -> PicturedGame:
    """Return the game of that name as one with pictures of cards; KeyError if it has none."""
    return cast(PicturedGame, _of_kind(key, PicturedGame))


def playable(key: str) -> PlayableGame:
    """Return the game of that name as one for live tables; KeyError if it is played on paper only."""
    return cast(PlayableGame, _of_kind(key, PlayableGame))


def game_for_practice(key: str) -> PractisedGame:
    """Return the game of that name as one for practice; KeyError if it has no practice table."""
    return cast(PractisedGame, _of_kind(key, PractisedGame))


def practice_keys() -> tuple[str, ...]:
    """Return the games that can be practised, at a table that has a page."""
    return tuple(key for key in _names if isinstance(game(key), PractisedGame) and isinstance(game(key), TabledGame))


def game_with_table(key: str) -> TabledGame:
    """Return the game of that name as one with a live table's page; KeyError if it has no such page."""
    return cast(TabledGame, _of_kind(key, TabledGame))
