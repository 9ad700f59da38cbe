"""What is still open for every entry while a stage runs: its places, and whether it goes on (R-TIE-15, R-TIE-16)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, permutations, product
from math import factorial, prod
from typing import Final, NamedTuple, TypeAlias

from tournaments.competition.stages.facts import NO_GROUP, Facts, Meeting
from tournaments.competition.stages.level import open_levels
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
        if key in self._found or ranked.criteria[0] != ranked.total:
            return self._found.get(key)
        group, cut, left = self._group_of[key], self._cut, self._facts.left
        sums = self._groups[group]
        bounds = self._bounds(group, sums)
        staying = [each for each in sums if each not in left]
        among = bounds if len(staying) == len(sums) else self._bounds(group, staying)
        fates: dict[int, str] = {}
        if cut is not None and self._is_cutting:
            # The best of several groups are not known before the end.
            sure = through(among, cut.first + (cut.best if group == NO_GROUP else 0))
            possible = can_qualify(among, cut.first + cut.best)
            fates = {each: THROUGH if each in sure else OPEN if each in possible else OUT for each in sums}
        brackets = {each: at.best for each, at in among.items() if cut and cut.apart and at.best == at.worst}
        widest = Chances(1, len(sums))
        for each, at in bounds.items():
            fate = fates.get(each, "")
            bracket = 0 if fate == OUT else brackets.get(each, 0)
            self._found[each] = Outlook(at.best, at.worst, fate, at == widest, group != NO_GROUP, bracket)
        return self._found.get(key)

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


def final_outlook(
    standing: Standing, cut: Cut | None, going_on: GoingOn, left: Collection[int] = ()
) -> dict[int, Outlook]:
    """Return the outlook once all tables of a stage are over, for every order in which the level can still be parted.

    Sure is what is so whatever the extra deal or the card says (R-TIE-16).
    """
    # Those who are level can have each other's places.
    spans = {row.tally.key: Chances(row.in_group.place, row.in_group.place) for row in standing.rows}
    all_level = open_levels(standing)
    for level in all_level:
        first = spans[level.keys[0]].best
        spans |= dict.fromkeys(level.keys, Chances(first, first + len(level.keys) - 1))
    if cut is None:
        return {key: Outlook(*span) for key, span in spans.items()}

    staying = ([key for key in level.keys if key not in left] for level in all_level)
    levels = [keys for keys in staying if len(keys) > 1]
    # Orders of those who are level that between them show all that can happen to each entry. In a group it counts only
    # where among its own level an entry comes to stand, so each stands once in each place. Where the best of several
    # groups are compared all orders are needed; of more than ``MOST_ORDERS`` there are none.
    orders: Iterable[Sequence[Sequence[int]]]
    if cut.best and len({row.group for row in standing.rows}) > 1:
        is_too_much = prod(factorial(len(keys)) for keys in levels) > MOST_ORDERS
        orders = () if is_too_much else product(*map(permutations, levels))
    else:
        turns = range(max(map(len, levels), default=1))
        orders = [[[*keys[turn % len(keys) :], *keys[: turn % len(keys)]] for keys in levels] for turn in turns]
    places = {row.tally.key: row.in_group.place for row in standing.rows}
    given = [min(map(places.__getitem__, keys)) + at for keys in levels for at in range(len(keys))]
    found: list[Mapping[int, int]] = []
    for order in orders:
        now = places | dict(zip(chain(*order), given, strict=True))
        rows = [row._replace(in_group=row.in_group._replace(place=now[row.tally.key])) for row in standing.rows]
        found.append(going_on(replace(standing, rows=tuple(rows))))

    is_cut = cut.is_cutting(standing, left)
    outlooks: dict[int, Outlook] = {}
    for key, span in spans.items():
        goes, to = [key in each for each in found], {each.get(key, 0) for each in found}
        fate = OUT if key in left else OPEN
        if found:
            fate = THROUGH if all(goes) else OPEN if any(goes) else OUT
        outlooks[key] = Outlook(*span, fate if is_cut else "", bracket=to.pop() if len(to) == 1 else 0)
    return outlooks
