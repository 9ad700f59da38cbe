"""Games by name. The platform names no game: it loads ``<package>.game.GAME`` for each configured word."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any, cast

from tournaments.games.contract import (
    Json,
    NamedGame,
    PicturedGame,
    PlayableGame,
    PractisedGame,
    ScoredGame,
    TabledGame,
    TeamGame,
)

_names: tuple[str, ...] = ()


def configure(names: Iterable[str]) -> None:
    """Set the packages that are games; each is imported when it is first used."""
    global _names
    _names = tuple(names)
    game.cache_clear()
    _is_of_kind.cache_clear()


def keys() -> tuple[str, ...]:
    """Return the games of this installation."""
    return _names


def is_known(key: str) -> bool:
    """Whether this installation has a game of that name."""
    return key in _names


@cache
def game(key: str) -> ScoredGame:
    """Return the game of that name; KeyError for a name that is not configured."""
    if key not in _names:
        raise KeyError(key)
    return cast(ScoredGame, import_module(f"{key}.game").GAME)


def with_newest_rules(key: str, rules: Json) -> Json:
    """Return rules of an older version as rules of the game's newest one; as they are where the game is not here."""
    return game(key).upgrade_rules(rules) if key in _names else rules


@cache
def _is_of_kind(key: str, kind: Any) -> bool:
    """Return whether the game of that name is of that kind: Python compares all names of a protocol, so only once."""
    return isinstance(game(key), kind)


def _of_kind(key: str, kind: Any) -> Any:
    """Return the game of that name; KeyError if it is not of that kind."""
    if not _is_of_kind(key, kind):
        raise KeyError(key)
    return game(key)


def game_of_teams(key: str) -> TeamGame | None:
    """Return the game of that name if its lines are teams, else None; KeyError as ``game``."""
    return cast(TeamGame, game(key)) if _is_of_kind(key, TeamGame) else None


def game_with_pictures(key: str) -> PicturedGame:
    """Return the game of that name as one with pictures of cards; KeyError if it has none."""
    return cast(PicturedGame, _of_kind(key, PicturedGame))


def game_with_titles(key: str) -> NamedGame | None:
    """Return the game of that name if its rulesets say what is played, else None; KeyError as ``game``."""
    return cast(NamedGame, game(key)) if _is_of_kind(key, NamedGame) else None


def playable(key: str) -> PlayableGame:
    """Return the game of that name as one for live tables; KeyError if it is played on paper only."""
    return cast(PlayableGame, _of_kind(key, PlayableGame))


def game_for_practice(key: str) -> PractisedGame:
    """Return the game of that name as one for practice; KeyError if it has no practice table."""
    return cast(PractisedGame, _of_kind(key, PractisedGame))


def practice_keys() -> tuple[str, ...]:
    """Return the games that can be practised, at a table that has a page."""
    return tuple(key for key in _names if _is_of_kind(key, PractisedGame) and _is_of_kind(key, TabledGame))


def game_with_table(key: str) -> TabledGame:
    """Return the game of that name as one with a live table's page; KeyError if it has no such page."""
    return cast(TabledGame, _of_kind(key, TabledGame))
