"""What is still open for every entry while a stage runs: its places, and whether it goes on (R-TIE-15, R-TIE-16)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, permutations, product
from math import factorial, prod
from typing import Final, NamedTuple, TypeAlias

from tournaments.competition.stages.facts import NO_GROUP, Facts, Meeting
from tournaments.competition.stages.level import undecided
from tournaments.competition.stages.possible import Chances, Gains, can_qualify, chances, through
from tournaments.competition.stages.standing import Standing
from tournaments.competition.stages.tallies import Tally

THROUGH: Final = "through"
OPEN: Final = "open"
OUT: Final = "out"
FATES: Final = (THROUGH, OPEN, OUT)
MOST_ORDERS: Final = 720
"""So many orders of those who are level are gone through at most."""

GoingOn: TypeAlias = Callable[[Standing], Mapping[int, int]]
"""Who goes on from standings, each to its bracket by place or to 0."""


class Cut(NamedTuple):
    """Who goes on to the next stage: the ``first`` of each group and the ``best`` of all others.

    If ``apart``, those in the same place of their groups go on to a bracket of their own (R-GRP-16).
    """

    first: int
    best: int
    apart: bool = False

    def is_cutting(self, standing: Standing, left: Collection[int]) -> bool:
        """Return whether somebody does not go on; brackets by place are often for everybody who has not left."""
        sizes = Counter(row.group for row in standing.rows if row.tally.key not in left)
        return not self.apart or max(sizes.values(), default=0) > self.first


class Outlook(NamedTuple):
    """The best and the worst place that an entry can still have, in its group if there are groups.

    ``fate`` is ``through``, ``open`` or ``out``; empty where nobody is cut. ``is_of_all`` says that all places of the
    group are still open, ``is_in_group`` that there are groups. ``bracket`` is the bracket by place that it comes to,
    from 1; 0 while that is not sure, and where there are none.
    """

    best: int
    worst: int
    fate: str = ""
    is_of_all: bool = False
    is_in_group: bool = False
    bracket: int = 0


class Outlooks:
    """The outlooks of a stage with ``unpaired`` rounds after those of ``facts``, each group worked out when asked for.

    Those who have left cannot go on. Nothing is known where another criterion comes before the total.
    """

    def __init__(
        self, standing: Standing, facts: Facts, gains: Gains, *, unpaired: int = 0, cut: Cut | None = None
    ) -> None:
        self._standing, self._facts, self._gains = standing, facts, gains
        self._unpaired, self._cut = unpaired, cut
        self._found: dict[int, Outlook] = {}

    def of(self, key: int) -> Outlook | None:
        """Return the outlook of an entry of the stage."""
        ranked = self._standing.ranking.chain
        if key not in self._found and ranked.criteria[0] == ranked.total:
            self._found.update(self._of_group(self._group_of[key]))
        return self._found.get(key)

    def _of_group(self, group: int) -> dict[int, Outlook]:
        sums, cut, left = self._groups[group], self._cut, self._facts.left
        bounds = self._bounds(group, sums)
        staying = [key for key in sums if key not in left]
        among = bounds if len(staying) == len(sums) else self._bounds(group, staying)
        fates = dict.fromkeys(sums, OUT) | _fates(among, group, cut) if cut is not None and self._is_cutting else {}
        sure = {key: each.best for key, each in among.items() if cut and cut.apart and each.best == each.worst}
        widest = Chances(1, len(sums))
        return {
            key: Outlook(
                each.best,
                each.worst,
                fates.get(key, ""),
                each == widest,
                group != NO_GROUP,
                sure[key] if key in sure and fates.get(key) != OUT else 0,
            )
            for key, each in bounds.items()
        }

    def _bounds(self, group: int, keys: Iterable[int]) -> dict[int, Chances]:
        return chances(
            self._groups[group],
            self._gains,
            self._remaining.get(group, ()),
            total=self._standing.ranking.chain.total,
            unpaired=self._unpaired,
            keys=keys,
            left=self._facts.left,
        )

    @cached_property
    def _is_cutting(self) -> bool:
        return self._cut is not None and self._cut.is_cutting(self._standing, self._facts.left)

    @cached_property
    def _group_of(self) -> dict[int, int]:
        return {row.tally.key: row.group for row in self._standing.rows}

    @cached_property
    def _groups(self) -> dict[int, dict[int, Tally]]:
        found: dict[int, dict[int, Tally]] = {}
        for row in self._standing.rows:
            found.setdefault(row.group, {})[row.tally.key] = row.tally
        return found

    @cached_property
    def _remaining(self) -> dict[int, list[Meeting]]:
        """The tables without a result, by the group of those who sit there."""
        settled = {(result.meeting.round, result.meeting.keys) for result in self._facts.results}
        found: dict[int, list[Meeting]] = {}
        for meeting in self._facts.meetings:
            if (meeting.round, meeting.keys) not in settled:
                for group in {self._group_of[key] for key in meeting.keys}:
                    found.setdefault(group, []).append(meeting)
        return found


def _fates(bounds: Mapping[int, Chances], group: int, cut: Cut) -> dict[int, str]:
    """Return who is through and who is out; the best of several groups are not known before the end."""
    sure = through(bounds, cut.first + (cut.best if group == NO_GROUP else 0))
    possible = can_qualify(bounds, cut.first + cut.best)
    return {key: THROUGH if key in sure else OPEN if key in possible else OUT for key in bounds}


def decided(standing: Standing, cut: Cut | None, going_on: GoingOn, left: Collection[int] = ()) -> dict[int, Outlook]:
    """Return the outlook once all tables of a stage are over, for every order in which the level can still be parted.

    Sure is what is so whatever the extra deal or the card says (R-TIE-16).
    """
    spans = _spans(standing)
    is_cut = cut is not None and cut.is_cutting(standing, left)
    fates, brackets = _fates_once_over(standing, cut, going_on, left) if cut is not None else ({}, {})
    return {
        key: Outlook(*span, fates[key] if is_cut else "", bracket=brackets.get(key, 0)) for key, span in spans.items()
    }


def _spans(standing: Standing) -> dict[int, Chances]:
    """Return the best and the worst place of every entry in its group: those who are level can have each other's."""
    found = {row.tally.key: Chances(row.in_group.place, row.in_group.place) for row in standing.rows}
    for level in undecided(standing):
        first = found[level.keys[0]].best
        found |= dict.fromkeys(level.keys, Chances(first, first + len(level.keys) - 1))
    return found


def _fates_once_over(
    standing: Standing, cut: Cut, going_on: GoingOn, left: Collection[int]
) -> tuple[dict[int, str], dict[int, int]]:
    """Return the fate of every entry, and the bracket where it is sure."""
    found = [going_on(each) for each in _orders(standing, cut, left)]
    if not found:
        return {row.tally.key: OUT if row.tally.key in left else OPEN for row in standing.rows}, {}
    fates, brackets = {}, {}
    for row in standing.rows:
        key = row.tally.key
        goes, to = [key in each for each in found], {each.get(key, 0) for each in found}
        fates[key] = THROUGH if all(goes) else OPEN if any(goes) else OUT
        brackets[key] = to.pop() if len(to) == 1 else 0
    return fates, brackets


def _orders(standing: Standing, cut: Cut, left: Collection[int]) -> Iterator[Standing]:
    """Yield the standings in orders of those who are level that between them show all that can happen to each entry.

    In a group it counts only where among its own level an entry comes to stand, so each stands once in each place.
    Where the best of several groups are compared all orders are needed; of more than ``MOST_ORDERS`` there are none.
    """
    staying = ([key for key in each.keys if key not in left] for each in undecided(standing))
    levels = [keys for keys in staying if len(keys) > 1]
    if cut.best and len({row.group for row in standing.rows}) > 1:
        if prod(factorial(len(keys)) for keys in levels) <= MOST_ORDERS:
            for orders in product(*map(permutations, levels)):
                yield _in_order(standing, chain(*orders), levels)
        return
    for turn in range(max(map(len, levels), default=1)):
        turned = [[*keys[turn % len(keys) :], *keys[: turn % len(keys)]] for keys in levels]
        yield _in_order(standing, chain(*turned), levels)


def _in_order(standing: Standing, order: Iterable[int], levels: Sequence[Sequence[int]]) -> Standing:
    """Return the standings with the places of those who are level given out in this order."""
    places = {row.tally.key: row.in_group.place for row in standing.rows}
    given = [min(map(places.__getitem__, keys)) + at for keys in levels for at in range(len(keys))]
    now = places | dict(zip(order, given, strict=True))
    rows = [row._replace(in_group=row.in_group._replace(place=now[row.tally.key])) for row in standing.rows]
    return replace(standing, rows=tuple(rows))
