"""Where the lines of a table go on to, and matches over two legs.

Two legs (andata e ritorno): the sum of two games decides a match, and a third game where it is level (R-KO-22).
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeAlias

from tournaments.competition.types import FromBest, FromEntrant, FromTable, Nobody, Slot
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


def sums_over_legs(totals: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the points of each line over both legs, from the totals of each game; empty ones are nothing."""
    return tuple(sum(each[line] for each in totals[:LEGS] if line < len(each)) for line in range(LINES))


def of_game(circumstances: Circumstances, best_of: int, game: int) -> Circumstances:
    """Return what a game of the match, counted from 0, is played under: nobody has to win a leg."""
    return replace(circumstances, must_decide=False) if is_leg(best_of, game) else circumstances


def winner(games: Sequence[Game], *, low_wins: bool) -> Line | None:
    """Return the line that has won a match of two legs; None while it is open."""
    if len(games) < LEGS or not all(one.is_over for one in games[:LEGS]):
        return None
    first, second = sums_over_legs([one.totals for one in games])
    if first != second:
        return int((first > second) == low_wins)
    return next((one.winner for one in games[LEGS:] if one.winner is not None), None)


Finish: TypeAlias = tuple[int | None, ...]
"""The keys of a finished table, best place first; None is nobody (a bye, or a match that both lines lost).

Those who share a place below those that go on may stand in any order here: the standings know it by ``Earned.place``.
"""

Occupant: TypeAlias = int | Nobody | None
"""Who takes a slot: a key, nobody for ever, or None while the table that decides it is not finished."""

NOBODY = Nobody()

Best: TypeAlias = Mapping[FromBest, int | Nobody]
"""Who takes the places of the re-admitted; empty while the round that decides it is not finished."""

NOT_YET: Best = MappingProxyType({})


def occupant(slot: Slot, finishes: Mapping[int, Finish], best: Best = NOT_YET) -> Occupant:
    """Return the occupant of a slot, as far as the finished tables decide it."""
    if isinstance(slot, FromTable):
        finish = finishes.get(slot.number)
        if finish is None:
            return None
        key = finish[slot.place - 1]
        return NOBODY if key is None else key
    if isinstance(slot, FromBest):
        return best.get(slot)
    return slot.key if isinstance(slot, FromEntrant) else slot


def finish_of(keys: Sequence[int | None], places: Sequence[int | None]) -> Finish:
    """Return the finish of a table by the places of its lines; lines that share a place follow in their order."""
    found: list[int | None] = []
    for place, line in sorted((place, line) for line, place in enumerate(places) if place is not None):
        found += [None] * (place - 1 - len(found))
        found.append(keys[line])
    return tuple(found + [None] * (len(keys) - len(found)))


def places_of_present(lines: int, present: Sequence[int], others: int | None = None) -> tuple[int | None, ...]:
    """Return the places at a table that is not played: those who are present in their order, the ``others``."""
    return tuple(present.index(line) + 1 if line in present else others for line in range(lines))


def alone(keys: tuple[int, ...], places: int) -> Finish:
    """Return the finish of a table at which no more entrants sit than advance."""
    return keys + (None,) * (places - len(keys))


def hand_on(finish: Finish, through: int, routed: Collection[int], gone: Collection[int | None]) -> Finish:
    """Return the finish with every entrant who advances in a place that leads to another table.

    Nothing changes unless a vacant place was given to another entrant. ``routed`` are the places that lead to another
    table. An entrant who left gets a place that leads nowhere. A replacement gives way to an entrant who wins after
    all.
    """
    if not routed or {*range(1, through + 1)} <= {*routed}:
        return finish
    winners = finish[:through]
    going, left = [key for key in winners if key not in gone], [key for key in winners if key in gone]
    kept = dict(zip(sorted(routed), going, strict=False))
    for place in sorted(set(routed) - set(kept)):
        own = finish[place - 1]
        # Of two entrants who left, each keeps the place that it still has.
        kept[place] = own if place > through or own in left or not left else left[0]
        left = [key for key in left if key != kept[place]]
    rest = list((Counter(finish) - Counter(kept.values())).elements())
    return tuple(kept[place] if place in kept else rest.pop(0) for place in range(1, len(finish) + 1))


def going_on(finish: Finish, through: int, gone: Collection[int | None]) -> list[int]:
    """Return the entrants who advance by this finish and have not left."""
    return [key for key in finish[:through] if key is not None and key not in gone]
