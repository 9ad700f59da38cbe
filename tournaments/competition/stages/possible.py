"""What is still possible while a stage runs: the best and the worst place of every entry (R-TIE-15, R-TIE-16)."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.competition.scoring import ForfeitTerms, Scale
from tournaments.competition.stages.facts import Meeting
from tournaments.competition.stages.points import Number, PointsTerms
from tournaments.competition.stages.tallies import Tally

MOST_WEIGHED: Final = 64
"""Up to so many entries it is asked which of them take points from each other."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What a table can give: to a line at least and at most, to two of its lines together at most, and to a rest.

    A rest gives between ``least`` and ``most``.
    """

    least: int
    most: int
    pair: int
    rest: int


def gains_of(terms: PointsTerms) -> Gains:
    """Return what a table can give under these terms; a line at fault has no place, and so nothing for it."""
    if terms.places:
        return Gains(terms.fault, terms.places[0], sum(terms.places[:2]), terms.rest)
    return Gains(terms.fault, terms.win, max(terms.win + terms.loss, 2 * terms.draw), terms.rest)


def gains_in_vp(scale: Scale, terms: ForfeitTerms) -> Gains:
    """Return what a table can give in VP: by its scale, by a fault, and to a line whose opponent is not there."""
    won = max(scale.rows[-1].winner_vp, terms.victim_vp_floor, terms.bye_vp)
    return Gains(
        least=min(scale.rows[-1].loser_vp, terms.offender_vp, terms.bye_vp),
        most=won,
        pair=max(won + terms.offender_vp, *(row.winner_vp + row.loser_vp for row in scale.rows)),
        rest=terms.bye_vp,
    )


class Chances(NamedTuple):
    """The best and the worst place that an entry can still have."""

    best: int
    worst: int


def chances(
    tallies: Mapping[int, Tally],
    gains: Gains,
    remaining: Iterable[Meeting],
    *,
    total: str = "points",
    unpaired: int = 0,
    keys: Iterable[int] | None = None,
    left: Collection[int] = (),
) -> dict[int, Chances]:
    """Return bounds of the place of every entry, by its total alone: who is level may be ahead or behind.

    ``remaining`` are the tables without a result, ``unpaired`` the rounds after them that have no tables yet; ``keys``
    are those of a group. Those who have ``left`` get nothing more. It is taken that nobody else leaves and that no
    penalty or correction follows.
    """
    members = list(tallies if keys is None else keys)
    span = _Span([key for key in members if key not in left], remaining, gains)
    now: dict[int, Number] = {key: getattr(tallies[key], total) for key in members}
    every_round = unpaired * min(gains.least, gains.rest), unpaired * max(gains.most, gains.rest)
    least, most = {**now}, {**now}
    for key, gained in span.least.items():
        least[key] += gained + every_round[0]
        most[key] += span.most[key] + every_round[1]
    floors, ceilings = sorted(least.values()), sorted(most.values())
    count = len(members)
    return {
        key: Chances(
            best=1 + count - bisect_right(floors, most[key]),
            worst=count - bisect_left(ceilings, least[key]) - span.count_held_back(key, least[key], most),
        )
        for key in members
    }


class _Span:
    """What the remaining tables give each entry at least and at most, and which entries meet there."""

    def __init__(self, members: Iterable[int], remaining: Iterable[Meeting], gains: Gains) -> None:
        self.least, self.most = dict.fromkeys(members, 0), dict.fromkeys(members, 0)
        self.lost = 2 * gains.most - gains.pair
        self.pairs: Counter[tuple[int, int]] = Counter()
        is_weighed = len(self.least) <= MOST_WEIGHED
        for meeting in remaining:
            ours = sorted([key for key in meeting.keys if key in self.least])
            least, most = (gains.rest, gains.rest) if meeting.is_rest else (gains.least, gains.most)
            for key in ours:
                self.least[key] += least
                self.most[key] += most
            # Partners have the same of a table: only single lines take points from each other.
            if is_weighed and meeting.size == 1:
                for pair in combinations(ours, 2):
                    self.pairs[pair] += 1

    def count_held_back(self, key: int, goal: Number, most: Mapping[int, Number]) -> int:
        """Return how many others cannot reach ``goal``, the least total of ``key``, because their opponent does.

        Of two who still meet, both cannot have the most; each pair holds back one, and no entry counts twice.
        """
        used = {key}
        for (one, other), times in self.pairs.items():
            both = most[one] + most[other] - times * self.lost
            if min(most[one], most[other]) >= goal and both < 2 * goal and used.isdisjoint((one, other)):
                used |= {one, other}
        return len(used) // 2


def through(bounds: Mapping[int, Chances], places: int) -> frozenset[int]:
    """Return those who are certainly among the first ``places`` (R-TIE-16)."""
    return frozenset(key for key, each in bounds.items() if each.worst <= places)


def can_qualify(bounds: Mapping[int, Chances], places: int) -> frozenset[int]:
    """Return those who can still be among the first ``places``; anybody else certainly cannot (R-TIE-16)."""
    return frozenset(key for key, each in bounds.items() if each.best <= places)
