"""Who leaves and who comes once the draw is out: withdrawals as records, late entries in the place of a bye."""

from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.models import Entry, Round, Ruling, Table, TableLine, Tournament
from tournaments.policies import Actor
from tournaments.services import entries, progress
from tournaments.services.entries import NewEntry
from tournaments.services.progress import Board
from tournaments.services.scoresheets import require_nothing_called, require_running
from tournaments.services.writing import record, writing

Status = Table.Status


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise RefusedError("entry_missing")
    return entry


def _boards_of(entry: Entry) -> list[Board]:
    """Every table at which the entry sits, with all lines."""
    own = TableLine.objects.filter(entry=entry).values("table_id")
    rows = TableLine.objects.filter(table_id__in=own).select_related("table", "table__round", "entry", "entry__club")
    return progress.boards(rows)


def withdraw_entry(*, actor: Actor, tournament_id: int, entry_id: int, reason: str) -> Entry:
    """Take an entry out of a running event: earlier results stand, every later match is a walkover (R-VP-09)."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        entry = _entry(tournament, entry_id)
        if entry.status != Entry.Status.CONFIRMED:
            raise RefusedError("already_withdrawn", name=entry.label)
        open_boards = [board for board in _boards_of(entry) if not board.table.is_over]
        playing = [board for board in open_boards if board.table.status not in (Status.PLANNED, Status.CALLED)]
        if playing:
            raise RefusedError("match_running", name=entry.label, table=playing[0].table.hall_number)
        entry.status = Entry.Status.WITHDRAWN
        entry.save(update_fields=["status"])
        for board in open_boards:
            for line in board.lines:
                if line.entry_id == entry.pk:
                    line.entry = entry
        progress.push_ready(tournament, open_boards)
        Ruling.objects.create(
            tournament=tournament, entry=entry, kind=Ruling.Kind.WITHDRAWAL, reason=reason, made_by=actor.user,
            table=open_boards[0].table if open_boards else None,
        )  # fmt: skip
        record(by=actor, verb="entry_withdrawn", target=entry, tournament=tournament, reason=reason)
        return entry


def reinstate_entry(*, actor: Actor, tournament_id: int, entry_id: int, reason: str) -> Entry:
    """Cancel a withdrawal while no table that followed from it has been called and nobody took the entry's place."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        entry = _entry(tournament, entry_id)
        if entry.status != Entry.Status.WITHDRAWN:
            raise RefusedError("not_withdrawn", name=entry.label)
        seats = _boards_of(entry)
        if not seats:
            raise RefusedError("no_place_left")
        lost = [board for board in seats if _was_lost_by_leaving(board, entry)]
        for board in lost:
            require_nothing_called(board)
        entry.status = Entry.Status.CONFIRMED
        entry.save(update_fields=["status"])
        _play_again(tournament, lost, entry)
        Ruling.objects.filter(
            tournament=tournament, entry=entry, kind=Ruling.Kind.WITHDRAWAL, cancelled_at__isnull=True
        ).update(cancelled_at=timezone.now(), cancelled_by=actor.user, cancel_reason=reason)
        record(by=actor, verb="entry_reinstated", target=entry, tournament=tournament, reason=reason)
        return entry


def _was_lost_by_leaving(board: Board, entry: Entry) -> bool:
    """Whether the table ended by itself and the entry, gone, did not go on from it."""
    own = [line for line in board.lines if line.entry_id == entry.pk]
    return board.table.ending in progress.AUTOMATIC and all(line.place != 1 for line in own)


def _play_again(tournament: Tournament, lost: list[Board], entry: Entry) -> None:
    """Reopen the tables that the withdrawal had decided, the first of a chain only: the others follow from it."""
    pulled: set[int] = set()
    for board in lost:
        if board.table.pk in pulled:
            continue
        pulled.update(one.table.pk for one in progress.pull([board.table.pk]))
        for line in board.lines:
            if line.entry_id == entry.pk:
                line.entry = entry
        progress.reopen(board, Status.CALLED if board.table.called_at else Status.PLANNED)
        progress.push_ready(tournament, [board])


def enter_late(*, actor: Actor, tournament_id: int, new: NewEntry) -> Entry:
    """Take an entry after the draw: it plays the line that has a first-round bye, or takes a withdrawn line's place.

    Refused when no such place is left whose next table has not been called.
    """
    with writing(tournament_id) as tournament:
        require_running(tournament)
        board, index = _free_place(tournament)
        entry = entries.take_late(tournament, new, actor)
        line = board.lines[index]
        line.entry, line.is_nobody = entry, False
        progress.pull([board.table.pk])
        announced = board.table.round.status == Round.Status.ANNOUNCED
        progress.reopen(board, Status.CALLED if announced else Status.PLANNED)
        board.table.called_at = timezone.now() if announced else None
        if board.table.hall_number is None:
            board.table.hall_number = _next_hall_number(board.table.round)
        # Who sat there before may still hold a slip.
        board.table.code_generation += 1
        board.table.save(update_fields=["called_at", "hall_number", "code_generation"])
        progress.push_ready(tournament, [board])
        record(
            by=actor, verb="entry_late", target=entry, tournament=tournament,
            after={"table": board.table.number, "against": [str(o.entry) for o in board.lines if o is not line]},
        )  # fmt: skip
        return entry


def _free_place(tournament: Tournament) -> tuple[Board, int]:
    """The first bye of round 1, or the first walkover, whose next table has not been called; and the free line."""
    rows = TableLine.objects.filter(
        table__tournament=tournament, table__round__number=1, table__section=Table.Section.MAIN,
        table__ending__in=progress.AUTOMATIC,
    ).select_related("table", "table__round", "entry")  # fmt: skip
    found = sorted(progress.boards(rows), key=lambda board: (board.table.ending != "bye", board.table.number))
    for board in found:
        free = [line.index for line in board.lines if _is_free(line)]
        if free and _nothing_called_after(board):
            return board, free[0]
    raise RefusedError("no_place_left")


def _is_free(line: TableLine) -> bool:
    return line.is_nobody or (line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN)


def _nothing_called_after(board: Board) -> bool:
    try:
        require_nothing_called(board)
    except RefusedError:
        return False
    return True


def _next_hall_number(round_: Round) -> int:
    last = Table.objects.filter(round=round_, hall_number__isnull=False).order_by("-hall_number").first()
    return (last.hall_number or 0) + 1 if last else 1


def warn_entry(*, actor: Actor, tournament_id: int, entry_id: int, reason: str, table_id: int | None = None) -> Ruling:
    """Put a warning on record."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        entry = _entry(tournament, entry_id)
        table = Table.objects.filter(tournament=tournament, pk=table_id).first() if table_id else None
        ruling = Ruling.objects.create(
            tournament=tournament, entry=entry, table=table, kind=Ruling.Kind.WARNING, reason=reason,
            made_by=actor.user,
        )  # fmt: skip
        record(by=actor, verb="entry_warned", target=entry, tournament=tournament, reason=reason)
        return ruling


def cancel_warning(*, actor: Actor, tournament_id: int, ruling_id: int, reason: str) -> Ruling:
    """Cancel a warning with a reason; both stay on record."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        found = Ruling.objects.filter(
            tournament=tournament, pk=ruling_id, kind=Ruling.Kind.WARNING, cancelled_at__isnull=True
        ).first()
        if found is None:
            raise RefusedError("ruling_missing")
        found.cancelled_at, found.cancelled_by, found.cancel_reason = timezone.now(), actor.user, reason
        found.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
        record(by=actor, verb="warning_cancelled", target=found.entry, tournament=tournament, reason=reason)
        return found
