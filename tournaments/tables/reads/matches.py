"""The tables of a round, and one match with all its records."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.errors import MissingError
from tournaments.models import Round, Ruling, Scoresheet, Table, TableLine, Tie, Tournament
from tournaments.tables.reads.cards import Card, cards

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
    here = Q(table__hall_number__gt=first, table__hall_number__lte=first + PER_PAGE)
    byes = lines.filter(table__status=Table.Status.BYE)[: 2 * MOST_BYES]
    return RoundTables(
        cards=sorted(cards(lines.filter(here)), key=lambda card: card.hall_number or 0),
        byes=cards(lines.filter(pk__in=byes.values("pk"))) if page == 1 else (),
        rounds=tuple(totals),
        total=totals.get(number, 0),
    )


@dataclass(frozen=True, slots=True)
class Match:
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


def match(event: Tournament, number: int) -> Match:
    """Return the match at table ``number``; four queries. Raises MissingError without such a table or its lines."""
    found = card(event, number)
    table = found.pk
    return Match(
        card=found,
        sheets=list(Scoresheet.objects.filter(table_id=table).order_by("version")),
        rulings=list(_in_force(table)),
        ties=list(Tie.objects.filter(table_id=table).select_related("sheet").order_by("pk")),
    )


def _in_force(table: int) -> QuerySet[Ruling]:
    """Return the rulings in force at a table: no proposals, nothing dismissed or cancelled."""
    found = Ruling.objects.filter(table_id=table, status=Ruling.Status.IN_FORCE, cancelled_at__isnull=True)
    return found.select_related("entry").order_by("made_at")
