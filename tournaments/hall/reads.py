"""The tables of a round as in the hall, those that get a slip, and what the big screen shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Case, F, Prefetch, When

from tournaments.competition.formats.rounds import InRounds
from tournaments.dashboard.reads import IN_PLAY, RoundNow, rounds_now
from tournaments.draw.reads.drawing import THROWN_AWAY
from tournaments.events.reads.events import EventProgress
from tournaments.events.reads.rounds import main_rounds
from tournaments.frame.reads.formats import brackets_now, format_now
from tournaments.models import AuditEntry, Draw, Entry, EntryMember, Round, Table, TableLine, Tournament
from tournaments.standings.reads.standings import Standings, standings
from tournaments.tables.reads.cards import Card, by_round, cards
from tournaments.timing.reads import Extra, extra_time, has_time_been_called


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table with its lines; ``is_ready`` when only the call is missing, ``is_late`` past its time.

    ``extra`` is the extra time of the table.
    """

    table: Table
    lines: Sequence[TableLine]
    is_late: bool
    extra: Extra | None = None

    @property
    def is_ready(self) -> bool:
        return self.table.status == Table.Status.PLANNED and all(line.is_known for line in self.lines)

    @property
    def is_open(self) -> bool:
        return self.table.status in IN_PLAY


@dataclass(frozen=True, slots=True)
class Hall:
    """A round, its tables, and its place among the other rounds."""

    now: RoundNow
    rounds: Sequence[RoundNow]
    tables: Sequence[HallTable]
    extra: Extra | None = None

    @property
    def missing(self) -> Sequence[HallTable]:
        return [each for each in self.tables if each.is_open]


def hall(tournament: Tournament, number: int | None = None) -> Hall | None:
    """Return a round of the event, by default the first that is not over; None when it has no such round."""
    rounds = rounds_now(tournament)
    if number is not None:
        now = next((one for one in rounds if one.number == number), None)
    else:
        now = next((one for one in rounds if not one.is_over), rounds[-1] if rounds else None)
    if now is None:
        return None
    found = _tables(now.round)
    extra = extra_time(tournament, now.round, [table for table in found if table.has_own_time])
    tables = []
    for table in found:
        table.round = now.round
        is_late = table.status in IN_PLAY and has_time_been_called(table)
        tables.append(HallTable(table, list(table.lines.all()), is_late, extra.get(table.number)))
    return Hall(now=now, rounds=rounds, tables=tables, extra=extra.get(None))


def _tables(round_: Round) -> list[Table]:
    lines = Prefetch("lines", TableLine.objects.select_related("entry", "source"))
    return list(round_.tables.prefetch_related(lines).order_by(F("hall_number").asc(nulls_last=True), "number"))


def printable(tournament: Tournament, number: int) -> tuple[Round | None, list[HallTable]]:
    """Return the tables of a round that get a printed slip: not over, and enough lines present; in two queries."""
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        return None, []
    found = []
    for table in _tables(round_):
        lines = list(table.lines.all())
        is_known = all(line.is_known for line in lines)
        if not table.is_over and is_known and sum(map(is_there, lines)) > table.through:
            found.append(HallTable(table, lines, False))
    return round_, found


def is_there(line: TableLine) -> bool:
    """Return whether the line has an entry that has not left the event."""
    return line.entry is not None and line.entry.status != Entry.Status.WITHDRAWN


MOST_TABLES = 90
BRACKET_ROUNDS = 3
# In a higher first column three rounds take too many panels.
MOST_HIGH = 16


class HallSeat(NamedTuple):
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
    seats: Sequence[HallSeat]
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


def screen(event: Tournament, progress: EventProgress) -> Screen:
    """Return the whole screen, in six queries; in a hall larger than its panels, open tables come first."""
    here = Table.objects.filter(
        tournament=event, round__number=progress.current.number if progress.current else 1, hall_number__isnull=False
    )
    stage = format_now(event)
    is_in_groups = isinstance(stage, InRounds) and stage.largest_group > 0
    is_over = Case(When(status=Table.Status.DONE, then=1), default=0)
    clocks = dict(here.order_by(is_over, "hall_number").values_list("pk", "clock_started_at")[:MOST_TABLES])
    shown, is_started = list(clocks), bool(progress.current and progress.current.clock_started_at)
    # The main bracket first: the final before the match for the third place.
    tables = sorted(
        cards(TableLine.objects.filter(table__in=shown)),
        key=lambda card: (card.section != Table.Section.MAIN, card.hall_number or 0),
    )
    missing = here.exclude(status=Table.Status.DONE).count()
    # The people at the open tables, without anonymous ones.
    numbers = {card.pk: card.hall_number for card in tables if not card.is_over and card.hall_number}
    people = EntryMember.objects.filter(entry__lines__table__in=list(numbers), person__anonymised_at__isnull=True)
    rows = people.values_list("person__family_name", "person__given_name", "entry__lines__table")
    seats = [HallSeat(family, given, numbers[table]) for family, given, table in rows]

    # Three rounds, from the current one on or up to the final; of a tall bracket only the current round.
    bracket: Sequence[Sequence[Card]] = ()
    if progress.rounds and stage.is_elimination:
        now = progress.current.number if progress.current else 1
        # Rounds that have numbers only are of groups before a knockout.
        before = getattr(progress.rounds, "numbered", 0) if event.stage > 1 else 0
        first = max(before + 1, min(now, progress.rounds - BRACKET_ROUNDS + 1))
        is_high = brackets_now(event) << max(0, main_rounds(event, progress.rounds) - first) > MOST_HIGH
        last = first if is_high else first + BRACKET_ROUNDS - 1
        lines = TableLine.objects.filter(
            table__tournament=event, table__section=Table.Section.MAIN, table__round__number__range=(first, last)
        )
        bracket = tuple(tuple(column) for _number, column in sorted(by_round(cards(lines)).items()))
    return Screen(
        tables=tables,
        missing=missing,
        running={key for key, started in clocks.items() if started or is_started},
        seats=seats,
        bracket=bracket,
        standings=standings(event, by_group=is_in_groups and event.status == Tournament.Status.RUNNING),
    )
