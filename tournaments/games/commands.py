"""Typed commands at a live table: a play in the notation of the game, or a word that asks for information."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournaments.games.contract import Json, PlayableGame, RefusedError

Asked: TypeAlias = Literal["play", "last", "time", "score"]

# Both languages work on every page: players type the words that they are used to.
WORDS: Final[dict[str, Asked]] = {
    "ultima": "last",
    "last": "last",
    "tempo": "time",
    "time": "time",
    "punti": "score",
    "score": "score",
}


@dataclass(frozen=True, slots=True)
class Command:
    """A parsed command; ``action`` is the notation of a ``play``, which ``PlayableGame.apply`` judges."""

    asked: Asked
    action: str = ""


def read_command(game: PlayableGame, typed: Json) -> Command:
    """Parse a typed command; raises RefusedError ``nothing_typed``, or the game's own for malformed notation."""
    word = typed.strip().lower() if isinstance(typed, str) else ""
    if not word:
        raise RefusedError("nothing_typed", field="command")
    if word in WORDS:
        return Command(WORDS[word])
    # A ``WrittenGame`` reads what people type in place of its notation.
    typed_action = getattr(game, "typed_action", str.strip)
    return Command("play", typed_action(typed))
