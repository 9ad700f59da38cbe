"""What the big screen of the hall shows: the tables of the round, the end of the bracket, the head of the standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, When

from tournaments.models import Table, TableLine, Tournament
from tournaments.selectors.cards import Card, by_round, cards
from tournaments.selectors.events import Progress
from tournaments.selectors.standings import Standings, standings

MOST_TABLES = 90
BRACKET_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Screen:
    """The tables of the round now (in the order of the hall), how many are open, the last rounds, the standings."""

    tables: Sequence[Card]
    missing: int
    bracket: Sequence[Sequence[Card]]
    standings: Standings


def screen(event: Tournament, progress: Progress) -> Screen:
    """Everything of one picture, in five queries; of a hall larger than its panels, the open tables come first."""
    here = Table.objects.filter(
        tournament=event, round__number=progress.current.number if progress.current else 1, hall_number__isnull=False
    )
    is_over = Case(When(status=Table.Status.DONE, then=1), default=0)
    shown = list(here.order_by(is_over, "hall_number").values_list("pk", flat=True)[:MOST_TABLES])
    return Screen(
        tables=sorted(cards(TableLine.objects.filter(table__in=shown)), key=_in_order),
        missing=here.exclude(status=Table.Status.DONE).count(),
        bracket=_bracket(event, progress),
        standings=standings(event),
    )


def _in_order(card: Card) -> tuple[bool, int]:
    """The main bracket first: the final before the match for the third place."""
    return card.section != Table.Section.MAIN, card.hall_number or 0


def _bracket(event: Tournament, progress: Progress) -> Sequence[Sequence[Card]]:
    """The last rounds from the one that starts at most eight matches high."""
    if not progress.rounds:
        return ()
    first = max(1, progress.rounds - BRACKET_ROUNDS + 1)
    lines = TableLine.objects.filter(
        table__tournament=event, table__section=Table.Section.MAIN, table__round__number__gte=first
    )
    return tuple(tuple(column) for _number, column in sorted(by_round(cards(lines)).items()))
