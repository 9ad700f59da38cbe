"""Where an entry that comes after the draw may sit, by its event's format; ``participation`` seats it there."""

from typing import TypeAlias

from django.db.models import Q

from tournaments.competition.formats.contract import Late
from tournaments.competition.formats.registry import format_of
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import has_second_bracket
from tournaments.frame.reads.formats import format_now
from tournaments.models import Table, TableLine, Tournament
from tournaments.tables.reads.elimination import OVER
from tournaments.tables.writes import progress
from tournaments.tables.writes.progress import Board

Status = Table.Status
# A table with the line of it that is free.
Place: TypeAlias = tuple[Board, TableLine]


def late_places(tournament: Tournament) -> list[Place]:
    """Return the places of a late entry, that of its first round first; none where it waits for the next pairing.

    Refused where nobody can enter any more.
    """
    if tournament.stage > 1:
        raise RefusedError("stage_takes_nobody")
    event_format = format_now(tournament)
    late = event_format.late
    if late == Late.NO_WAY:
        # The tables of all rounds of heats are known, and a place in one of them is no place in the others.
        raise RefusedError("heats_take_nobody")
    if late in (Late.BYE, Late.CHAIR):
        return [_free_place(tournament)]
    if late == Late.RESTS_OF_GROUP:
        # The rests of the first uneven group: who takes them meets everybody there (R-STG-11).
        if _has_second_round(tournament):
            raise RefusedError("groups_have_begun")
        rests = _rests(tournament)
        if not rests:
            raise RefusedError("groups_are_even")
        group = min(board.table.group for board, _line in rests)
        return [place for place in rests if place[0].table.group == group]
    if late == Late.RESTS:
        # The rests of an odd number in a Mitchell: who takes them is the line that was missing (R-MIT-07).
        rests = _rests(tournament)
        if not rests or _has_second_round(tournament):
            raise RefusedError("mitchell_takes_nobody")
        return rests
    seated = Table.objects.filter(tournament=tournament)
    if (
        late == Late.REST_OR_NEXT
        and not seated.filter(round__number__gt=1).exists()
        and seated.exclude(status__in=OVER).exists()
    ):
        # The rest of the first round while that is played; later a newcomer waits for a pairing (R-STG-12).
        rests = [
            (board, line)
            for board, line in _rests(tournament)
            if not any(each.entry is not None and progress.is_gone(each.entry) for each in board.lines)
        ]
        if rests:
            return rests
    # A newcomer waits for the next pairing (R-DAN-09), if there is one to come.
    if tournament.rounds.count() >= event_format.planned_rounds:
        raise RefusedError("no_late_round", rounds=event_format.planned_rounds)
    return []


def _has_second_round(tournament: Tournament) -> bool:
    """Return whether a table after the first round has been called."""
    return Table.objects.filter(tournament=tournament, round__number__gt=1, called_at__isnull=False).exists()


def _rests(tournament: Tournament) -> list[Place]:
    """Return every table of the event at which somebody rests, in the order of the rounds."""
    rows = TableLine.objects.filter(table__tournament=tournament, table__ending="bye")
    found = progress.boards(rows.select_related("table", "table__round", "entry"))
    return [(board, line) for board in found for line in board.lines if line.is_nobody]


def _free_place(tournament: Tournament) -> Place:
    """Return a first-round table and line for a late entry: byes first, then the smallest table (R-TAB-26).

    The place of a withdrawn entry is never given away, because that entry keeps it in the standings. Once a table of
    the second round has been called, or drawn, late entries are refused (R-KO-21), as they are where the beaten have a
    bracket of their own (R-DBL-10).
    """
    later = Table.objects.filter(tournament=tournament, round__number__gt=1)
    if has_second_bracket(tournament):
        raise RefusedError("no_late_second_chance")
    event_format = format_of(tournament.format)
    if later.exists() if event_format.redraw else later.filter(called_at__isnull=False).exists():
        raise RefusedError("no_place_left")
    rows = TableLine.objects.filter(
        table__tournament=tournament, table__round__number=1, table__section=Table.Section.MAIN
    ).filter(Q(table__ending="bye") | Q(table__status=Status.PLANNED))
    found = progress.boards(rows.select_related("table", "table__round", "entry"))
    found.sort(
        key=lambda board: (
            board.table.ending != "bye",
            not any(line.is_nobody for line in board.lines),
            len(board.lines),
            board.table.number,
        )
    )
    for board in found:
        # The first empty chair, or a new one; none at a table that is full.
        line = next((line for line in board.lines if line.is_nobody), None)
        if line is None and len(board.lines) < event_format.needs_lines[1]:
            line = TableLine(table=board.table, index=len(board.lines))
            board.lines.append(line)
        if line is not None and (not board.table.is_over or _can_be_opened(tournament, board)):
            return board, line
    raise RefusedError("no_place_left")


def _can_be_opened(tournament: Tournament, board: Board) -> bool:
    """Return whether a bye may be played: its entries are still in the event, and no later result depends on it."""
    resting = [line.entry for line in board.lines if line.entry is not None]
    if not resting or any(progress.is_gone(entry) for entry in resting) or progress.gave_places(board):
        return False
    frontier = [board.table.pk]
    while frontier:
        settled = [one.table for one in progress.behind(tournament, frontier) if one.table.is_over]
        if any(table.ending != "bye" for table in settled):
            return False
        frontier = [table.pk for table in settled]
    return True
