"""Who goes on from the groups: the first of each, and the best of all others (R-GRP-11, R-GRP-12)."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from tournaments.competition.pairing.positions import FEWEST_ENTRANTS
from tournaments.competition.standings.ranking import Merit
from tournaments.games.contract import RefusedError


class GroupRow(NamedTuple):
    """A row of the final standings of a group: its place there, and what it is compared by with other groups.

    More is better in each ``average``. ``lot`` is the position in the order of the lots: it decides last.
    """

    key: int
    place: int
    average: Merit = ()
    lot: int = 0


class Qualified(NamedTuple):
    """An entrant who goes on, with the number of the group (from 1) and the place there."""

    key: int
    group: int
    place: int


class _Candidate(NamedTuple):
    """What orders those of different groups: the smallest is best."""

    average: Merit
    place: int
    lot: int
    who: Qualified


def qualifiers(tables: Sequence[Sequence[GroupRow]], first: int, best: int = 0) -> tuple[Qualified, ...]:
    """Return who goes on, best first: the ``first`` of each group place by place, then the ``best`` of all others.

    ``tables`` are the standings of each group, each ordered by place; a group from which some have left may have fewer
    than ``first``. Rows of different groups are compared as in the standings (R-GRP-12). Nobody of the others goes on
    before a better one of the same group.
    """
    winners: list[_Candidate] = []
    others: list[_Candidate] = []
    for number, table in enumerate(tables, 1):
        group = [
            _Candidate(
                tuple([-each for each in row.average]), row.place, row.lot, Qualified(row.key, number, row.place)
            )
            for row in table
        ]
        winners += group[:first]
        # Each of the others counts no more than the one before it in the group.
        averages = accumulate([each.average for each in group[first:]], max)
        others += [each._replace(average=average) for each, average in zip(group[first:], averages, strict=True)]
    winners.sort(key=lambda each: (each.place, each))
    return tuple([each.who for each in winners + sorted(others)[:best]])


def by_place(going_on: Sequence[Qualified]) -> list[list[Qualified]]:
    """Return those who go on, given best first, place by place: the first of each group, the second ... (R-GRP-16)."""
    found: list[list[Qualified]] = []
    ahead: Counter[int] = Counter()
    for each in going_on:
        if ahead[each.group] == len(found):
            found.append([])
        found[ahead[each.group]].append(each)
        ahead[each.group] += 1
    return found


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
