"""The clocks of a table whose match ends, is undone or is called back; called inside a locked write."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tournaments.deadlines.writes import deadlines
from tournaments.models import Deadline, Table, TableLine
from tournaments.timing.reads.clocks import bank_of, has_own_time, ms_of

NO_CLOCK = {
    "clock_started_at": None,
    "clock_minutes": None,
    "clock_added_ms": 0,
    "clock_paused_at": None,
    "time_called_at": None,
}


def stop_lines(table: Table, lines: Iterable[TableLine], now: datetime) -> bool:
    """Pause the lines' own clocks; return whether one was running. The caller saves the lines."""
    running = [(line, bank) for line in lines if (bank := bank_of(line)) and bank.running is not None]
    for line, bank in running:
        line.clock_left_ms, line.clock_running_since = bank.stop(ms_of(now)).left, None
    if running:
        deadlines.hold(deadlines.lines_key(table))
    return bool(running)


def reopen(table: Table) -> None:
    """Resume a match that had ended: its own clock and extra time are due again as before.

    A table that is no longer called begins again.
    """
    if not has_own_time(table):
        return
    if table.status == Table.Status.PLANNED:
        forget([table])
    else:
        deadlines.keep_table(table.tournament, table)


def forget(tables: Sequence[Table]) -> None:
    """Reset the match of these tables: no clock of the table or of its lines, nothing pending."""
    keys = [table.pk for table in tables]
    for table in tables:
        for name, value in NO_CLOCK.items():
            setattr(table, name, value)
    Table.objects.filter(pk__in=keys).update(**NO_CLOCK)
    TableLine.objects.filter(table__in=keys).update(clock_left_ms=None, clock_running_since=None)
    Deadline.objects.filter(table__in=keys).delete()
