"""Two legs (andata e ritorno): the sum of two games decides a match, and a third game where it is level (R-KO-22)."""

from collections.abc import Sequence
from typing import Final

from tournaments.games.contract import Line, MatchState

LEGS: Final = 2
"""The length of a match of two legs; of the other lengths, 1, 3 and 5, most games won decide."""
LINES: Final = 2


def is_leg(best_of: int, game: int) -> bool:
    """Return whether a game, counted from 0, is one of two legs: nobody has to win it."""
    return best_of == LEGS and game < LEGS


def most_games(best_of: int) -> int:
    """Return how many games a match of a length may need."""
    return LEGS + 1 if best_of == LEGS else best_of


def summed(totals: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the points of each line over both legs, from the totals of each game; empty ones are nothing."""
    return tuple(sum(each[line] for each in totals[:LEGS] if line < len(each)) for line in range(LINES))


def ahead(totals: Sequence[Sequence[int]], *, low_wins: bool) -> Line | None:
    """Return the line that is ahead after both legs; None where they are level."""
    first, second = summed(totals)
    return None if first == second else int((first > second) == low_wins)


def winner(games: Sequence[MatchState], *, low_wins: bool) -> Line | None:
    """Return the line that has won a match of two legs; None while it is open."""
    if len(games) < LEGS or not all(one.is_over for one in games[:LEGS]):
        return None
    first = ahead([one.totals for one in games], low_wins=low_wins)
    thirds = [one.winner for one in games[LEGS:] if one.winner is not None]
    return first if first is not None else next(iter(thirds), None)
