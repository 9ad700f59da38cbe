"""The table of a season: which evenings of a person count, and in which order persons stand (R-SEA-01 to R-SEA-07)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from tournaments.competition.season.options import SeasonOptions
from tournaments.competition.stages.facts import Reason
from tournaments.competition.standings.ranking import Merit, Ranked, rank


class Result(NamedTuple):
    """The final place of a person at one event, and the VP of the entry there."""

    person: int
    event: str
    place: int
    vp: int = 0


class Evening(NamedTuple):
    """What one event gives to a person; ``points`` include the ``weight``."""

    event: str
    points: int
    weight: int = 1


class Row(NamedTuple):
    """A person of the table, with the evenings that count and those that are dropped, each in the order of play.

    ``place`` is None for too few evenings. ``reason`` says why the person stands behind the one before.
    """

    person: int
    counted: tuple[Evening, ...]
    dropped: tuple[Evening, ...]
    place: int | None = None
    shared: bool = False
    reason: Reason = Reason("season_leads")

    @property
    def points(self) -> int:
        """The sum of the evenings that count."""
        return sum(each.points for each in self.counted)

    @property
    def best(self) -> int:
        """The best single evening."""
        return max(each.points for each in self.counted)

    @property
    def evenings(self) -> int:
        """How many evenings the person has played, also those that do not count."""
        return len(self.counted) + len(self.dropped)


def table(results: Iterable[Result], options: SeasonOptions) -> tuple[Row, ...]:
    """Return everybody who has played, best first; who has too few evenings comes last, without a place.

    ``results`` are given in the order of play. Costs n log n of the results.
    """
    rows = [_row(person, list(evenings.values()), options) for person, evenings in _by_person(results, options).items()]
    enough = rank((row for row in rows if row.evenings >= options.minimum), _merit)
    few = rank((row for row in rows if row.evenings < options.minimum), _merit)
    return (*_with_places(enough), *(_too_few(each.row, options.minimum) for each in few))


def _by_person(results: Iterable[Result], options: SeasonOptions) -> Mapping[int, Mapping[str, Evening]]:
    """Return the evenings of each person; one who was in two entries of an event has the better result (R-SEA-03)."""
    found: dict[int, dict[str, Evening]] = {}
    for each in results:
        weight = options.weight(each.event)
        evening = Evening(each.event, options.worth(each.place, each.vp) * weight, weight)
        evenings = found.setdefault(each.person, {})
        known = evenings.get(each.event)
        if known is None or evening.points > known.points:
            evenings[each.event] = evening
    return MappingProxyType(found)


def _row(person: int, evenings: Sequence[Evening], options: SeasonOptions) -> Row:
    """Drop the lowest evenings; of level ones the later (R-SEA-04)."""
    best_first = sorted(range(len(evenings)), key=lambda at: -evenings[at].points)
    kept = set(best_first[: options.best or None])
    return Row(
        person,
        tuple(each for at, each in enumerate(evenings) if at in kept),
        tuple(each for at, each in enumerate(evenings) if at not in kept),
    )


def _merit(row: Row) -> Merit:
    return row.points, row.best, row.evenings


def _with_places(ranked: Sequence[Ranked[Row]]) -> list[Row]:
    reasons = [Reason("season_leads"), *(_behind(one.row, other.row) for one, other in pairwise(ranked))]
    return [
        each.row._replace(place=each.place, shared=each.shared, reason=reason)
        for each, reason in zip(ranked, reasons, strict=False)
    ]


def _behind(better: Row, worse: Row) -> Reason:
    """Return the first thing on which two neighbours differ, or that they share the place (R-SEA-06)."""
    if better.points != worse.points:
        return Reason("season_fewer_points", {"better": better.points, "worse": worse.points})
    if better.best != worse.best:
        return Reason("season_lower_best", {"better": better.best, "worse": worse.best})
    if better.evenings != worse.evenings:
        return Reason("season_fewer_evenings", {"better": better.evenings, "worse": worse.evenings})
    return Reason("season_shares_place")


def _too_few(row: Row, minimum: int) -> Row:
    return row._replace(reason=Reason("season_too_few", {"evenings": row.evenings, "minimum": minimum}))
