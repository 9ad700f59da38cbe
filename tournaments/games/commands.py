"""What somebody types at a live table: a play in the notation of the game, or a word that asks the table something."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tournaments.games.contract import Json, PlayableGame, RefusedError

Asked: TypeAlias = Literal["play", "last", "time", "score"]

# In both languages, whatever the page speaks: hands know the words of the club.
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
    """What was asked for, and of a ``play`` the action in notation, for ``PlayableGame.apply`` to judge."""

    asked: Asked
    action: str = ""


def read_command(game: PlayableGame, typed: Json) -> Command:
    """What somebody typed; raises RefusedError ``nothing_typed``, or the game's own for what is no notation."""
    word = typed.strip().lower() if isinstance(typed, str) else ""
    if not word:
        raise RefusedError("nothing_typed", field="command")
    if word in WORDS:
        return Command(WORDS[word])
    # Of a ``WrittenGame``, which knows what people write for its notation.
    typed_action = getattr(game, "typed_action", str.strip)
    return Command("play", typed_action(typed))
