"""What is still open for every entry while a stage runs: its places, and whether it goes on (R-TIE-15, R-TIE-16)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from tournaments.competition.stages.facts import NO_GROUP, Facts, Meeting
from tournaments.competition.stages.possible import Chances, Gains, can_qualify, chances, through
from tournaments.competition.stages.standing import Standing
from tournaments.competition.stages.tallies import Tally

THROUGH: Final = "through"
OPEN: Final = "open"
OUT: Final = "out"
FATES: Final = (THROUGH, OPEN, OUT)


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
        chain = self._standing.ranking.chain
        if key not in self._found and chain.criteria[0] == chain.total:
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
                each.best, each.worst, fates.get(key, ""), each == widest, group != NO_GROUP,
                sure[key] if key in sure and fates.get(key) != OUT else 0,
            )
            for key, each in bounds.items()
        }  # fmt: skip

    def _bounds(self, group: int, keys: Iterable[int]) -> dict[int, Chances]:
        return chances(
            self._groups[group], self._gains, self._remaining.get(group, ()),
            total=self._standing.ranking.chain.total, unpaired=self._unpaired, keys=keys, left=self._facts.left,
        )  # fmt: skip

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


def decided(standing: Standing, going_on: Mapping[int, int], *, is_cut: bool = True) -> dict[int, Outlook]:
    """Return the outlook once all tables of a stage are over: these go on, each to its bracket by place or to 0."""
    found = {}
    for row in standing.rows:
        key, place = row.tally.key, row.in_group.place
        fate = (THROUGH if key in going_on else OUT) if is_cut else ""
        found[key] = Outlook(place, place, fate, bracket=going_on.get(key, 0))
    return found
