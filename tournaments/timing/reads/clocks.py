"""The clocks in the rows, for those who show or move them; callers pass the time."""

from datetime import UTC, datetime, timedelta

from tournaments.competition.timing.banks import Bank
from tournaments.competition.timing.clock import MINUTE, Clock, of_table
from tournaments.models import Round, Table, TableLine
from tournaments.models.timed import Timed

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def ms_of(moment: datetime) -> int:
    """Return a moment as whole milliseconds since the epoch (1970, UTC)."""
    return (moment - EPOCH) // MILLISECOND


def moment_of(ms: int) -> datetime:
    """Return the moment in UTC that is ``ms`` milliseconds after the epoch (1970)."""
    return EPOCH + ms * MILLISECOND


def ends_at(clock: Clock) -> datetime | None:
    """Return when a clock ends; None before its start and while it is paused."""
    return None if clock.due is None else moment_of(clock.due)


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else ms_of(moment)


def clock_of(row: Timed, usual: int | None = None) -> Clock:
    """Return the row's own clock; ``usual`` are its minutes where it sets none itself."""
    return Clock(
        started=_ms(row.clock_started_at),
        length=(row.clock_minutes or usual or 0) * MINUTE,
        added=row.clock_added_ms,
        paused=_ms(row.clock_paused_at),
        called=_ms(row.time_called_at),
    )


def clock_of_round(round_: Round, usual: int | None = None) -> Clock:
    """Return the hall clock of a round; ``usual`` are the event's minutes, for a round that sets none itself."""
    return clock_of(round_, usual)


def clock_of_table(table: Table, usual: int | None = None) -> Clock:
    """Return the clock of a table, its own or its round's; ``table.round`` should be loaded."""
    return of_table(clock_of(table), clock_of(table.round, usual))


def has_time_been_called(table: Table) -> bool:
    """Return whether time has been called for this table; ``table.round`` should be loaded."""
    return clock_of_table(table).called is not None


def has_own_time(table: Table) -> bool:
    """Return whether the table has a deadline of its own: its own clock, or extra time."""
    return table.clock_started_at is not None or table.clock_added_ms != 0


def bank_of(line: TableLine) -> Bank | None:
    """Return the line's own clock in a match against the clock; None without one."""
    if line.clock_left_ms is None:
        return None
    return Bank(line.clock_left_ms, _ms(line.clock_running_since))
