"""Two legs (andata e ritorno): the sum of two games decides a match, and a third game where it is level (R-KO-22)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from tournaments.games.contract import Circumstances, Line


class Game(Protocol):
    """What is asked of a game of the match; a ``MatchState`` of the game has it."""

    @property
    def totals(self) -> Sequence[int]:
        """The points of each line."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""

    @property
    def winner(self) -> Line | None:
        """The line that has won it; None where it is level or open."""


class Shown(NamedTuple):
    """A game as the view of an online match tells it."""

    totals: Sequence[int]
    is_over: bool
    winner: Line | None


LEGS: Final = 2
"""The length of a match of two legs; of the other lengths, 1, 3 and 5, most games won decide."""
LINES: Final = 2
"""They are played between two lines."""


def is_leg(best_of: int, game: int) -> bool:
    """Return whether a game, counted from 0, is one of two legs: nobody has to win it."""
    return best_of == LEGS and game < LEGS


def most_games(best_of: int) -> int:
    """Return how many games a match of a length may need."""
    return LEGS + 1 if best_of == LEGS else best_of


def summed(totals: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the points of each line over both legs, from the totals of each game; empty ones are nothing."""
    return tuple(sum(each[line] for each in totals[:LEGS] if line < len(each)) for line in range(LINES))


def of_game(circumstances: Circumstances, best_of: int, game: int) -> Circumstances:
    """Return what a game of the match, counted from 0, is played under: nobody has to win a leg."""
    return replace(circumstances, must_decide=False) if is_leg(best_of, game) else circumstances


def winner(games: Sequence[Game], *, low_wins: bool) -> Line | None:
    """Return the line that has won a match of two legs; None while it is open."""
    if len(games) < LEGS or not all(one.is_over for one in games[:LEGS]):
        return None
    first, second = summed([one.totals for one in games])
    if first != second:
        return int((first > second) == low_wins)
    return next((one.winner for one in games[LEGS:] if one.winner is not None), None)
