"""The table of a season: which evenings of a person count, and in which order persons stand (R-SEA-01 to R-SEA-08)."""

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from tournaments.competition.season.options import SeasonOptions
from tournaments.competition.stages.facts import Reason
from tournaments.competition.standings.ranking import Merit, rank


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
    of_person: dict[int, dict[str, Evening]] = {}
    for each in results:
        weight = options.weight(each.event)
        evening = Evening(each.event, options.worth(each.place, each.vp) * weight, weight)
        known = of_person.setdefault(each.person, {})
        # One who was in two entries of an event has the better result (R-SEA-03).
        if each.event not in known or evening.points > known[each.event].points:
            known[each.event] = evening
    rows: list[Row] = []
    for person, by_event in of_person.items():
        # The lowest evenings are dropped; of level ones the later (R-SEA-04).
        evenings = list(by_event.values())
        best_first = sorted(range(len(evenings)), key=lambda at: -evenings[at].points)
        kept = set(best_first[: options.best or None])
        counted = tuple(one for at, one in enumerate(evenings) if at in kept)
        rows.append(Row(person, counted, tuple(one for at, one in enumerate(evenings) if at not in kept)))

    def merit(row: Row) -> Merit:
        level = row.points, row.best, row.evenings
        return (*level, -lot_of(row.person, options.lot)) if options.lot else level

    enough = rank((row for row in rows if row.evenings >= options.minimum), merit)
    few = rank((row for row in rows if row.evenings < options.minimum), merit)
    placed: list[Row] = []
    for one in enough:
        row, ahead = one.row, placed[-1] if placed else None
        # The first thing on which two neighbours differ, or that they share the place (R-SEA-06).
        if ahead is None:
            reason = Reason("season_leads")
        elif ahead.points != row.points:
            reason = Reason("season_fewer_points", {"better": ahead.points, "worse": row.points})
        elif ahead.best != row.best:
            reason = Reason("season_lower_best", {"better": ahead.best, "worse": row.best})
        elif ahead.evenings != row.evenings:
            reason = Reason("season_fewer_evenings", {"better": ahead.evenings, "worse": row.evenings})
        else:
            reason = Reason("season_by_lot" if options.lot else "season_shares_place")
        placed.append(row._replace(place=one.place, shared=one.shared, reason=reason))
    for one in few:
        too_few = Reason("season_too_few", {"evenings": one.row.evenings, "minimum": options.minimum})
        placed.append(one.row._replace(reason=too_few))
    return tuple(placed)


def lot_of(person: int, drawn: str) -> int:
    """Return the number of a person in a season (R-SEA-08): of level persons the lower is first."""
    return int.from_bytes(sha256(f"{drawn} {person}".encode()).digest())
