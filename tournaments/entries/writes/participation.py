"""Withdrawals, also by a penalty, and who comes back or comes late after the draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournaments.competition.discipline import OF_MATCH
from tournaments.competition.match import outcomes
from tournaments.competition.rooms import free_number, room_at, rooms_of
from tournaments.competition.stages.alone import ABSENT
from tournaments.competition.stages.facts import Reason
from tournaments.draw.reads.fixed_tables import fixed_rooms, fixed_tables
from tournaments.draw.writes.effects import Effects, TableEffect, effects_of
from tournaments.draw.writes.hand import move_table, number_tables, seat_again
from tournaments.entries.reads.entries import require_entry
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry
from tournaments.entries.writes.late_places import late_places
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import format_in, format_now, regulation_of
from tournaments.frame.writes.transaction import append_rows, record, write_back, writing
from tournaments.games.contract import Json
from tournaments.models import Entry, Round, Ruling, Table, TableLine, Tournament
from tournaments.outbox import messages
from tournaments.tables.reads.elimination import AUTOMATIC, OVER
from tournaments.tables.writes import live_opening, progress
from tournaments.tables.writes.progress import Board, require_running
from tournaments.tables.writes.scoresheets import require_nothing_called

Status = Table.Status
NOT_CALLED = Round.Status.PLANNED
AFTER_DRAW = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)


def _boards_of(entry: Entry) -> list[Board]:
    """Return every table at which the entry sits, with all lines."""
    own = TableLine.objects.filter(entry=entry).values("table_id")
    rows = TableLine.objects.filter(table_id__in=own).select_related("table", "table__round", "entry", "entry__club")
    return progress.boards(rows)


def _is_drawn(tournament_id: int) -> bool:
    return Tournament.objects.filter(pk=tournament_id, status__in=AFTER_DRAW).exists()


def withdraw(*, actor: Actor, tournament_id: int, entry_id: int, reason: str, public_reason: str = "") -> Entry:
    """Withdraw an entry, before the draw or after it."""
    asked: Any = {"actor": actor, "tournament_id": tournament_id, "entry_id": entry_id, "reason": reason}
    if _is_drawn(tournament_id):
        return withdraw_entry(**asked, public_reason=public_reason)
    return entries.withdraw_before_draw(**asked)


def reinstate(*, actor: Actor, tournament_id: int, entry_id: int, reason: str) -> Entry:
    """Reinstate an entry: after the draw its withdrawal is cancelled, before the draw there must be room."""
    if _is_drawn(tournament_id):
        return reinstate_entry(actor=actor, tournament_id=tournament_id, entry_id=entry_id, reason=reason)
    return entries.accept_entry(actor=actor, tournament_id=tournament_id, entry_id=entry_id)


def withdraw_entry(*, actor: Actor, tournament_id: int, entry_id: int, reason: str, public_reason: str = "") -> Entry:
    """Withdraw an entry from a running event: its results stay, and its later chairs stay empty.

    A table with more people than advance plays with fewer. A table with as many or fewer ends by itself, as a match of
    two does by walkover (R-VP-09).
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        entry = require_entry(tournament, entry_id)
        if entry.status != Entry.Status.CONFIRMED:
            raise RefusedError("already_withdrawn", name=entry.label)
        require_no_pair(entry)
        boards = _boards_of(entry)
        open_boards = [board for board in boards if not board.table.is_over]
        playing = [board for board in open_boards if board.table.status not in (Status.PLANNED, Status.CALLED)]
        if playing:
            raise RefusedError("match_running", name=entry.label, table=playing[0].table.hall_number)
        _leave(tournament, entry, boards)
        Ruling.objects.create(
            tournament=tournament,
            entry=entry,
            kind=Ruling.Kind.WITHDRAWAL,
            reason=reason,
            made_by=actor.user,
            public_reason=public_reason.strip(),
            table=open_boards[0].table if open_boards else None,
        )
        record(by=actor, verb="entry_withdrawn", target=entry, tournament=tournament, reason=reason)
        return entry


def require_no_pair(entry: Entry) -> None:
    """Refuse to leave a partner alone at a table that is not over (R-ROT-05)."""
    tables = Table.objects.filter(lines__entry__members__of=entry).exclude(status__in=OVER)
    waiting = tables.select_related("round").first()
    if waiting is not None:
        raise RefusedError("sits_in_a_pair", name=entry.label, table=waiting.public_number)


def leave(tournament: Tournament, entry: Entry, *, but: int | None = None) -> None:
    """Take an entry out of every later match; the caller ends the match of the table ``but``."""
    _leave(tournament, entry, [board for board in _boards_of(entry) if board.table.pk != but])


def _leave(tournament: Tournament, entry: Entry, boards: list[Board]) -> None:
    entry.status = Entry.Status.WITHDRAWN
    entry.save(update_fields=["status"])
    open_boards = [board for board in boards if not board.table.is_over]
    for board in open_boards:
        # The new version makes a sheet opened before out of date.
        board.table.version += 1
        for line in board.lines:
            if line.entry_id == entry.pk:
                line.entry, line.is_absent = entry, True
    progress.save(open_boards)
    _miss_rests(tournament, entry, boards, missed=True)
    progress.follow_ended(tournament, open_boards)


def _miss_rests(tournament: Tournament, entry: Entry, boards: list[Board], *, missed: bool) -> None:
    """Let the rests to come of who has left give nothing, or something again (R-STG-13).

    Who is absent for a round has what the director said, whether or not the entry leaves and comes back.
    """
    if format_now(tournament).is_elimination:
        return
    rests = [
        board
        for board in boards
        if board.table.ending == "bye" and not board.table.note.get(ABSENT) and board.table.round.status == NOT_CALLED
    ]
    lines: list[TableLine] = []
    for board in rests:
        rest = outcomes.bye(regulation_of(tournament), board.chairs, [line.index for line in board.lines])
        for line in board.lines:
            if line.entry_id == entry.pk:
                line.is_absent = missed
                # What every page, paper and export writes at this table is what the standings count.
                worth = (rest.vp[line.index], rest.mp[line.index])
                line.vp, line.mp = (0 if missed and each is not None else each for each in worth)
                lines.append(line)
    write_back(lines, ["is_absent", "vp", "mp"])


def reinstate_entry(*, actor: Actor, tournament_id: int, entry_id: int, reason: str) -> Entry:
    """Cancel a withdrawal, unless a table that follows from it was called or the place was given away."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        entry = require_entry(tournament, entry_id)
        if entry.status != Entry.Status.WITHDRAWN:
            raise RefusedError("not_withdrawn", name=entry.label)
        in_force = Ruling.objects.filter(tournament=tournament, entry=entry, status=Ruling.Status.IN_FORCE)
        if in_force.filter(kind=Ruling.Kind.DISQUALIFICATION).exists():
            raise RefusedError("is_disqualified", name=entry.label)
        come_back(tournament, entry, actor)
        in_force.filter(kind=Ruling.Kind.WITHDRAWAL).update(
            status=Ruling.Status.CANCELLED, cancelled_at=timezone.now(), cancelled_by=actor.user, cancel_reason=reason
        )
        record(by=actor, verb="entry_reinstated", target=entry, tournament=tournament, reason=reason)
        return entry


def come_back(tournament: Tournament, entry: Entry, actor: Actor, lifted: Ruling | None = None) -> None:
    """Seat an entry again where it left, unless a table that follows from that has been called.

    In rounds it plays what has not been called yet, and what was called while it was away stays (R-STG-28). ``lifted``
    is the penalty that is being taken back; what becomes of its table is for the caller.
    """
    seats = _boards_of(entry)
    waits = not seats and format_now(tournament).planned_rounds
    # A referee may have given the place to another.
    replaced = Ruling.objects.filter(kind=Ruling.Kind.REPLACEMENT, cancelled_at__isnull=True)
    replaced = replaced.filter(tournament=entry.tournament_id, details__gone=entry.pk)
    if (not seats and not waits) or replaced.exists():
        raise RefusedError("no_place_to_return")
    entries.require_absent(tournament, entry)
    # The tables that ended by themselves, and from which the entry did not advance.
    lost = []
    for board in seats:
        own = [line for line in board.lines if line.entry_id == entry.pk]
        went_on = any(line.place is not None and line.place <= board.table.through for line in own)
        if board.table.ending in AUTOMATIC and not went_on and not board.table.note.get(ABSENT):
            lost.append(board)
    for board in lost:
        if not _stays(tournament, board) or board.table.round.stage < tournament.stage:
            require_nothing_called(tournament, board)
    waiting = _waiting_chairs(tournament, seats, entry, lifted)
    entry.status = Entry.Status.CONFIRMED
    entry.save(update_fields=["status"])
    for board in waiting:
        _take_chair(board, entry)
    progress.save(waiting)
    _miss_rests(tournament, entry, seats, missed=False)
    # The tables that the withdrawal had decided are played; of a chain only the first is reopened, the others follow.
    again: set[int] = set()
    for board in [board for board in lost if not _stays(tournament, board)]:
        if board.table.pk in again:
            continue
        _take_chair(board, entry)
        progress.reopen(board, Status.CALLED if board.table.called_at else Status.PLANNED)
        again.update(one.table.pk for one in progress.follow(tournament, [board]))
    seat_again(tournament, entry.pk)
    live_opening.open_anew(tournament, [board.table for board in lost], actor)


def _stays(tournament: Tournament, board: Board) -> bool:
    """Return whether what happened at a table stays though an entry of it comes back (R-STG-28).

    In rounds it does once the round was called, unless the table itself was called for the entry, and no round after
    it: the withdrawal is taken back in time.
    """
    round_ = board.table.round
    if round_.status == NOT_CALLED or format_in(tournament, round_.stage).is_elimination:
        return False
    later = tournament.rounds.filter(number__gt=round_.number, status=Round.Status.ANNOUNCED)
    return board.table.called_at is None or later.exists()


def _waiting_chairs(tournament: Tournament, seats: list[Board], entry: Entry, lifted: Ruling | None) -> list[Board]:
    """Return the tables where the entry's chair is still empty; in an elimination refused if one began without it.

    Where a penalty in force keeps the chair empty, taking it back decides whether the entry may play on.
    """
    empty = [board for board in seats if any(line.entry_id == entry.pk and line.is_absent for line in board.lines)]
    kept_out = Ruling.objects.filter(entry=entry, status=Ruling.Status.IN_FORCE, details__has_key="deals")
    ruled = {lifted.table_id if lifted else None, *(kept_out.values_list("table", flat=True) if empty else ())}
    for board in empty:
        begun = board.table.status not in (Status.PLANNED, Status.CALLED) and board.table.pk not in ruled
        counts = format_in(tournament, board.table.round.stage).is_elimination
        if begun and counts and board.table.ending not in AUTOMATIC:
            raise RefusedError("played_without", name=entry.label, table=board.table.hall_number)
    return [board for board in empty if board.table.status in (Status.PLANNED, Status.CALLED)]


def _take_chair(board: Board, entry: Entry) -> None:
    """Seat an entry again, except at a match where a ruling keeps it out."""
    board.table.version += 1
    ruled_out = Ruling.objects.filter(table=board.table, entry=entry, kind__in=OF_MATCH, status=Ruling.Status.IN_FORCE)
    for line in board.lines:
        if line.entry_id == entry.pk:
            line.entry, line.is_absent = entry, ruled_out.exists()


@dataclass(frozen=True, slots=True)
class LateSeat:
    """The first table of a late entry, by its number in the event, and everything that changes.

    ``table`` is 0 where it has none before the next pairing. ``round`` is the first round that it plays. ``leaves``
    says who of those it meets would sit at another table, or in another room, than theirs.
    """

    table: int
    round: int
    leaves: Sequence[Reason]
    effects: Effects

    @property
    def at(self) -> TableEffect | None:
        """Return the changes at ``table``; None if it has none, or the entry waits for the next pairing."""
        return next((each for each in self.effects.tables if each.sitting.number == self.table), None)


def enter_late(*, actor: Actor, tournament_id: int, new: NewEntry, table: int | None = None) -> Entry:
    """Add an entry after the draw: at a bye of the first round, or in a chair of a table not called (R-KO-21).

    In groups it takes the rests of an uneven group; by the standings it may wait for the next pairing (R-STG-11).
    Refused if there is no such place, or if it is not at ``table`` (its number in the event), which a preview has
    shown. Who names no table has seen no preview: that is refused where somebody would leave a fixed table or room.
    """
    with writing(tournament_id) as tournament:
        entry, _number, _round, leaves = _enter_late(tournament, new, actor, table)
        if leaves and table is None:
            raise RefusedError("late_not_confirmed", field="table")
        return entry


def preview_late(*, actor: Actor, tournament_id: int, new: NewEntry) -> LateSeat:
    """Return where a late entry would sit and what changes; refused like the entry itself. Nothing is written."""
    seats: list[tuple[int, int, Sequence[Reason]]] = []

    def enter() -> None:
        with writing(tournament_id) as tournament:
            seats.append(_enter_late(tournament, new, actor, None)[1:])

    effects = effects_of(tournament_id=tournament_id, step=enter)
    return LateSeat(*seats[0], effects)


def _enter_late(
    tournament: Tournament, new: NewEntry, actor: Actor, wanted: int | None
) -> tuple[Entry, int, int, Sequence[Reason]]:
    """Return the entry, the number of its first table or 0, the first round that it plays, and who leaves a place."""
    require_running(tournament)
    places = late_places(tournament)
    first = places[0][0].table if places else None
    if first is None and wanted:
        raise RefusedError("late_place_gone", field="table")
    if first is not None and wanted is not None and wanted != first.number:
        raise RefusedError("late_place_moved", field="table", table=first.public_number)
    entry = entries.take_late(tournament, new, actor)
    others = [str(each.entry) for board, _line in places[:1] for each in board.lines if each.entry is not None]
    fixed, homes = fixed_tables(tournament), fixed_rooms(tournament)
    leaves: list[Reason] = []
    for board, line in places:
        table, had_bye = board.table, board.table.is_over
        line.entry, line.is_nobody, line.is_absent = entry, False, False
        if line.pk is None:
            append_rows([line])
        if not had_bye:
            table.version += 1
            progress.save([board])
            continue
        progress.renew_codes(board)
        # A bye is played: the table is called at once if its round was announced.
        announced = table.round.status == Round.Status.ANNOUNCED
        progress.reopen(board, Status.CALLED if announced else Status.PLANNED)
        table.called_at = timezone.now() if announced else None
        here = [line.entry_id for line in board.lines if line.entry_id is not None]
        if table.hall_number is None:
            taken = set(Table.objects.filter(round=table.round).values_list("hall_number", flat=True))
            # In a round that is not called yet their room is found below.
            at_home = [homes[key] for key in here if announced and key in homes]
            table.hall_number = free_number(rooms_of(tournament.rooms), taken, at_home)
        table.save(update_fields=["called_at", "hall_number"])
        own = [fixed[key] for key in here if key in fixed]
        if own:
            move_table(table, min(own))
        elif not announced:
            number_tables(tournament)
        if announced:
            # Who plays elsewhere than always, since the number is taken or the room is full.
            room = room_at(tournament.rooms, table.hall_number)
            for each in board.lines:
                key, name = each.entry_id or 0, str(each.entry)
                if fixed.get(key, table.hall_number) != table.hall_number:
                    leaves.append(Reason("late_from_table", {"name": name, "table": fixed[key]}))
                elif key not in fixed and homes.get(key, room) != room:
                    leaves.append(Reason("late_from_room", {"name": name, "room": homes[key]}))
            messages.tables_called([(table, board.lines)])
    progress.follow(tournament, [board for board, _line in places])
    live_opening.open_anew(tournament, [board.table for board, _line in places], actor)
    number = first.number if first is not None else 0
    known: dict[str, Json] = {"table": number, "against": others}
    if leaves:
        known["confirmed"] = [{"code": each.code, "values": dict(each.params)} for each in leaves]
    record(by=actor, verb="entry_late", target=entry, tournament=tournament, after=known)
    return entry, number, first.round.number if first is not None else tournament.rounds.count() + 1, leaves
