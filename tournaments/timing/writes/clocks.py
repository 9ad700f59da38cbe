"""Hall clocks of rounds and clocks of tables: start, pause, add time, undo."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.competition.timing import MINUTE, Clock, of_table
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import round_values
from tournaments.frame.clock_bounds import LONGEST, MOST_EXTRA
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import record, writing
from tournaments.models import Round, Table, Tournament
from tournaments.models.timed import Timed
from tournaments.tables.writes.progress import require_running
from tournaments.timing.reads import clock_of, clock_of_round, clock_of_table, moment_of, ms_of
from tournaments.timing.writes import downtime

FIELDS = ["clock_started_at", "clock_minutes", "clock_added_ms", "clock_paused_at", "time_called_at"]


@dataclass(frozen=True, slots=True)
class ClockMoment:
    """A locked event and the time, in milliseconds."""

    tournament: Tournament
    now: int


@contextmanager
def _at_once(tournament_id: int) -> Iterator[ClockMoment]:
    """Open a transaction that changes clocks; it first closes a gap in service, which could move new clocks."""
    downtime.close_gap()
    with writing(tournament_id) as tournament:
        require_running(tournament)
        yield ClockMoment(tournament, ms_of(timezone.now()))


def _round(tournament: Tournament, number: int) -> Round:
    found = Round.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise RefusedError("round_missing", round=number)
    return found


def _table(tournament: Tournament, table_id: int) -> Table:
    """Return a table in play, with its round."""
    found = Table.objects.select_related("round").filter(tournament=tournament, pk=table_id).first()
    if found is None:
        raise RefusedError("table_missing")
    if found.is_over:
        raise RefusedError("result_confirmed", table=found.public_number)
    if found.status == Table.Status.PLANNED:
        raise RefusedError("table_not_called", table=found.public_number)
    return found


def _keep(row: Timed, clock: Clock) -> None:
    """Save a clock to its row."""
    row.clock_started_at = _moment(clock.started)
    row.clock_minutes = clock.length // MINUTE or None
    row.clock_added_ms = clock.added
    row.clock_paused_at, row.time_called_at = _moment(clock.paused), _moment(clock.called)
    row.save(update_fields=FIELDS)


def _tell_matches(at: ClockMoment, row: Round | Table) -> None:
    """Update the online matches on this clock (R-LIV-07)."""
    tables = Table.objects.filter(round=row) if isinstance(row, Round) else [row]
    deadlines.tell_matches(tables, moment_of(at.now))


def _moment(ms: int | None) -> datetime | None:
    return None if ms is None else moment_of(ms)


def _fresh(at: ClockMoment, row: Timed, minutes: int | None, usual: int | None) -> Clock:
    length = minutes or row.clock_minutes or usual
    if not length:
        raise RefusedError("no_time_limit", field="minutes")
    if not 1 <= length <= LONGEST:
        raise RefusedError("minutes_range", field="minutes", value=length)
    return Clock(at.now, length * MINUTE)


def start_clock(*, actor: Actor, tournament_id: int, number: int, minutes: int | None = None) -> Round:
    """Start the hall clock of an announced round; at its end time is called for all its tables."""
    with _at_once(tournament_id) as at:
        round_ = _round(at.tournament, number)
        if round_.status != Round.Status.ANNOUNCED:
            raise RefusedError("round_not_announced", **round_values(at.tournament, number))
        if round_.clock_started_at is not None:
            raise RefusedError("clock_running", **round_values(at.tournament, number))
        clock = _fresh(at, round_, minutes, at.tournament.round_minutes)
        _keep(round_, clock)
        deadlines.keep_round(at.tournament, round_)
        _record(at, actor, "clock_started", f"R{number}", {"minutes": clock.length // MINUTE})
        end_before(at.tournament, actor, number)
        return round_


def stop_clock(*, actor: Actor, tournament_id: int, number: int) -> Round:
    """Undo the start of a clock, with the extra time of its tables: it can be started again."""
    with _at_once(tournament_id) as at:
        round_ = _start_round(at.tournament, number)
        _keep(round_, Clock(None, (round_.clock_minutes or 0) * MINUTE))
        for table in Table.objects.filter(round=round_, clock_started_at__isnull=True).exclude(clock_added_ms=0):
            _keep(table, Clock(None, 0))
            deadlines.drop_deadline(deadlines.table_key(table))
        deadlines.drop_deadline(deadlines.round_key(round_))
        _tell_matches(at, round_)
        _record(at, actor, "clock_stopped", f"R{number}")
        return round_


def end_before(tournament: Tournament, actor: Actor, number: int) -> None:
    """Undo the running clocks of the rounds before ``number`` in which nobody plays any more.

    Called inside the write that calls the tables of that round, or starts its clock.
    """
    playing = Table.objects.exclude(status__in=(Table.Status.DONE, Table.Status.BYE)).values("round")
    ended = Round.objects.filter(
        tournament=tournament, number__lt=number, clock_started_at__isnull=False, time_called_at__isnull=True
    )
    for round_ in ended.exclude(pk__in=playing):
        _keep(round_, Clock(None, (round_.clock_minutes or 0) * MINUTE))
        deadlines.drop_deadline(deadlines.round_key(round_))
        record(by=actor, verb="clock_stopped", target=f"R{round_.number}", tournament=tournament)


def pause_clock(*, actor: Actor, tournament_id: int, number: int) -> Round:
    """Pause the hall clock, and with it every table on it."""
    with _at_once(tournament_id) as at:
        round_ = _start_round(at.tournament, number)
        clock = clock_of_round(round_)
        _require_running_clock(
            clock, at.now, "clock_is_paused", "time_is_called", lambda: round_values(at.tournament, number)
        )
        return _set_round(at, actor, round_, clock.pause(at.now), "clock_paused")


def resume_clock(*, actor: Actor, tournament_id: int, number: int) -> Round:
    """Resume the hall clock with its remaining time."""
    with _at_once(tournament_id) as at:
        round_ = _start_round(at.tournament, number)
        clock = clock_of_round(round_)
        if clock.paused is None:
            raise RefusedError("clock_not_paused", **round_values(at.tournament, number))
        return _set_round(at, actor, round_, clock.resume(at.now), "clock_resumed")


def _set_round(at: ClockMoment, actor: Actor, round_: Round, clock: Clock, verb: str) -> Round:
    _keep(round_, clock)
    deadlines.keep_round(at.tournament, round_)
    _record(at, actor, verb, f"R{round_.number}", {"seconds": round(clock.time_left(at.now) / 1000)})
    return round_


def _start_round(tournament: Tournament, number: int) -> Round:
    round_ = _round(tournament, number)
    if round_.clock_started_at is None:
        raise RefusedError("clock_not_running", **round_values(tournament, number))
    return round_


def _require_running_clock(
    clock: Clock, now: int, if_paused: str, if_called: str, said: Callable[[], dict[str, Any]]
) -> None:
    """Refuse a clock that is not running; ``said`` gives the values of the message, computed only then."""
    if clock.called is not None or clock.time_left(now) == 0:
        raise RefusedError(if_called, **said())
    if clock.paused is not None:
        raise RefusedError(if_paused, **said())


def add_time(*, actor: Actor, tournament_id: int, number: int, minutes: int, reason: str) -> Round:
    """Give a round more time, or less, with a reason.

    If time was called already, the call is undone and the minutes count from now.
    """
    _require_extra(minutes, reason)
    with _at_once(tournament_id) as at:
        round_ = _start_round(at.tournament, number)
        clock = clock_of_round(round_)
        _require_more(clock, minutes)
        on_round = Table.objects.filter(round=round_, clock_started_at__isnull=True)
        if clock.called is not None:
            # The round's minutes count from now for all tables: of their extra time only what is left is kept.
            for table in on_round.filter(clock_added_ms__gt=0):
                table.round = round_
                table.clock_added_ms, table.time_called_at = clock_of_table(table).time_left(at.now), None
                table.save(update_fields=["clock_added_ms", "time_called_at"])
                deadlines.drop_deadline(deadlines.table_key(table))
        _keep(round_, clock.extend(minutes * MINUTE, at.now))
        # The calls of tables for which time was called with their round are undone.
        for table in on_round.filter(time_called_at__isnull=False).exclude(clock_added_ms=0):
            table.time_called_at = None
            table.round = round_
            if clock_of_table(table).time_left(at.now):
                table.save(update_fields=["time_called_at"])
        deadlines.keep_round(at.tournament, round_)
        _tell_matches(at, round_)
        _record(at, actor, "time_added", f"R{round_.number}", {"minutes": minutes}, reason)
        return round_


def add_table_time(*, actor: Actor, tournament_id: int, table_id: int, minutes: int, reason: str) -> Table:
    """Give one table more time, or less, with a reason; after the call as in ``add_time``."""
    _require_extra(minutes, reason)
    with _at_once(tournament_id) as at:
        table = _table(at.tournament, table_id)
        clock, of_round = clock_of_table(table), clock_of_round(table.round)
        if clock.started is None:
            raise RefusedError("clock_not_running", **round_values(at.tournament, table.round.number))
        _require_more(clock, minutes)
        # On a round that stands still, the table's time stands since then.
        stands = of_round.paused if table.clock_started_at is None else None
        clock = clock.extend(minutes * MINUTE, at.now if stands is None else stands)
        if table.clock_started_at is None:
            clock = Clock(None, (table.clock_minutes or 0) * MINUTE, clock.added - of_round.added)
        _keep(table, clock)
        deadlines.keep_table(at.tournament, table)
        _tell_matches(at, table)
        _record(at, actor, "time_added", f"T{table.number}", {"minutes": minutes}, reason)
        return table


def _require_extra(minutes: int, reason: str) -> None:
    if not minutes or abs(minutes) > MOST_EXTRA:
        raise RefusedError("extra_range", field="minutes", value=minutes, most=MOST_EXTRA)
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")


def _require_more(clock: Clock, minutes: int) -> None:
    if clock.called is not None and minutes < 0:
        raise RefusedError("extra_after_time", field="minutes", value=minutes)


def start_table_clock(*, actor: Actor, tournament_id: int, table_id: int, minutes: int | None = None) -> Table:
    """Start a clock for one table alone: it no longer uses the round's."""
    with _at_once(tournament_id) as at:
        table = _table(at.tournament, table_id)
        if table.clock_started_at is not None:
            raise RefusedError("table_clock_running", table=table.hall_number)
        clock = _fresh(at, table, minutes, table.round.clock_minutes or at.tournament.round_minutes)
        return _set_table(at, actor, table, clock, "table_clock_started")


def pause_table_clock(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Pause the clock of one table; one on the round's clock gets the remaining time as its own."""
    with _at_once(tournament_id) as at:
        table = _table(at.tournament, table_id)
        clock = of_table(clock_of(table), clock_of_round(table.round))
        if clock.started is None:
            raise RefusedError("table_clock_not_running", table=table.hall_number)
        _require_running_clock(
            clock, at.now, "table_clock_is_paused", "table_time_is_called", lambda: {"table": table.hall_number}
        )
        return _set_table(at, actor, table, clock.pause(at.now), "table_clock_paused")


def resume_table_clock(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Resume a table's own clock with its remaining time."""
    with _at_once(tournament_id) as at:
        table = _table(at.tournament, table_id)
        if table.clock_paused_at is None:
            raise RefusedError("table_clock_not_paused", table=table.hall_number)
        return _set_table(at, actor, table, clock_of(table).resume(at.now), "table_clock_resumed")


def stop_table_clock(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Remove a table's own clock: it uses the round's again."""
    with _at_once(tournament_id) as at:
        table = _table(at.tournament, table_id)
        if table.clock_started_at is None:
            raise RefusedError("table_clock_not_running", table=table.hall_number)
        return _set_table(at, actor, table, Clock(None, 0), "table_clock_stopped")


def _set_table(at: ClockMoment, actor: Actor, table: Table, clock: Clock, verb: str) -> Table:
    _keep(table, clock)
    deadlines.keep_table(at.tournament, table)
    _tell_matches(at, table)
    _record(at, actor, verb, f"T{table.number}", {"seconds": round(clock.time_left(at.now) / 1000)})
    return table


def _record(
    at: ClockMoment, actor: Actor, verb: str, target: str, after: dict[str, int] | None = None, reason: str = ""
) -> None:
    record(by=actor, verb=verb, target=target, tournament=at.tournament, after=after, reason=reason)
