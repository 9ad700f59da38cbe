"""The standings of an event: its final places once it is finished, who is still in and who is out while it runs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django.db import connection

from tournaments.competition.discipline.penalties import NOTHING, Deduction
from tournaments.competition.formats.registry import format_of
from tournaments.competition.pairing.tables import READMITTED
from tournaments.competition.standings import places
from tournaments.competition.standings.places import Course, Seat, Standing
from tournaments.games.registry import game
from tournaments.models import Entry, Tournament
from tournaments.selectors.lots import lots_at
from tournaments.selectors.penalties import deductions

PER_PAGE = 200

# Written once: Django would compile every column anew for each question. A subquery is asked once, not for each row,
# and a time stays text, for each would be read.
SEATS = """
SELECT line.entry_id, held.number, seated.section, seated.best_place, seated.worst_place,
  seated.status IN ('done', 'bye'), seated.status = 'done', seated.hall_number, line.place,
  COALESCE(line.points, 0), line.deals, COALESCE(line.vp, 0), COALESCE(line.mp, 0),
  entry.label, entry.status, entry.final_place,
  (SELECT MAX(number) FROM tournaments_round WHERE tournament_id = %s),
  (
    SELECT CAST(announced_at AS TEXT) FROM tournaments_draw
    WHERE tournament_id = %s AND round_number = 1 AND status = 'announced'
  ),
  EXISTS (
    SELECT 1 FROM tournaments_ruling
    WHERE tournament_id = %s AND status = 'in_force' AND kind IN ('points', 'vp', 'mp')
  )
FROM tournaments_tableline line
JOIN tournaments_table seated ON seated.id = line.table_id
JOIN tournaments_round held ON held.id = seated.round_id
JOIN tournaments_entry entry ON entry.id = line.entry_id
WHERE seated.tournament_id = %s
ORDER BY seated.number, line."index"
"""
OF_SEAT = len(Seat._fields)


class Row(NamedTuple):
    """One entry: its place (None while it is still in), what it has earned, and the last round it came to.

    ``table`` is the hall number it plays at now, ``section`` the bracket of its last table. ``points``, ``deals`` and
    ``table_place`` are those of the last table it came to, which order an event without VP. What penalties took,
    ``deduction``, is taken off already. Who ``is_withdrawn`` is out.
    """

    place: int | None
    entry: int
    name: str
    vp: int
    mp: int
    wins: int
    round: int
    section: str = "main"
    table: int | None = None
    is_shared: bool = False
    points: int = 0
    deals: int = 0
    table_place: int | None = None
    deduction: Deduction = NOTHING
    is_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of the standings.

    ``total`` counts the whole of them, ``playing`` those who have not withdrawn, ``still_in`` those without a place.
    """

    rows: Sequence[Row]
    total: int
    playing: int
    still_in: int
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PER_PAGE))


@dataclass(frozen=True, slots=True)
class Whole:
    """The standings of a whole event, as they follow from what the tables say.

    ``entries`` is the name of each and the place with which the event was closed. There are tables up to ``last_round``
    of ``rounds``; the others are still to be drawn.
    """

    rows: Sequence[Standing]
    entries: Mapping[int, tuple[str, int | None]]
    last_round: int
    rounds: int


def whole(event: Tournament) -> Whole:
    """Everybody in order; in one query, and one more where penalties take something or the lots are not known yet."""
    entries: dict[int, tuple[str, int | None]] = {}
    withdrawn: set[int] = set()
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [event.pk] * 4)
        first: Sequence[Any] | None = cursor.fetchone()
        if first is None:
            return Whole((), {}, 0, 0)
        last_round, announced_at, is_charged = first[OF_SEAT + 3 :]
        course = _course(event, last_round)
        careers = places.careers(
            _seats(chain((first,), cursor), entries, withdrawn),
            course,
            deductions=deductions(event) if is_charged else None,
            lots=lots_at(event.pk, announced_at) if course.uses_vp else None,
            withdrawn=withdrawn,
        )
    made = places.standings(careers.values(), course)
    return Whole(made.rows, entries, last_round, made.rounds)


def _seats(
    rows: Iterable[Sequence[Any]], entries: dict[int, tuple[str, int | None]], withdrawn: set[int]
) -> Iterator[Seat]:
    """The seats one by one, which together would take as much memory as the process; who sits there is noted once."""
    for row in rows:
        key, label, status, final_place = row[0], *row[OF_SEAT : OF_SEAT + 3]
        if key not in entries:
            entries[key] = (label, final_place)
            if status == Entry.Status.WITHDRAWN:
                withdrawn.add(key)
        yield Seat._make(row[:OF_SEAT])


def _course(event: Tournament, last_round: int) -> Course:
    event_format = format_of(event.format)
    return Course(
        last_round,
        redraw=event_format.redraw,
        returning=READMITTED if event_format.readmits else None,
        uses_vp=event.vp_scale is not None,
        low_wins=game(event.game).low_wins,
    )


def standings(event: Tournament, page: int = 1) -> Standings:
    """A page of the standings; as many queries as ``whole``."""
    rows, found = _shown(event)
    first = (page - 1) * PER_PAGE
    shown = [_row(event, row, found.entries[row.career.key][0]) for row in rows[first : first + PER_PAGE]]
    withdrawn = sum(row.career.is_withdrawn for row in rows)
    return Standings(shown, len(rows), len(rows) - withdrawn, sum(row.place is None for row in rows), page)


def all_standings(event: Tournament) -> Sequence[Row]:
    """Everybody, on one page."""
    rows, found = _shown(event)
    return [_row(event, row, found.entries[row.career.key][0]) for row in rows]


def _shown(event: Tournament) -> tuple[Sequence[Standing], Whole]:
    """The rows as people see them: of a finished event by the places with which it was closed.

    So no later version of a rule changes last year's results; ``verify`` says where they would differ.
    """
    found = whole(event)
    if event.status != Tournament.Status.FINISHED:
        return found.rows, found
    kept = {key: place for key, (_name, place) in found.entries.items() if place is not None}
    count = Counter(kept.values())
    rows = [
        Standing(kept[key], row.career, count[kept[key]] > 1) for row in found.rows if (key := row.career.key) in kept
    ]
    return sorted(rows, key=lambda row: row.place or 0), found


def _row(event: Tournament, standing: Standing, name: str) -> Row:
    career = standing.career
    last = career.last
    return Row(
        standing.place, career.key, name, career.vp, career.mp, career.wins, career.round, last.section,
        None if last.is_over or career.is_withdrawn else last.hall, standing.shared,
        points=last.points if event.vp_scale is not None else career.points, deals=last.deals, table_place=last.place,
        deduction=career.deduction, is_withdrawn=career.is_withdrawn,
    )  # fmt: skip
