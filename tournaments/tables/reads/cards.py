"""A table as every list shows it: lines, points and status, read without building models."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.competition.match.outcomes import Chairs
from tournaments.games.contract import Json
from tournaments.models import TableLine


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
    rows = lines.order_by("table__number", "index").values_list(*TABLE_FIELDS, *SIDE_FIELDS, *SOURCE_FIELDS)
    grouped: dict[int, list[Sequence[Json]]] = {}
    for row in rows:
        grouped.setdefault(row[0], []).append(row)
    return [_card(each) for each in grouped.values()]


def _card(rows: Sequence[Sequence[Json]]) -> Card:
    return Card(*(*rows[0][:SIDES_FROM], tuple(_side(row) for row in rows)))


def _side(row: Sequence[Json]) -> Side:
    entry, name, seed, is_nobody, points, place, vp, mp, deals, is_absent = row[SIDES_FROM:SOURCE_FROM]
    source = Source(*row[SOURCE_FROM:]) if row[SOURCE_FROM + 1] is not None else None
    return Side(entry, name or "", seed, bool(is_nobody), points, place, vp, mp, source, deals, bool(is_absent))


def by_round(found: Iterable[Card]) -> dict[int, list[Card]]:
    """Return tables by round number, each round in the order of the bracket."""
    rounds: dict[int, list[Card]] = {}
    for card in sorted(found, key=lambda each: (each.round, each.position)):
        rounds.setdefault(card.round, []).append(card)
    return rounds
