"""The platform asks a game here: it reads typed commands, lets robots choose, and seals secret cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, NoReturn, TypeAlias, TypeVar

from tournaments.games.contract import FAULT_WAYS, Dice, FaultyGame, Json, PlayableGame, RefusedError, Robot, Seat

T = TypeVar("T")


class SealedError(TypeError):
    """An attempt to show, write or send a sealed value."""


class Sealed(Generic[T]):
    """A value that only ``unseal()`` gives away; text, formatting, JSON, copies and pickles of it are refused."""

    __slots__ = ("__value",)

    def __init__(self, value: T) -> None:
        self.__value = value

    def unseal(self) -> T:
        """Return the value, for the rules that play with it; their result is sealed again."""
        return self.__value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and bool(self.__value == other.unseal())

    def __hash__(self) -> int:
        return hash(self.__value)

    def _refuse(self, *_asked: Any) -> NoReturn:
        raise SealedError("these cards are sealed")

    __str__ = __repr__ = __format__ = __reduce__ = __reduce_ex__ = __getstate__ = _refuse


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


def levels(game: PlayableGame) -> range:
    """Return the levels of robots of a game, from 1."""
    return range(1, len(_robots(game)) + 1)


def fault_way(game: PlayableGame, rules: Json) -> str:
    """Return how a table of several goes on when a line is at fault, one of ``FAULT_WAYS``."""
    way: str = game.fault_way(rules) if isinstance(game, FaultyGame) else FAULT_WAYS[0]
    return way


def robot_action(game: PlayableGame, rules: Json, state: Json, seat: Seat, level: int, dice: Dice) -> str:
    """Return the action of a robot of one of the ``levels`` for the seat in turn.

    The robot gets what the seat sees and may do, and what it has seen before where the game remembers it; nothing else
    of the state.
    """
    view = game.view(state, seat)
    memory = getattr(game, "memory", None)
    if memory is not None:
        view = {**view, "memory": memory(state, seat)}
    return _robots(game)[level - 1](rules, view, game.legal_actions(state, seat), dice)


def _robots(game: PlayableGame) -> tuple[Robot, ...]:
    # The robots of a ``RobotGame``. An isinstance check of the protocol would take as long as the robot's decision.
    own: Sequence[Robot] = getattr(game, "robots", ())
    return (_any_action, *own)


def _any_action(rules: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return actions[dice(len(actions))]
