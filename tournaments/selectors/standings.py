"""The standings of an event: its final places once it is finished, who is still in and who is out while it runs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from tournaments.competition.standings.ranking import rank
from tournaments.games.contract import Json
from tournaments.models import Entry, Table, TableLine, Tournament

PER_PAGE = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: its place (None while it is still in), what it has earned, and the last round it came to.

    ``table`` is the hall number it plays at now, ``section`` the bracket of its last table.
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


@dataclass(frozen=True, slots=True)
class Standings:
    """A page of the standings; ``still_in`` counts the entries without a place in the whole of them."""

    rows: Sequence[Row]
    total: int
    still_in: int
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PER_PAGE))


def standings(event: Tournament, page: int = 1) -> Standings:
    """A page of the standings, in one query while the event runs and in two when it is finished."""
    if event.status == Tournament.Status.FINISHED:
        return _final(event, page)
    rows = standings_now(event)
    first = (page - 1) * PER_PAGE
    still_in = sum(row.place is None for row in rows)
    return Standings(rows[first : first + PER_PAGE], len(rows), still_in, page)


def _final(event: Tournament, page: int) -> Standings:
    placed = Entry.objects.filter(tournament=event, final_place__isnull=False)
    played = Q(lines__table__tournament=event)
    first = (page - 1) * PER_PAGE
    chosen = placed.order_by("final_place", "number")[first : first + PER_PAGE]
    earned = (
        Entry.objects.filter(pk__in=chosen.values("pk"))
        .order_by("final_place", "number")
        .annotate(
            vp=Coalesce(Sum("lines__vp"), 0),
            mp=Coalesce(Sum("lines__mp"), 0),
            wins=Count("lines", filter=played & Q(lines__place=1, lines__table__status=Table.Status.DONE)),
            last=Coalesce(Sum(1, filter=played & Q(lines__table__section=Table.Section.MAIN)), 0),
        )
        .values_list("final_place", "pk", "label", "vp", "mp", "wins", "last")
    )
    places = [row[0] for row in earned]
    rows = [Row(*row, is_shared=places.count(row[0]) > 1) for row in earned]
    whole = page == 1 and len(rows) < PER_PAGE
    return Standings(rows, len(rows) if whole else placed.count(), 0, page)


@dataclass(slots=True)
class _Career:
    """What an entry did in the event; the last line read is the last table it came to."""

    name: str
    earned: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    round: int = 0
    section: str = "main"
    hall: int | None = None
    exit: int = 0
    place: int | None = None
    is_over: bool = False

    def take(self, row: Sequence[Json]) -> None:
        _entry, _name, vp, mp, place, points, status, section, round_, hall, best, worst = row
        earned = self.earned
        earned[0] += vp or 0
        earned[1] += mp or 0
        earned[2] += place == 1 and status == Table.Status.DONE
        earned[3] += points or 0
        self.section, self.hall, self.place = section, hall, place
        self.round = round_ if section == "main" else self.round
        self.is_over = status in (Table.Status.DONE, Table.Status.BYE)
        self.exit = best if place == 1 else worst

    def is_in(self, rounds: int) -> bool:
        """Whether it still plays: at an open table, or waiting for the draw of the next round after a win."""
        return not self.is_over or (self.place == 1 and self.section == "main" and self.round < rounds)


FIELDS = (
    "entry_id", "entry__label", "vp", "mp", "place", "points", "table__status", "table__section",
    "table__round__number", "table__hall_number", "table__best_place", "table__worst_place",
)  # fmt: skip


def standings_now(event: Tournament) -> list[Row]:
    """Everybody of a running event: those still in by merit, then those who are out by round reached and merit."""
    careers: dict[int, _Career] = {}
    lines = TableLine.objects.filter(table__tournament=event, entry__isnull=False).order_by("table__number")
    for row in lines.values_list(*FIELDS):
        career = careers.get(row[0])
        if career is None:
            career = careers[row[0]] = _Career(row[1])
        career.take(row)
    return list(_ordered(careers))


def _ordered(careers: dict[int, _Career]) -> Iterator[Row]:
    rounds = (len(careers) - 1).bit_length() if careers else 0
    still_in = [key for key, career in careers.items() if career.is_in(rounds)]
    for ranked in rank(still_in, lambda key: _merit(key, careers[key])):
        yield _row(None, ranked.row, careers[ranked.row])
    inside = set(still_in)
    out = sorted((key for key in careers if key not in inside), key=lambda key: careers[key].exit)
    place = len(still_in) + 1
    if place == 1 and out and careers[out[0]].exit > 1:
        # Nobody is first without having won the final (R-KO-15).
        place = 2
    for _exit, band in groupby(out, key=lambda key: careers[key].exit):
        for ranked in rank(band, lambda key: _merit(key, careers[key]), first_place=place):
            yield _row(ranked.place, ranked.row, careers[ranked.row], is_shared=ranked.shared)
            place += 1


def _merit(key: int, career: _Career) -> tuple[int, ...]:
    return tuple(career.earned)


def _row(place: int | None, key: int, career: _Career, *, is_shared: bool = False) -> Row:
    vp, mp, wins, _points = career.earned
    table = None if career.is_over else career.hall
    return Row(place, key, career.name, vp, mp, wins, career.round, career.section, table, is_shared)
