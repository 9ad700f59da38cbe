"""What the big screen of the hall shows: the tables of the round, who sits at them, the bracket, the standings."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Case, When

from tournaments.competition.formats.rounds import InRounds
from tournaments.draw.reads.draws import THROWN_AWAY
from tournaments.events.reads.events import Progress
from tournaments.events.reads.rounds import main_rounds
from tournaments.frame.reads.formats import brackets_now, format_now
from tournaments.models import AuditEntry, Draw, EntryMember, Table, TableLine, Tournament
from tournaments.standings.reads.standings import Standings, standings
from tournaments.tables.reads.cards import Card, by_round, cards

MOST_TABLES = 90
BRACKET_ROUNDS = 3
# In a higher first column three rounds take too many panels.
MOST_HIGH = 16


class Seat(NamedTuple):
    """A person and the number of their table."""

    family: str
    given: str
    table: int


@dataclass(frozen=True, slots=True)
class Screen:
    """The tables of the current round, in the order of the hall, and how many are open (``missing``).

    ``running`` are the tables whose clock was started, their own or that of the round. ``seats`` are the people at the
    open tables; ``bracket`` begins with this round.
    """

    tables: Sequence[Card]
    missing: int
    running: Collection[int]
    seats: Sequence[Seat]
    bracket: Sequence[Sequence[Card]]
    standings: Standings


class DrawNow(NamedTuple):
    """A draw that is not announced yet, and why earlier attempts were discarded."""

    draw: Draw
    reasons: Sequence[str]


def draw_now(event: Tournament) -> DrawNow | None:
    """Return the draw that is being made, in two queries; None where there is none."""
    if event.status not in (Tournament.Status.CLOSED, Tournament.Status.RUNNING):
        return None
    draws = list(Draw.objects.filter(tournament=event).order_by("round_number", "attempt"))
    if not draws or draws[-1].status not in (Draw.Status.COMMITTED, Draw.Status.DRAFT):
        return None
    before = [draw.reference for draw in draws[:-1] if draw.round_number == draws[-1].round_number]
    rows = AuditEntry.objects.filter(tournament=event, verb__in=THROWN_AWAY, target__in=before).order_by("pk")
    return DrawNow(draws[-1], list(rows.values_list("reason", flat=True)))


def screen(event: Tournament, progress: Progress) -> Screen:
    """Return the whole screen, in six queries; in a hall larger than its panels, open tables come first."""
    here = Table.objects.filter(
        tournament=event, round__number=progress.current.number if progress.current else 1, hall_number__isnull=False
    )
    stage = format_now(event)
    is_in_groups = isinstance(stage, InRounds) and stage.largest_group > 0
    is_over = Case(When(status=Table.Status.DONE, then=1), default=0)
    clocks = dict(here.order_by(is_over, "hall_number").values_list("pk", "clock_started_at")[:MOST_TABLES])
    shown, is_started = list(clocks), bool(progress.current and progress.current.clock_started_at)
    tables = sorted(cards(TableLine.objects.filter(table__in=shown)), key=_in_order)
    return Screen(
        tables=tables,
        missing=here.exclude(status=Table.Status.DONE).count(),
        running={key for key, started in clocks.items() if started or is_started},
        seats=_seats({card.pk: card.hall_number for card in tables if not card.is_over and card.hall_number}),
        bracket=_bracket(event, progress),
        standings=standings(event, by_group=is_in_groups and event.status == Tournament.Status.RUNNING),
    )


def _in_order(card: Card) -> tuple[bool, int]:
    """Return the main bracket first: the final before the match for the third place."""
    return card.section != Table.Section.MAIN, card.hall_number or 0


def _seats(numbers: dict[int, int]) -> list[Seat]:
    """Return the people at these tables, without anonymous ones."""
    people = EntryMember.objects.filter(entry__lines__table__in=list(numbers), person__anonymised_at__isnull=True)
    rows = people.values_list("person__family_name", "person__given_name", "entry__lines__table")
    return [Seat(family, given, numbers[table]) for family, given, table in rows]


def _bracket(event: Tournament, progress: Progress) -> Sequence[Sequence[Card]]:
    """Return three rounds, from the current one on or up to the final; of a tall bracket only the current round."""
    if not progress.rounds or not format_now(event).is_elimination:
        return ()
    now = progress.current.number if progress.current else 1
    # Rounds that have numbers only are of groups before a knockout.
    before = getattr(progress.rounds, "numbered", 0) if event.stage > 1 else 0
    first = max(before + 1, min(now, progress.rounds - BRACKET_ROUNDS + 1))
    is_high = brackets_now(event) << max(0, main_rounds(event, progress.rounds) - first) > MOST_HIGH
    last = first if is_high else first + BRACKET_ROUNDS - 1
    lines = TableLine.objects.filter(
        table__tournament=event, table__section=Table.Section.MAIN, table__round__number__range=(first, last)
    )
    return tuple(tuple(column) for _number, column in sorted(by_round(cards(lines)).items()))
