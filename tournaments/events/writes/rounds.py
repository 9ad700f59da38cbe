"""Rounds in play: call their tables or undo a call, open online rounds when due, pair or draw the next.

A round is called in one commit. Online, its matches are opened afterwards, a few in each commit, so that nobody else in
the event waits for all of them. The deadline of the round records what is still to be opened, and survives a crash.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.deadlines import writes as deadlines
from tournaments.draw.writes import draws, pairings
from tournaments.errors import RefusedError
from tournaments.events.reads import online
from tournaments.events.reads.rounds import round_values, to_pair
from tournaments.events.writes import online_events
from tournaments.frame.policies import SYSTEM, Actor
from tournaments.frame.writes.transaction import record, write_back, writing
from tournaments.models import AuditEntry, Deadline, Draw, Match, Round, Table, TableLine, Tournament
from tournaments.outbox import messages
from tournaments.tables.writes import live_opening, progress
from tournaments.tables.writes.progress import require_running
from tournaments.timing.writes import clocks

Status = Table.Status
# Matches opened in one commit: the longest wait for a play or a result in the event.
OPENED_AT_ONCE: Final = 8


def _round(tournament: Tournament, number: int) -> Round:
    found = Round.objects.filter(tournament=tournament, number=number).first()
    if found is None:
        raise RefusedError("round_missing", round=number)
    require_running(tournament)
    return found


def _tables_to_call(round_: Round) -> list[progress.Board]:
    """Return the tables of a round that have not been called."""
    rows = TableLine.objects.filter(table__round=round_, table__status=Status.PLANNED)
    return progress.boards(rows.select_related("table", "entry"))


def announce_round(*, actor: Actor, tournament_id: int, number: int) -> Sequence[Table]:
    """Announce a round and call every table whose lines are known; repeat it for those that became ready since.

    The matches of an online round are due at once: ``open_some`` opens them.
    """
    with writing(tournament_id) as tournament:
        round_ = _round(tournament, number)
        return _announce(tournament, round_, _tables_to_call(round_), actor)


def _announce(
    tournament: Tournament, round_: Round, planned: Sequence[progress.Board], actor: Actor
) -> Sequence[Table]:
    """Announce a round and call those of its ``planned`` tables whose lines are known."""
    ready = [board for board in planned if board.is_ready]
    waiting = _tables_without_match(tournament, round_)
    if not ready and not waiting:
        if not planned:
            raise RefusedError("no_table_left", **round_values(tournament, round_.number))
        raise RefusedError("no_table_ready", **round_values(tournament, round_.number), waiting=len(planned))
    _call(ready)
    if round_.status == Round.Status.PLANNED:
        round_.status, round_.announced_at = Round.Status.ANNOUNCED, timezone.now()
        round_.save(update_fields=["status", "announced_at"])
        clocks.end_before(tournament, actor, round_.number)
    deadlines.keep_open(tournament, round_)
    record(
        by=actor,
        verb="round_announced",
        target=f"R{round_.number}",
        tournament=tournament,
        after={"tables": [board.table.number for board in ready][:200], "waiting": len(planned) - len(ready)},
    )
    return [*waiting, *(board.table for board in ready)]


def open_due(tournament: Tournament, deadline: Deadline, _now: datetime) -> None:
    """Call a due online round where it may open; then open some of its matches each time.

    A refusal opens nothing and is recorded in the log of the event: the round then waits for the organiser. The round
    after a last one is drawn or paired first.
    """
    round_ = deadline.round
    if round_ is None:
        return
    if deadline.key == deadlines.draw_key(round_):
        _draw_next(tournament, round_, deadline)
    elif round_.status == Round.Status.ANNOUNCED:
        after = deadline.step
        # People may have come to a table since the round was announced.
        if after == 0:
            left = _retracted_calls(tournament, round_)
            planned = [board for board in _tables_to_call(round_) if board.table.number not in left]
            if any(board.is_ready for board in planned):
                _announce(tournament, round_, planned, SYSTEM)
        _open_some(tournament, round_, after)
    elif deadlines.may_open(tournament, round_):
        try:
            with transaction.atomic():
                announce_round(actor=SYSTEM, tournament_id=tournament.pk, number=round_.number)
        except RefusedError as refusal:
            _not_opened(tournament, round_.number, refusal)


def _retracted_calls(tournament: Tournament, round_: Round) -> set[int]:
    """Return the tables of a round, by number, whose call somebody has taken back and nobody has made again."""
    numbers = Table.objects.filter(round=round_).values_list("number", flat=True)
    targets = {f"T{number}": number for number in numbers}
    of_calls = AuditEntry.objects.filter(
        tournament=tournament,
        verb__in=("call_taken_back", "table_called", "round_announced"),
        target__in=[*targets, f"R{round_.number}"],
    )
    left: set[int] = set()
    for verb, target, after in of_calls.order_by("seq").values_list("verb", "target", "after"):
        if verb == "round_announced":
            left -= set((after or {}).get("tables", ()))
        elif verb == "table_called":
            left.discard(targets[target])
        else:
            left.add(targets[target])
    return left


def _draw_next(tournament: Tournament, last: Round, deadline: Deadline) -> None:
    """Pair the next round; or publish the commitment of its draw, and draw after a pause for those who note it."""
    if not deadlines.is_drawn_by_itself(tournament, last):
        return
    try:
        with transaction.atomic():
            if to_pair(tournament, last):
                pairings.pair_round(actor=SYSTEM, tournament_id=tournament.pk)
            elif deadline.step == 0:
                _commit_draw(tournament, last)
            else:
                draw = _standing(tournament, last)
                if draw is None:
                    # Outdated; or the event was taken elsewhere, and an archive leaves out a draw that is sealed.
                    _commit_draw(tournament, last)
                elif draw.status == Draw.Status.COMMITTED:
                    draws.draw_round(actor=SYSTEM, tournament_id=tournament.pk, draw_id=draw.pk)
                    draws.announce_draw(actor=SYSTEM, tournament_id=tournament.pk, draw_id=draw.pk)
    except RefusedError as refusal:
        _not_opened(tournament, last.number + 1, refusal)


def _commit_draw(tournament: Tournament, last: Round) -> None:
    if _standing(tournament, last) is None:
        draws.prepare_draw(actor=SYSTEM, tournament_id=tournament.pk)
    deadlines.keep_draw(tournament, last, timezone.now() + online.PAUSE, step=1)


def _standing(tournament: Tournament, last: Round) -> Draw | None:
    """Return the draw of the round after ``last``; the server's own, if results have changed since, is discarded."""
    draw = draws.current_draw(tournament, last.number + 1)
    if draw is None or draw.status != Draw.Status.COMMITTED or not draws.is_outdated(tournament, draw):
        return draw
    if not deadlines.is_own_opening(tournament, "draw_committed", draw.reference):
        return draw
    reason = gettext("A result has changed since it was sealed.")
    draws.discard_draw(actor=SYSTEM, tournament_id=tournament.pk, draw_id=draw.pk, reason=reason)
    return None


def open_some(*, tournament_id: int, number: int) -> bool:
    """Open a few called tables of an online round that are not open yet; return whether more are left."""
    with writing(tournament_id) as tournament:
        round_ = _round(tournament, number)
        due = Deadline.objects.filter(key=deadlines.opens_key(round_), fired_at__isnull=True).first()
        return due is not None and _open_some(tournament, round_, due.step)


def _open_some(tournament: Tournament, round_: Round, after: int) -> bool:
    """Open the next tables after that number; a refused one is left to the organiser, and the others go on."""
    left = [table for table in _tables_without_match(tournament, round_) if table.number > after]
    for table in left[:OPENED_AT_ONCE]:
        try:
            with transaction.atomic():
                live_opening.open_for_players(tournament, table, SYSTEM)
        except RefusedError as refusal:
            _not_opened(tournament, round_.number, refusal, table)
    if len(left) > OPENED_AT_ONCE:
        deadlines.keep_open(tournament, round_, left[OPENED_AT_ONCE - 1].number)
        return True
    deadlines.drop_deadline(deadlines.opens_key(round_))
    return False


def _not_opened(tournament: Tournament, number: int, refusal: RefusedError, table: Table | None = None) -> None:
    """Record why a round, or a table of it, was not opened or drawn, for ``events.reads.online.not_opened``."""
    why = {"refusal": {"code": refusal.code, "values": refusal.params}}
    record(
        by=SYSTEM,
        verb=online.REFUSED,
        target=f"R{number}",
        tournament=tournament,
        after=why if table is None else {**why, "table": table.number},
    )


def _tables_without_match(tournament: Tournament, round_: Round) -> list[Table]:
    """Return the called tables of an online round where no match is open, for one may end without a result."""
    if not online.is_online(tournament, round_):
        return []
    called = Table.objects.filter(round=round_, status=Status.CALLED)
    return list(called.exclude(matches__in=Match.objects.exclude(status=Match.Status.OVER)).order_by("number"))


def plan_round(
    *, actor: Actor, tournament_id: int, number: int, opens_at: datetime | None = None, is_online: bool = False
) -> Round:
    """Set when a round opens by itself and, in an event of both kinds, whether it is played online.

    Without an hour it opens when the round before is over, or when the organiser says so, as the event is set.
    """
    with writing(tournament_id) as tournament:
        round_ = _round(tournament, number)
        if tournament.mode == Tournament.Mode.HALL:
            raise RefusedError("round_in_hall", **round_values(tournament, number))
        if round_.status != Round.Status.PLANNED:
            raise RefusedError("round_open_already", **round_values(tournament, number))
        was_online = online.is_online(tournament, round_)
        round_.opens_at, round_.is_online = opens_at, is_online
        round_.save(update_fields=["opens_at", "is_online"])
        if not was_online:
            online_events.require_none_in_hall(tournament)
        deadlines.keep_next(tournament)
        record(
            by=actor,
            verb="round_planned",
            target=f"R{number}",
            tournament=tournament,
            after={"opens_at": opens_at.isoformat() if opens_at else None, "is_online": is_online},
        )
        return round_


def call_table(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Call one table ahead of its round; its lines must be known."""
    with writing(tournament_id) as tournament:
        board = _board(tournament, table_id)
        if board.table.status != Status.PLANNED:
            raise RefusedError("already_called", table=board.table.hall_number)
        if not board.is_ready:
            raise RefusedError("lines_unknown", table=board.table.hall_number)
        _call([board])
        if online.is_online(tournament, board.table.round):
            live_opening.open_for_players(tournament, board.table, actor)
        record(by=actor, verb="table_called", target=f"T{board.table.number}", tournament=tournament)
        return board.table


def _board(tournament: Tournament, table_id: int) -> progress.Board:
    require_running(tournament)
    return progress.board_at(tournament, table_id)


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
        deadlines.forget_table_times([board.table])
        deadlines.forget_absence([board.table])
        record(by=actor, verb="call_taken_back", target=f"T{board.table.number}", tournament=tournament)
        return board.table
