"""Tables as lists show them, read without building models; and one match with all its records."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Count, Q, QuerySet

from tournaments.competition.match.outcomes import Chairs
from tournaments.errors import MissingError
from tournaments.frame.reads import statements
from tournaments.games.contract import Json
from tournaments.models import Round, Ruling, Scoresheet, Table, TableLine, Tie, Tournament


class Source(NamedTuple):
    """The table that a line waits for, and the place in which its entry must finish there."""

    hall_number: int | None
    round: int
    position: int
    section: str
    place: int


class Side(NamedTuple):
    """One line of a table; without ``name`` it is empty, or not known yet and waits for ``source``."""

    entry: int | None
    name: str
    seed: int | None
    is_nobody: bool
    points: int | None
    place: int | None
    vp: int | None
    mp: int | None
    source: Source | None
    deals: int = 0
    is_absent: bool = False


class Card(NamedTuple):
    """One table with its lines in order."""

    pk: int
    number: int
    hall_number: int | None
    round: int
    section: str
    position: int
    best_place: int
    worst_place: int
    best_of: int
    lead: int
    through: int
    may_draw: bool
    group: int
    status: str
    referee_called: bool
    tiebreak_due: int
    deals_played: int
    ending: str
    note: Json
    sides: tuple[Side, ...]

    @property
    def public_number(self) -> int:
        """The number that people read: that of the table in the hall, or its own where it has none yet."""
        return self.hall_number or self.number

    @property
    def is_over(self) -> bool:
        return self.status in ("done", "bye")

    @property
    def is_no_show(self) -> bool:
        """Whether nobody played, since somebody did not come; as ``stages.NOBODY_CAME``."""
        return self.ending == "forfeit" and not self.deals_played and self.note.get("cause") == "no_show"

    @property
    def is_drawn(self) -> bool:
        """Whether the match ended level, so that both lines have the first place."""
        return self.through == 1 and sum(side.place == 1 for side in self.sides) > 1

    def has_won(self, side: Side) -> bool:
        """Return whether a line goes on from here, or has won; nobody has won a draw."""
        return self.is_over and not self.is_drawn and side.place is not None and side.place <= self.through

    @property
    def is_known(self) -> bool:
        return all(side.entry is not None or side.is_nobody for side in self.sides)

    @property
    def chairs(self) -> Chairs:
        """The chairs of the match, for the rules that judge it."""
        absent = frozenset(index for index, side in enumerate(self.sides) if side.is_nobody or side.is_absent)
        return Chairs(len(self.sides), self.through, self.best_of, absent, bool(self.may_draw), self.lead)


TABLE_FIELDS = (
    "table__pk",
    "table__number",
    "table__hall_number",
    "table__round__number",
    "table__section",
    "table__position",
    "table__best_place",
    "table__worst_place",
    "table__best_of",
    "table__lead",
    "table__through",
    "table__may_draw",
    "table__group",
    "table__status",
    "table__referee_called",
    "table__tiebreak_due",
    "table__deals_played",
    "table__ending",
    "table__note",
)
SIDE_FIELDS = (
    "entry_id",
    "entry__label",
    "entry__seed",
    "is_nobody",
    "points",
    "place",
    "vp",
    "mp",
    "deals",
    "is_absent",
)
SOURCE_FIELDS = (
    "source__hall_number",
    "source__round__number",
    "source__position",
    "source__section",
    "source_place",
)
SIDES_FROM = len(TABLE_FIELDS)
SOURCE_FROM = SIDES_FROM + len(SIDE_FIELDS)


def cards(lines: QuerySet[TableLine]) -> list[Card]:
    """Return the tables of these lines, by number, in one query."""
    return _cards_from(
        lines.order_by("table__number", "index").values_list(*TABLE_FIELDS, *SIDE_FIELDS, *SOURCE_FIELDS)
    )


def _cards_from(rows: Iterable[Sequence[Any]]) -> list[Card]:
    """Return a card for each table of these rows, which are sorted by table."""
    grouped: dict[int, list[Sequence[Json]]] = {}
    for row in rows:
        grouped.setdefault(row[0], []).append(row)
    found = []
    for each in grouped.values():
        sides = []
        for row in each:
            entry, name, seed, is_nobody, points, place, vp, mp, deals, is_absent = row[SIDES_FROM:SOURCE_FROM]
            source = Source(*row[SOURCE_FROM:]) if row[SOURCE_FROM + 1] is not None else None
            sides.append(
                Side(entry, name or "", seed, bool(is_nobody), points, place, vp, mp, source, deals, bool(is_absent))
            )
        found.append(Card._make((*each[0][:SIDES_FROM], tuple(sides))))
    return found


# The same for tables that are known: written once, since Django would compile every column anew.
KNOWN = """
SELECT seated.id, seated.number, seated.hall_number, held.number, seated.section, seated.position, seated.best_place,
  seated.worst_place, seated.best_of, seated.lead, seated.through, seated.may_draw, seated."group", seated.status,
  seated.referee_called, seated.tiebreak_due, seated.deals_played, seated.ending, seated.note,
  line.entry_id, entry.label, entry.seed, line.is_nobody, line.points, line.place, line.vp, line.mp, line.deals,
  line.is_absent, fed.hall_number, fed_at.number, fed.position, fed.section, line.source_place
FROM tournaments_table seated
JOIN tournaments_round held ON held.id = seated.round_id
JOIN tournaments_tableline line ON line.table_id = seated.id
LEFT JOIN tournaments_entry entry ON entry.id = line.entry_id
LEFT JOIN tournaments_table fed ON fed.id = line.source_id
LEFT JOIN tournaments_round fed_at ON fed_at.id = fed.round_id
WHERE seated.id IN ({}) ORDER BY seated.number, line."index"
"""


def cards_at(keys: Sequence[int]) -> list[Card]:
    """Return these tables, by number; one query, none without keys."""
    if not keys:
        return []
    found = _cards_from(statements.rows(KNOWN.format(", ".join(["%s"] * len(keys))), keys))
    return [
        card._replace(
            note={} if card.note == "{}" else json.loads(card.note),
            may_draw=bool(card.may_draw),
            referee_called=bool(card.referee_called),
        )
        for card in found
    ]


def by_round(found: Iterable[Card]) -> dict[int, list[Card]]:
    """Return tables by round number, each round in the order of the bracket."""
    rounds: dict[int, list[Card]] = {}
    for card in sorted(found, key=lambda each: (each.round, each.position)):
        rounds.setdefault(card.round, []).append(card)
    return rounds


# Written once: Django would compile every column anew. Two statements, because a row of both would repeat the table for
# each line.
TABLES = """
SELECT seated.id, seated.number, seated.hall_number, held.number, seated.section, seated.position, seated.best_place,
  seated.worst_place, seated.best_of, seated.lead, seated.through, seated.may_draw, seated."group", seated.status,
  seated.referee_called, seated.tiebreak_due, seated.deals_played, seated.ending, seated.note
FROM tournaments_table seated JOIN tournaments_round held ON held.id = seated.round_id
WHERE seated.tournament_id = %s ORDER BY seated.number
"""
LINES = """
SELECT line.table_id, line.entry_id, entry.label, entry.seed, entry.status, line.is_nobody, line.points, line.place,
  line.vp, line.mp, line.deals, line.is_absent, line.source_id, line.source_place
FROM tournaments_table seated
JOIN tournaments_tableline line ON line.table_id = seated.id
LEFT JOIN tournaments_entry entry ON entry.id = line.entry_id
WHERE seated.tournament_id = %s ORDER BY seated.number, line."index"
"""


class LineRow(NamedTuple):
    """A row of ``LINES``; label, seed and status are those of its entry."""

    table: int
    entry: int | None
    label: str | None
    seed: int | None
    status: str | None
    is_nobody: bool
    points: int | None
    place: int | None
    vp: int | None
    mp: int | None
    deals: int
    is_absent: bool
    source: int | None
    source_place: int | None


Where: TypeAlias = tuple[int | None, int, str, int]
"""Hall number, round, section and position of a table."""

WHERE = slice(Card._fields.index("hall_number"), Card._fields.index("position") + 1)


class WholeTable(NamedTuple):
    """A table with its lines in order, each with where the table is that it waits for or came from, if any.

    ``table`` is a card as it is read: without sides, its note as text, SQLite's booleans as 0 and 1.
    """

    table: Card
    lines: tuple[tuple[LineRow, Where | None], ...]


def whole_tables(event: Tournament) -> list[WholeTable]:
    """Return every table of an event, by number; two queries.

    A table that is made or deleted between the two is left out.
    """
    tables = [Card._make((*row, ())) for row in statements.rows(TABLES, [event.pk])]
    lines = list(map(LineRow._make, statements.rows(LINES, [event.pk])))
    where: dict[int | None, Any] = {table.pk: table[WHERE] for table in tables}
    sources = map(where.get, map(attrgetter("source"), lines))
    at = {key: tuple(here) for key, here in groupby(zip(lines, sources, strict=True), lambda each: each[0].table)}
    return [WholeTable(table, at[table.pk]) for table in tables if table.pk in at]


def all_cards(event: Tournament) -> list[Card]:
    """Return every table of an event, by number, in two queries."""
    return [card_of(whole) for whole in whole_tables(event)]


def card_of(whole: WholeTable) -> Card:
    """Return a table from its rows."""
    table, sides = whole.table, []
    for line, where in whole.lines:
        source = None
        if where is not None:
            hall, round_, section, position = where
            source = Source(hall, round_, position, section, line.source_place or 0)
        sides.append(
            Side(
                line.entry,
                line.label or "",
                line.seed,
                bool(line.is_nobody),
                line.points,
                line.place,
                line.vp,
                line.mp,
                source,
                line.deals,
                bool(line.is_absent),
            )
        )
    # Few tables have anything to say.
    note = {} if table.note == "{}" else json.loads(table.note)
    return table._replace(note=note, sides=tuple(sides), referee_called=bool(table.referee_called))


PER_PAGE = 60
MOST_BYES = 64


@dataclass(frozen=True, slots=True)
class RoundTables:
    """A page of a round's tables in the order of the hall, its byes, and the rounds of the event."""

    cards: Sequence[Card]
    byes: Sequence[Card]
    rounds: Sequence[int]
    total: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PER_PAGE))


def round_tables(event: Tournament, number: int, page: int = 1) -> RoundTables:
    """Return the tables of round ``number`` that are played, and a few of its byes; three queries."""
    counted = Count("tables", filter=Q(tables__hall_number__isnull=False))
    totals = dict(
        Round.objects.filter(tournament=event).order_by("number").annotate(n=counted).values_list("number", "n")
    )
    first = (page - 1) * PER_PAGE
    lines = TableLine.objects.filter(table__tournament=event, table__round__number=number)
    # By their order and not by their numbers: rooms and fixed tables leave numbers free.
    in_hall = Table.objects.filter(tournament=event, round__number=number, hall_number__isnull=False)
    here = in_hall.order_by("hall_number")[first : first + PER_PAGE]
    byes = lines.filter(table__status=Table.Status.BYE)[: 2 * MOST_BYES]
    return RoundTables(
        cards=sorted(cards(lines.filter(table__in=here.values("pk"))), key=lambda card: card.hall_number or 0),
        byes=cards(lines.filter(pk__in=byes.values("pk"))) if page == 1 else (),
        rounds=tuple(totals),
        total=totals.get(number, 0),
    )


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A table, every version of its sheet from the first to the last, the rulings in force at it, and its ties."""

    card: Card
    sheets: Sequence[Scoresheet]
    rulings: Sequence[Ruling]
    ties: Sequence[Tie]

    @property
    def sheet(self) -> Scoresheet | None:
        """The version in force: the confirmed one, else the newest that was not withdrawn."""
        standing = [sheet for sheet in self.sheets if sheet.status != Scoresheet.Status.UNDONE]
        confirmed = [sheet for sheet in standing if sheet.status == Scoresheet.Status.CONFIRMED]
        newest = confirmed or standing
        return newest[-1] if newest else None


def card(event: Tournament, number: int) -> Card:
    """Return table ``number`` alone, in one query. Raises MissingError without such a table or its lines."""
    found = cards(TableLine.objects.filter(table__tournament=event, table__number=number))
    if not found or found[0].status == Table.Status.BYE:
        raise MissingError
    return found[0]


def match(event: Tournament, number: int) -> MatchRecord:
    """Return the match at table ``number``; four queries. Raises MissingError without such a table or its lines."""
    found = card(event, number)
    table = found.pk
    return MatchRecord(
        card=found,
        sheets=list(Scoresheet.objects.filter(table_id=table).order_by("version")),
        # No proposals, nothing dismissed or cancelled.
        rulings=list(
            Ruling.objects.filter(table_id=table, status=Ruling.Status.IN_FORCE, cancelled_at__isnull=True)
            .select_related("entry")
            .order_by("made_at")
        ),
        ties=list(Tie.objects.filter(table_id=table).select_related("sheet").order_by("pk")),
    )
