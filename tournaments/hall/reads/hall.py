"""The tables of a round as in the hall: who sits where, what is missing, who calls the referee."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Prefetch

from tournaments.dashboard.reads import IN_PLAY, RoundNow, rounds_now
from tournaments.models import Entry, Round, Table, TableLine, Tournament
from tournaments.timing.reads.clocks import has_own_time, has_time_been_called
from tournaments.timing.reads.extra_time import Extra, extra_time


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
    now = _chosen(rounds, number)
    if now is None:
        return None
    found = _tables(now.round)
    extra = extra_time(tournament, now.round, filter(has_own_time, found))
    tables = [_hall_table(table, now.round, extra.get(table.number)) for table in found]
    return Hall(now=now, rounds=rounds, tables=tables, extra=extra.get(None))


def _hall_table(table: Table, round_: Round, extra: Extra | None) -> HallTable:
    table.round = round_
    late = table.status in IN_PLAY and has_time_been_called(table)
    return HallTable(table, list(table.lines.all()), late, extra)


def _chosen(rounds: Sequence[RoundNow], number: int | None) -> RoundNow | None:
    if number is not None:
        return next((one for one in rounds if one.number == number), None)
    return next((one for one in rounds if not one.is_over), rounds[-1] if rounds else None)


def _tables(round_: Round) -> list[Table]:
    lines = Prefetch("lines", TableLine.objects.select_related("entry", "source"))
    return list(round_.tables.prefetch_related(lines).order_by(F("hall_number").asc(nulls_last=True), "number"))


def printable(tournament: Tournament, number: int) -> tuple[Round | None, list[HallTable]]:
    """Return the tables of a round that get a printed slip: not over, and enough lines present; in two queries."""
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        return None, []
    tables = [HallTable(table, list(table.lines.all()), False) for table in _tables(round_) if not table.is_over]
    return round_, [each for each in tables if _is_played(each)]


def _is_played(each: HallTable) -> bool:
    known = all(line.is_known for line in each.lines)
    return known and sum(is_there(line) for line in each.lines) > each.table.through


def is_there(line: TableLine) -> bool:
    """Return whether the line has an entry that has not left the event."""
    return line.entry is not None and line.entry.status != Entry.Status.WITHDRAWN
