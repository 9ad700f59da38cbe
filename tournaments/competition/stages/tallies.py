"""What every entry of a stage has so far, added up from its settled tables (R-TIE-01 to R-TIE-06)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from tournaments.competition.discipline import Deduction, points_after
from tournaments.competition.stages.facts import Facts, Result
from tournaments.competition.stages.points import DRAW, LOSS, WIN, Number, PointsTerms, outcomes


class Met(NamedTuple):
    """What a line got from a table, said once for each opponent it had there.

    ``outcome`` is against this opponent; points, VP, MP and the points scored are those of the whole table.
    """

    opponent: int
    outcome: int
    points: Number
    vp: int
    mp: int
    scored: int
    conceded: int
    difference: int


@dataclass(slots=True)
class Tally:
    """The sums of one entry; ``met`` are its opponents in the order of the rounds (R-TIE-04).

    ``points`` are table points, ``scored`` and ``conceded`` those of the game. ``played`` counts tables at which the
    entry met somebody; a table that was not played is a rest or, for the line that did not come, a loss. ``absences``
    are the rounds that the entry missed (R-HND-09).
    """

    key: int
    lot: int | None = None
    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    rests: int = 0
    absences: int = 0
    points: Number = 0
    vp: int = 0
    mp: int = 0
    deals: int = 0
    scored: int = 0
    conceded: int = 0
    difference: int = 0
    met: list[Met] = field(default_factory=list)
    alone: list[tuple[Number, int, int]] = field(default_factory=list)
    """Points, VP and MP of each round without an opponent."""

    @property
    def tables(self) -> int:
        """How many settled tables count for the entry, rests and missed rounds among them."""
        return self.wins + self.draws + self.losses + self.rests + self.absences

    @property
    def matches(self) -> int:
        """How many of them had an opponent."""
        return self.tables - len(self.alone)

    @property
    def of_matches(self) -> tuple[Number, int, int]:
        """Points, VP and MP without those of the rests, which only an odd group has."""
        points, vp, mp = (sum(given) for given in zip((0, 0, 0), *self.alone, strict=True))
        return self.points - points, self.vp - vp, self.mp - mp


Lots: TypeAlias = Mapping[int, int]
NO_DEDUCTIONS: Mapping[int, Deduction] = MappingProxyType({})
NO_LOTS: Lots = MappingProxyType({})
NO_POINTS = PointsTerms(0, 0, 0)
LINES_OF_A_MATCH = 2
"""At a table of several no line concedes points to another one (R-TIE-05)."""


def tallies(
    facts: Facts,
    points: PointsTerms | None,
    *,
    deductions: Mapping[int, Deduction] = NO_DEDUCTIONS,
    lots: Lots = NO_LOTS,
    low_wins: bool = False,
) -> dict[int, Tally]:
    """Return the tally of every entrant by its key, in the order of the draw.

    ``points`` is None where the stage has no table points; ``low_wins`` says that fewer points of the game are better.
    """
    sums = {entrant.key: Tally(entrant.key, lots.get(entrant.key)) for entrant in facts.entrants}
    counted = _Counted(sums, points or NO_POINTS, -1 if low_wins else 1)
    for result in facts.results:
        if result.is_played and not result.meeting.is_rest:
            counted.count_played(result)
        else:
            counted.count_unplayed(result)
    for key in deductions.keys() & sums.keys():
        tally, deduction = sums[key], deductions[key]
        tally.vp -= deduction.vp
        tally.mp -= deduction.mp
        # Penalties in points are taken from the game's where there are no table points (R-TIE-06).
        if points is not None:
            tally.points -= deduction.points
        else:
            tally.scored = points_after(tally.scored, deduction, low_wins=low_wins)
    return sums


class _Counted:
    """Adds results to tallies; what a table gives by its places is worked out once for each order of places."""

    def __init__(self, sums: Mapping[int, Tally], terms: PointsTerms, sign: int) -> None:
        self.sums, self.terms, self.sign = sums, terms, sign
        self.known: dict[tuple[int | None, ...], tuple[tuple[int, ...], tuple[Number, ...]]] = {}

    def by_place(self, places: tuple[int | None, ...]) -> tuple[tuple[int, ...], tuple[Number, ...]]:
        if places not in self.known:
            self.known[places] = (outcomes(places), self.terms.of_table(places))
        return self.known[places]

    def count_played(self, result: Result) -> None:
        lines, scores = result.meeting.lines, result.scores
        places = tuple([score.place for score in scores])
        ways, points = self.by_place(places)
        for line, (keys, score) in enumerate(zip(lines, scores, strict=True)):
            conceded = scores[1 - line].points if len(lines) == LINES_OF_A_MATCH else 0
            difference = self.sign * (score.points - conceded)
            got = (points[line], score.vp, score.mp, score.points, conceded, difference)
            met = [
                Met(opponent, against(places[line], places[other]), *got)
                for other, opponents in enumerate(lines)
                if other != line
                for opponent in opponents
            ]
            for key in keys:
                tally = self.sums[key]
                tally.played += 1
                tally.points += points[line]
                tally.vp += score.vp
                tally.mp += score.mp
                tally.deals += score.deals
                tally.scored += score.points
                tally.conceded += conceded
                tally.difference += difference
                tally.wins += ways[line] == WIN
                tally.draws += ways[line] == DRAW
                tally.losses += ways[line] == LOSS
                tally.met += met

    def count_unplayed(self, result: Result) -> None:
        """Count a rest, a missed round or a walkover: the line that is there rests, the other one loses (R-TIE-03)."""
        meeting = result.meeting
        each = [(key, score) for keys, score in zip(meeting.lines, result.scores, strict=True) for key in keys]
        for key, score in each:
            tally = self.sums[key]
            # Who is absent for a round sits alone and has no place there: that is no match, and so no loss (R-HND-09).
            rests = score.place == 1
            tally.rests += rests
            tally.absences += meeting.is_rest and not rests
            tally.losses += not meeting.is_rest and not rests
            points = self.terms.rest if rests else self.terms.fault
            tally.points += points
            if meeting.is_rest:
                tally.alone.append((points, score.vp, score.mp))
            tally.vp += score.vp
            tally.mp += score.mp


def against(mine: int | None, other: int | None) -> int:
    """Return how two lines of a table came out against each other: a line without a place lost."""
    if mine is None:
        return LOSS
    if other is None or mine < other:
        return WIN
    return DRAW if mine == other else LOSS
