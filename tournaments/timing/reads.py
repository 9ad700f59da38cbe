"""Clocks as their rows tell them, moments in milliseconds, extra time with reasons, a round's time for officials."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from tournaments.competition.timing import MINUTE, Bank, Clock, of_table
from tournaments.errors import MissingError
from tournaments.events.reads.rounds import event_rounds, rounds_in
from tournaments.models import AuditEntry, Round, Table, TableLine, Tournament
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


def bank_of(line: TableLine) -> Bank | None:
    """Return the line's own clock in a match against the clock; None without one."""
    if line.clock_left_ms is None:
        return None
    return Bank(line.clock_left_ms, _ms(line.clock_running_since))


GIVEN = "time_added"
AFRESH = ("clock_started", "clock_stopped", "table_clock_started", "table_clock_stopped")


@dataclass(frozen=True, slots=True)
class Extra:
    """Minutes added to a clock (negative: taken away), and why, in the order of the evening."""

    minutes: int = 0
    reasons: tuple[str, ...] = ()


def extra_time(event: Tournament, round_: Round, tables: Iterable[Table] = ()) -> Mapping[int | None, Extra]:
    """Return the extra time of the round (under None) and of these tables (by number) since each clock was started.

    One query. A clock that is started again has none, and a new start of the round's clock ends that of its tables.
    """
    of_round, keys = f"R{round_.number}", {f"T{table.number}": table.number for table in tables}
    rows = AuditEntry.objects.filter(tournament=event, target__in=[of_round, *keys], verb__in=[GIVEN, *AFRESH])
    found: dict[int | None, Extra] = {}
    for verb, target, after, reason in rows.order_by("pk").values_list("verb", "target", "after", "reason"):
        key = keys.get(target)
        if verb == GIVEN:
            before = found.get(key, Extra())
            found[key] = Extra(before.minutes + (after or {}).get("minutes", 0), (*before.reasons, reason))
        elif key is None:
            found.clear()
        else:
            found.pop(key, None)
    return found


OWN_TIME = Q(clock_started_at__isnull=False) | ~Q(clock_added_ms=0)


@dataclass(frozen=True, slots=True)
class RoundTime:
    """A round, the number of rounds, its open tables with their own time, and the extra time with its reasons."""

    round: Round
    rounds: int
    tables: Sequence[Table]
    extra: Mapping[int | None, Extra]


def round_time(event: Tournament, number: int) -> RoundTime:
    """Return the time of a round of the event; three queries, one more where it is drawn round by round."""
    rounds = event_rounds(event)
    found = next((each for each in rounds if each.number == number), None)
    if found is None:
        raise MissingError
    tables = own_time_tables(found)
    return RoundTime(found, rounds_in(event, len(rounds)), tables, extra_time(event, found, tables))


def own_time_tables(round_: Round | None) -> list[Table]:
    """Return the tables of a round with their own time, in the order of the hall; one query."""
    if round_ is None:
        return []
    over = (Table.Status.DONE, Table.Status.BYE)
    found = list(
        Table.objects.filter(OWN_TIME, round=round_).exclude(status__in=over).order_by("hall_number", "number")
    )
    for table in found:
        table.round = round_
    return found
