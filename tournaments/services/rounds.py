"""Rounds as the hall lives them: their tables are called, and a call is taken back."""

from collections.abc import Sequence

from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.models import Round, Table, TableLine, Tournament
from tournaments.outbox import messages
from tournaments.policies import Actor
from tournaments.selectors.rounds import named
from tournaments.services import absence, clocks, progress, table_times
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
        ready = [board for board in planned if board.is_ready]
        if not ready:
            raise RefusedError("no_table_ready", **named(tournament, number), waiting=len(planned))
        _call(ready)
        if round_.status == Round.Status.PLANNED:
            round_.status, round_.announced_at = Round.Status.ANNOUNCED, timezone.now()
            round_.save(update_fields=["status", "announced_at"])
            clocks.end_before(tournament, actor, number)
        record(
            by=actor, verb="round_announced", target=f"R{number}", tournament=tournament,
            after={"tables": [board.table.number for board in ready][:200], "waiting": len(planned) - len(ready)},
        )  # fmt: skip
        return [board.table for board in ready]


def call_table(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Call one table ahead of its round; its lines must be known."""
    with writing(tournament_id) as tournament:
        board = _board(tournament, table_id)
        if board.table.status != Status.PLANNED:
            raise RefusedError("already_called", table=board.table.hall_number)
        if not board.is_ready:
            raise RefusedError("lines_unknown", table=board.table.hall_number)
        _call([board])
        record(by=actor, verb="table_called", target=f"T{board.table.number}", tournament=tournament)
        return board.table


def _board(tournament: Tournament, table_id: int) -> progress.Board:
    require_running(tournament)
    rows = TableLine.objects.filter(table_id=table_id, table__tournament=tournament).select_related("table", "entry")
    found = progress.boards(rows)
    if not found:
        raise RefusedError("table_missing")
    return found[0]


def _call(boards: Sequence[progress.Board]) -> None:
    now = timezone.now()
    tables = [board.table for board in boards]
    for table in tables:
        table.status, table.called_at = Status.CALLED, now
        table.version += 1
    write_back(tables, ["status", "called_at", "version"])
    messages.tables_called([(board.table, board.lines) for board in boards])


def take_call_back(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Undo a call while nothing has been written at the table."""
    with writing(tournament_id) as tournament:
        board = _board(tournament, table_id)
        if board.table.status != Status.CALLED or any(progress.is_ruled_out(line) for line in board.lines):
            raise RefusedError("not_only_called", table=board.table.hall_number)
        board.table.status, board.table.called_at = Status.PLANNED, None
        board.table.version += 1
        board.table.save(update_fields=["status", "called_at", "version"])
        table_times.forget([board.table])
        absence.forget([board.table])
        record(by=actor, verb="call_taken_back", target=f"T{board.table.number}", tournament=tournament)
        return board.table
