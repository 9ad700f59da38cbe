"""Rounds as the hall lives them: tables are called, the clock starts, time is called."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.models import Deadline, Round, Table, TableLine, Tournament
from tournaments.policies import SYSTEM, Actor
from tournaments.services import progress
from tournaments.services.scoresheets import require_running
from tournaments.services.writing import record, write_back, writing

Status = Table.Status


def _round(tournament: Tournament, number: int) -> Round:
    found = Round.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise RefusedError("round_missing", round=number)
    require_running(tournament)
    return found


def announce_round(*, actor: Actor, tournament_id: int, number: int) -> Sequence[Table]:
    """Announce a round and call every table of it whose lines are known; again for those that became ready since."""
    with writing(tournament_id) as tournament:
        round_ = _round(tournament, number)
        rows = TableLine.objects.filter(table__round=round_, table__status=Status.PLANNED)
        planned = progress.boards(rows.select_related("table", "entry"))
        ready = [board.table for board in planned if board.is_ready]
        if not ready:
            raise RefusedError("no_table_ready", round=number, waiting=len(planned))
        _call(ready)
        if round_.status == Round.Status.PLANNED:
            round_.status, round_.announced_at = Round.Status.ANNOUNCED, timezone.now()
            round_.save(update_fields=["status", "announced_at"])
        record(
            by=actor, verb="round_announced", target=f"R{number}", tournament=tournament,
            after={"tables": [table.number for table in ready][:200], "waiting": len(planned) - len(ready)},
        )  # fmt: skip
        return ready


def call_table(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Call one table ahead of its round; its lines must be known."""
    with writing(tournament_id) as tournament:
        board = _board(tournament, table_id)
        if board.table.status != Status.PLANNED:
            raise RefusedError("already_called", table=board.table.hall_number)
        if not board.is_ready:
            raise RefusedError("lines_unknown", table=board.table.hall_number)
        _call([board.table])
        record(by=actor, verb="table_called", target=f"T{board.table.number}", tournament=tournament)
        return board.table


def _board(tournament: Tournament, table_id: int) -> progress.Board:
    require_running(tournament)
    rows = TableLine.objects.filter(table_id=table_id, table__tournament=tournament).select_related("table", "entry")
    found = progress.boards(rows)
    if not found:
        raise RefusedError("table_missing")
    return found[0]


def _call(tables: Sequence[Table]) -> None:
    now = timezone.now()
    for table in tables:
        table.status, table.called_at = Status.CALLED, now
        table.version += 1
    write_back(tables, ["status", "called_at", "version"])


def take_call_back(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Undo a call while nothing has been written at the table."""
    with writing(tournament_id) as tournament:
        board = _board(tournament, table_id)
        if board.table.status != Status.CALLED:
            raise RefusedError("not_only_called", table=board.table.hall_number)
        board.table.status, board.table.called_at = Status.PLANNED, None
        board.table.version += 1
        board.table.save(update_fields=["status", "called_at", "version"])
        record(by=actor, verb="call_taken_back", target=f"T{board.table.number}", tournament=tournament)
        return board.table


def start_clock(*, actor: Actor, tournament_id: int, number: int, minutes: int | None = None) -> Round:
    """Start the hall clock of an announced round; when it runs out, time is called for all its tables."""
    with writing(tournament_id) as tournament:
        round_ = _round(tournament, number)
        if round_.status != Round.Status.ANNOUNCED:
            raise RefusedError("round_not_announced", round=number)
        if round_.clock_started_at is not None:
            raise RefusedError("clock_running", round=number)
        length = minutes or round_.clock_minutes or tournament.round_minutes
        if not length:
            raise RefusedError("no_time_limit", field="minutes")
        if not 1 <= length <= 600:
            raise RefusedError("minutes_range", field="minutes", value=length)
        now = timezone.now()
        round_.clock_minutes, round_.clock_started_at = length, now
        round_.time_called_at = None
        round_.save(update_fields=["clock_minutes", "clock_started_at", "time_called_at"])
        Deadline.objects.update_or_create(
            key=f"round:{round_.pk}",
            defaults={
                "tournament": tournament,
                "round": round_,
                "kind": Deadline.Kind.ROUND_TIME,
                "due_at": now + timedelta(minutes=length),
                "fired_at": None,
            },
        )
        record(by=actor, verb="clock_started", target=f"R{number}", tournament=tournament, after={"minutes": length})
        return round_


def due_at(round_: Round) -> datetime | None:
    """When the clock of a round runs out; None while it does not run."""
    if round_.clock_started_at is None or round_.clock_minutes is None:
        return None
    return round_.clock_started_at + timedelta(minutes=round_.clock_minutes)


def stop_clock(*, actor: Actor, tournament_id: int, number: int) -> Round:
    """Take a started clock back: it can be started afresh."""
    with writing(tournament_id) as tournament:
        round_ = _round(tournament, number)
        if round_.clock_started_at is None:
            raise RefusedError("clock_not_running", round=number)
        round_.clock_started_at = round_.time_called_at = None
        round_.save(update_fields=["clock_started_at", "time_called_at"])
        Deadline.objects.filter(round=round_, kind=Deadline.Kind.ROUND_TIME).delete()
        record(by=actor, verb="clock_stopped", target=f"R{number}", tournament=tournament)
        return round_


def fire_deadline(*, deadline_id: int, now: datetime) -> bool:
    """Give a due deadline its effect, once: False when it has fired already, is not due, or is gone."""
    found = Deadline.objects.filter(pk=deadline_id, fired_at__isnull=True, due_at__lte=now).first()
    if found is None:
        return False
    with writing(found.tournament_id) as tournament:
        deadline = (
            Deadline.objects.select_for_update(of=("self",))
            .select_related("round")
            .filter(pk=deadline_id, fired_at__isnull=True, due_at__lte=now)
            .first()
        )
        if deadline is None or deadline.round is None:
            return False
        deadline.fired_at = now
        deadline.save(update_fields=["fired_at"])
        deadline.round.time_called_at = now
        deadline.round.save(update_fields=["time_called_at"])
        record(by=SYSTEM, verb="time_called", target=f"R{deadline.round.number}", tournament=tournament)
        return True


def due_deadlines(now: datetime) -> list[int]:
    """The deadlines that have come due, the oldest first."""
    pending = Deadline.objects.filter(fired_at__isnull=True, due_at__lte=now).order_by("due_at")
    return list(pending.values_list("pk", flat=True)[:200])
