"""Who goes on from the groups: the first of each, and the best of all others (R-GRP-11, R-GRP-12)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain
from typing import NamedTuple, TypeAlias

from tournaments.competition.pairing.positions import FEWEST_ENTRANTS
from tournaments.games.contract import RefusedError


class GroupRow(NamedTuple):
    """A row of the final standings of a group: the sums of the matches that count, and how many they are.

    More points, VP, MP and difference are better. ``lot`` is the position in the order of the lots: it decides last.
    """

    key: int
    matches: int
    points: int = 0
    vp: int = 0
    mp: int = 0
    difference: int = 0
    lot: int = 0


class Qualified(NamedTuple):
    """An entrant who goes on, with the number of the group (from 1) and the place there."""

    key: int
    group: int
    place: int


Averages: TypeAlias = tuple[Fraction, ...]
"""Points, VP, MP and difference per match, negative: the smallest is best."""


class _Candidate(NamedTuple):
    averages: Averages
    place: int
    lot: int
    who: Qualified


def qualified(tables: Sequence[Sequence[GroupRow]], first: int, best: int = 0) -> tuple[Qualified, ...]:
    """Return who goes on, best first: the ``first`` of each group place by place, then the ``best`` of all others.

    ``tables`` are the standings of each group, each ordered by place; a group from which some have left may have fewer
    than ``first``. Rows of different groups are compared by points, VP, MP and difference per match, then by place,
    then by lot (R-GRP-12). Nobody goes on before a better one of the same group.
    """
    groups = [_candidates(number, table) for number, table in enumerate(tables, 1)]
    winners = sorted(chain.from_iterable(group[:first] for group in groups), key=lambda each: (each.place, each))
    others = sorted(chain.from_iterable(group[first:] for group in groups))
    return tuple([each.who for each in winners + others[:best]])


def count_going_on(sizes: Sequence[int], first: int, best: int) -> int:
    """Return how many go on from groups of these sizes; refuse a cut that they cannot give (R-GRP-11)."""
    smallest = min(sizes, default=0)
    if first not in range(smallest + 1):
        raise RefusedError("bad_first_of_group", field="first", given=first, most=smallest)
    others = sum(sizes) - first * len(sizes)
    if best not in range(others + 1):
        raise RefusedError("bad_best_of_others", field="best", given=best, most=others)
    going_on = first * len(sizes) + best
    if going_on < FEWEST_ENTRANTS:
        raise RefusedError("too_few_go_on", field="first", least=FEWEST_ENTRANTS)
    return going_on


def _candidates(number: int, table: Sequence[GroupRow]) -> list[_Candidate]:
    """The rows of a group by place; a row counts no more than the row before it."""
    averages = accumulate([_averages(row) for row in table], max)
    return [
        _Candidate(average, place, row.lot, Qualified(row.key, number, place))
        for place, (row, average) in enumerate(zip(table, averages, strict=True), 1)
    ]


def _averages(row: GroupRow) -> Averages:
    return tuple([Fraction(-total, max(row.matches, 1)) for total in (row.points, row.vp, row.mp, row.difference)])
