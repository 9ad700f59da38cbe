"""The standings of an event: its final places once it is finished, who is still in and who is out while it runs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.db.models import Count, Exists, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from tournaments.competition.discipline.penalties import NOTHING, Deduction, charged
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.pairing.tables import READMITTED
from tournaments.competition.standings.merits import Earned, criteria, merit
from tournaments.competition.standings.ranking import Merit, rank
from tournaments.games.contract import Json
from tournaments.games.registry import game
from tournaments.models import Entry, Table, TableLine, Tournament
from tournaments.selectors.penalties import charging, deductions

PER_PAGE = 200
MOST_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: its place (None while it is still in), what it has earned, and the last round it came to.

    ``table`` is the hall number it plays at now, ``section`` the bracket of its last table. ``points``, ``deals`` and
    ``table_place`` are those of the last table it came to, which order an event without VP. What penalties took,
    ``deduction``, is taken off already.
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
    """A page of the standings, in two queries while the event runs and in three when it is finished."""
    if event.status == Tournament.Status.FINISHED:
        return _final(event, page)
    rows = standings_now(event)
    first = (page - 1) * PER_PAGE
    still_in = sum(row.place is None for row in rows)
    return Standings(rows[first : first + PER_PAGE], len(rows), still_in, page)


def all_standings(event: Tournament) -> Sequence[Row]:
    """Everybody, on one page; as many queries as a page."""
    finished = event.status == Tournament.Status.FINISHED
    return _final(event, 1, MOST_ROWS).rows if finished else standings_now(event)


def _final(event: Tournament, page: int, size: int = PER_PAGE) -> Standings:
    placed = Entry.objects.filter(tournament=event, final_place__isnull=False)
    played = Q(lines__table__tournament=event)
    first = (page - 1) * size
    chosen = placed.order_by("final_place", "number")[first : first + size]
    earned = (
        Entry.objects.filter(pk__in=chosen.values("pk"))
        .order_by("final_place", "number")
        .annotate(
            vp=Coalesce(Sum("lines__vp"), 0),
            mp=Coalesce(Sum("lines__mp"), 0),
            wins=Count("lines", filter=played & Q(lines__place=1, lines__table__status=Table.Status.DONE)),
            last=Coalesce(Sum(1, filter=played & Q(lines__table__section=Table.Section.MAIN)), 0),
        )
        .annotate(**_at_the_last_table())
        .values_list("final_place", "pk", "label", "vp", "mp", "wins", "last", "at_last", "deals_last", "place_last")
    )
    places = Counter(row[0] for row in earned)
    taken = deductions(event)
    rows = [_final_row(event, row, taken.get(row[1], NOTHING), is_shared=places[row[0]] > 1) for row in earned]
    whole = page == 1 and len(rows) < size
    return Standings(rows, len(rows) if whole else placed.count(), 0, page)


def _final_row(event: Tournament, row: Sequence[Json], taken: Deduction, *, is_shared: bool) -> Row:
    place, entry, name, vp, mp, wins, round_, points, deals, table_place = row
    return Row(
        place, entry, name, vp - taken.vp, mp - taken.mp, wins, round_, is_shared=is_shared,
        points=_last_points(event, points or 0, taken), deals=deals or 0, table_place=table_place, deduction=taken,
    )  # fmt: skip


def _last_points(event: Tournament, points: int, taken: Deduction) -> int:
    """The points of the last table as they count: with the penalties where they order the event (R-PEN-07)."""
    return points if event.vp_scale is not None else charged(points, taken, low_wins=game(event.game).low_wins)


def _at_the_last_table() -> dict[str, Subquery]:
    """Points, deals and place of an entry at the last table it came to."""
    lines = TableLine.objects.filter(entry=OuterRef("pk")).order_by("-table__number")
    names = {"at_last": "points", "deals_last": "deals", "place_last": "place"}
    return {name: Subquery(lines.values(field)[:1]) for name, field in names.items()}


@dataclass(slots=True)
class _Career:
    """What an entry did in the event; the last line read is the last table it came to."""

    name: str
    taken: Deduction = NOTHING
    earned: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    round: int = 0
    section: str = "main"
    hall: int | None = None
    best: int = 0
    worst: int = 0
    place: int | None = None
    points: int = 0
    deals: int = 0
    is_over: bool = False

    def take(self, row: Sequence[Json]) -> None:
        _entry, _name, vp, mp, place, points, deals, status, section, round_, hall, best, worst = row
        earned = self.earned
        earned[0] += vp or 0
        earned[1] += mp or 0
        earned[2] += place == 1 and status == Table.Status.DONE
        earned[3] += points or 0
        self.section, self.hall, self.place = section, hall, place
        self.round = round_ if section == "main" else self.round
        self.is_over = status in (Table.Status.DONE, Table.Status.BYE)
        self.best, self.worst, self.points, self.deals = best, worst, points or 0, deals

    def settle(self, event: Tournament) -> None:
        """Take what penalties take, once everything is added up."""
        taken = self.taken
        if taken is not NOTHING:
            self.earned = [
                each - less for each, less in zip(self.earned, (taken.vp, taken.mp, 0, taken.points), strict=True)
            ]
            self.points = _last_points(event, self.points, taken)

    def exit(self, rounds: int) -> int:
        """The place it left at: the best of its last table for who won nothing after it, else the worst."""
        won = self.place == 1 and (self.section != "main" or self.round >= rounds)
        return self.best if won else self.worst


FIELDS = (
    "entry_id", "entry__label", "vp", "mp", "place", "points", "deals", "table__status", "table__section",
    "table__round__number", "table__hall_number", "table__best_place", "table__worst_place",
)  # fmt: skip


def standings_now(event: Tournament) -> list[Row]:
    """Everybody of a running event: those still in by merit, then those who are out by round reached and merit."""
    careers: dict[int, _Career] = {}
    lines = TableLine.objects.filter(table__tournament=event, entry__isnull=False).order_by("table__number", "index")
    found = list(lines.annotate(is_charged=Exists(charging(event))).values_list(*FIELDS, "is_charged"))
    # Most events have no penalties, and cost no query for them.
    taken = deductions(event) if found and found[0][-1] else {}
    for *row, _is_charged in found:
        career = careers.get(row[0])
        if career is None:
            career = careers[row[0]] = _Career(row[1], taken.get(row[0], NOTHING))
        career.take(row)
    for career in careers.values():
        career.settle(event)
    return list(_ordered(event, careers))


def _ordered(event: Tournament, careers: dict[int, _Career]) -> Iterator[Row]:
    order = None if event.vp_scale is not None else criteria(uses_vp=False, low_wins=game(event.game).low_wins)
    rounds = max((career.round for career in careers.values()), default=0)
    event_format = format_of(event.format)
    inside = {key for key, career in careers.items() if _is_in(event_format, career, careers)}
    for ranked in rank([key for key in careers if key in inside], lambda key: _merit(key, careers[key], order)):
        yield _row(None, ranked.row, careers[ranked.row])
    exits = {key: career.exit(rounds) for key, career in careers.items() if key not in inside}
    out = sorted(exits, key=exits.__getitem__)
    place = len(inside) + 1
    if place == 1 and out and exits[out[0]] > 1:
        # Nobody is first without having won the final (R-KO-15).
        place = 2
    for _exit, band in groupby(out, key=exits.__getitem__):
        for ranked in rank(band, lambda key: _merit(key, careers[key], order), first_place=place):
            yield _row(ranked.place, ranked.row, careers[ranked.row], is_shared=ranked.shared)
            place += 1


def _is_in(event_format: Format, career: _Career, careers: dict[int, _Career]) -> bool:
    """Whether it still plays: at an open table, or waiting for the draw of the next round, or to be re-admitted."""
    if not career.is_over:
        return True
    if event_format.redraw:
        rounds = (len(careers) - 1).bit_length()
        return career.place == 1 and career.section == "main" and career.round < rounds
    waits = event_format.readmits and career.round == 1 and career.place == READMITTED
    return waits and any(each.round == 1 and not each.is_over for each in careers.values())


def _merit(key: int, career: _Career, order: Sequence[str] | None) -> Merit:
    """VP, MP, wins and points; without VP the round and then the last table (R-TAB-18)."""
    if order is None:
        return tuple(career.earned)
    last = Earned(key, place=career.place, deals=career.deals, points=career.points)
    return (career.round, *merit(last, order))


def _row(place: int | None, key: int, career: _Career, *, is_shared: bool = False) -> Row:
    vp, mp, wins, _points = career.earned
    table = None if career.is_over else career.hall
    return Row(
        place, key, career.name, vp, mp, wins, career.round, career.section, table, is_shared,
        points=career.points, deals=career.deals, table_place=career.place, deduction=career.taken,
    )  # fmt: skip
