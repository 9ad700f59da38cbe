"""Matches against the clock: each line has its minutes, one clock runs at a time, and at zero that line loses."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.competition.match import contents
from tournaments.competition.match.outcomes import circumstances_of
from tournaments.competition.timing import MINUTE
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError
from tournaments.frame.policies import SYSTEM, Actor, Role
from tournaments.frame.writes.transaction import record, write_back, writing
from tournaments.games import registry
from tournaments.models import Deadline, Table, Tournament
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.progress import Board, require_running
from tournaments.timing.reads import bank_of, moment_of, ms_of
from tournaments.timing.writes import downtime

LONGEST = 600
PLAYED = (Table.Status.CALLED, Table.Status.PLAYING)
FIELDS = ["clock_left_ms", "clock_running_since"]
# The rule of the event acts here with the referee's authority.
CLOCK = Actor(role=Role.REFEREE, label=SYSTEM.label)


def costs_the_match(tournament: Tournament, board: Board) -> bool:
    """Return whether the lines of this table play against clocks of their own."""
    found = registry.game(tournament.game).time_rule(
        tournament.rules, circumstances_of(board.chairs, time_called=False)
    )
    return found.costs_the_match


def _load(tournament: Tournament, table_id: int) -> Board:
    require_running(tournament)
    board = scoresheets.load(tournament, table_id).board
    if not costs_the_match(tournament, board):
        raise RefusedError("no_line_clocks")
    if board.table.status not in PLAYED:
        raise RefusedError("table_not_played", table=board.table.public_number)
    return board


def set_line_clocks(*, actor: Actor, tournament_id: int, table_id: int, minutes: int | None = None) -> Table:
    """Give every line of a table the match's minutes, or ``minutes``; all their clocks are paused."""
    with writing(tournament_id) as tournament:
        board = _load(tournament, table_id)
        rules = registry.game(tournament.game).match_length(tournament.rules)
        length = minutes or rules.minutes or tournament.round_minutes
        if not length:
            raise RefusedError("no_time_limit", field="minutes")
        if not 1 <= length <= LONGEST:
            raise RefusedError("minutes_range", field="minutes", value=length)
        for line in board.lines:
            line.clock_left_ms, line.clock_running_since = length * MINUTE, None
        write_back(board.lines, FIELDS)
        deadlines.drop_deadline(deadlines.lines_key(board.table))
        record(
            by=actor,
            verb="line_clocks_set",
            target=f"T{board.table.number}",
            tournament=tournament,
            after={"minutes": length},
        )
        return board.table


def run_line_clock(*, actor: Actor, tournament_id: int, table_id: int, line: int) -> Table:
    """Run the clock of ``line`` and pause every other one of the table.

    Every play may pass here, so the log keeps only how clocks are set and stopped.
    """
    downtime.close_gap()
    with writing(tournament_id) as tournament:
        board, now = _load(tournament, table_id), timezone.now()
        if not 0 <= line < len(board.lines):
            raise RefusedError("line_missing", field="line", value=line + 1)
        chosen = board.lines[line]
        bank = bank_of(chosen)
        if bank is None:
            raise RefusedError("line_clocks_not_set", table=board.table.hall_number)
        if not bank.time_left(ms_of(now)):
            raise RefusedError("line_clock_over", name=str(chosen.entry))
        deadlines.stop_lines(board.table, [each for each in board.lines if each is not chosen], now)
        bank = bank.run(ms_of(now))
        chosen.clock_running_since = moment_of(bank.running or 0)
        write_back(board.lines, FIELDS)
        key, due = deadlines.lines_key(board.table), moment_of(bank.due or 0)
        deadlines.arm_deadline(tournament, Deadline.Kind.LINE_CLOCK, key, due, table=board.table, line=line)
        return board.table


def stop_line_clocks(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Pause all clocks of a table's lines."""
    downtime.close_gap()
    with writing(tournament_id) as tournament:
        board = _load(tournament, table_id)
        if not deadlines.stop_lines(board.table, board.lines, timezone.now()):
            raise RefusedError("line_clocks_stand", table=board.table.hall_number)
        write_back(board.lines, FIELDS)
        left = [round((line.clock_left_ms or 0) / 1000) for line in board.lines]
        record(
            by=actor,
            verb="line_clocks_stopped",
            target=f"T{board.table.number}",
            tournament=tournament,
            after={"seconds": left},
        )
        return board.table


def run_out(tournament: Tournament, deadline: Deadline, now: datetime) -> None:
    """Let the line lose whose clock is at zero; the open deal scores nothing yet.

    If the rules or the draw do not allow this ending any more, nothing is written and the referee is called.
    """
    at = scoresheets.load(tournament, deadline.table_id or 0)
    line = deadline.line or 0
    if at.table.status not in PLAYED or at.board.lines[line].clock_running_since is None:
        return
    try:
        with transaction.atomic():
            game = registry.game(tournament.game)
            content = contents.readable_content(at.latest.content) if at.latest is not None else contents.empty()
            forfeit = game.clock_forfeit(tournament.rules, line, at.table.tiebreak_due)
            scoresheets.write_score(tournament, at, actor=CLOCK, content={**content, "forfeit": forfeit})
    except RefusedError:
        board = scoresheets.load(tournament, at.table.pk).board
        deadlines.stop_lines(board.table, board.lines, now)
        write_back(board.lines, FIELDS)
        board.table.referee_called = True
        board.table.save(update_fields=["referee_called"])
        record(by=SYSTEM, verb="referee_called", target=f"T{board.table.number}", tournament=tournament)
