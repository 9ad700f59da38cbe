"""Apply the rulings in force to a match: lost, played on without an entry, or as it was before them.

A match is updated from all its rulings at once, so that the order in which they were given and cancelled does not
matter. Called inside a locked write.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.competition.discipline import cause_of
from tournaments.competition.match import contents, outcomes
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import regulation_of
from tournaments.games.contract import Json
from tournaments.models import Ruling, Scoresheet, Table, Tournament
from tournaments.tables.writes import progress, scoresheets, ties
from tournaments.tables.writes.scoresheets import SheetStatus

Kind = Ruling.Kind
Status = Table.Status
OF_MATCH = (Kind.LOSS, Kind.NO_SHOW, Kind.DISQUALIFICATION)


def in_force(table_id: int) -> Sequence[Ruling]:
    """Return the rulings by which an entry loses the match of a table."""
    found = Ruling.objects.filter(table_id=table_id, kind__in=OF_MATCH, status=Ruling.Status.IN_FORCE)
    return [ruling for ruling in found.order_by("pk") if "deals" in ruling.details]


def cancelled_losses(table_id: int) -> Mapping[int | None, datetime | None]:
    """Return the entries whose loss of the table's match was cancelled, and when the last one was."""
    found = Ruling.objects.filter(table_id=table_id, kind__in=OF_MATCH, status=Ruling.Status.CANCELLED)
    return dict(found.order_by("cancelled_at").values_list("entry", "cancelled_at"))


def last_written(table_id: int) -> Scoresheet | None:
    """Return the newest sheet by people, not by a penalty; None where nothing was written."""
    sheets = Scoresheet.objects.filter(table_id=table_id).exclude(status=SheetStatus.UNDONE).order_by("-version")
    return next((sheet for sheet in sheets if not scoresheets.is_ruled(sheet)), None)


def deals_of(sheet: Scoresheet | None) -> int:
    """Return the number of deals in a sheet."""
    return contents.deals_of(_written_content(sheet))


def _written_content(sheet: Scoresheet | None) -> Json:
    return contents.readable_content(sheet.content) if sheet is not None else contents.empty()


def bring(tournament: Tournament, table_id: int, actor: Actor, reason: str) -> Table:
    """Update a called table from its rulings; refused if this changes who advances to a table already called.

    An entry whose loss is cancelled may play on; it cannot return to a match that went on without it.
    """
    at, base = scoresheets.load(tournament, table_id), last_written(table_id)
    board, written, regulation = at.board, _written_content(base), regulation_of(tournament)
    seats = {line.entry_id: line.index for line in board.lines}
    rulings = {seats[ruling.entry_id]: ruling for ruling in in_force(table_id) if ruling.entry_id in seats}
    if board.is_of_several:
        # Nobody comes back to a table that was played on without them.
        marked = outcomes.marks_of(base.content) if base is not None else {}
        out = {line.index: 0 for line in board.lines if progress.is_ruled_out(line)}
        out |= {line: mark["deals"] for line, mark in marked.items()}
        for line, deals in out.items():
            if line not in rulings and contents.deals_of(written) > deals:
                raise RefusedError("played_without", name=str(board.lines[line].entry), table=at.table.hall_number)
    before = scoresheets.kept_outcome(board, at.latest) if at.latest is not None else None
    if at.table.is_over:
        scoresheets.require_nothing_called(tournament, board)
    kept = Scoresheet.objects.filter(table_id=table_id).exclude(status=SheetStatus.UNDONE)
    ruled = [sheet.pk for sheet in kept if scoresheets.is_ruled(sheet)]
    Scoresheet.objects.filter(pk__in=ruled).update(status=SheetStatus.UNDONE)
    if board.is_of_several:
        # Those who were ruled out before the first deal leave an empty chair.
        for seat in board.lines:
            if seat.entry is not None and (seat.index in rulings or not progress.is_gone(seat.entry)):
                seat.is_absent = seat.index in rulings and not rulings[seat.index].details["deals"]

    # What is written, with the marks of those who were ruled out during the match.
    marks = {
        str(line): {"cause": ruling.kind, "deals": ruling.details["deals"]}
        for line, ruling in rulings.items()
        if ruling.details["deals"] and ruling.details["of_several"]
    }
    content = {key: value for key, value in written.items() if key != "ruled"}
    content = {**content, "forfeit": None, **({"ruled": marks} if marks else {})}
    ends = bool(rulings)
    if rulings and board.is_of_several:
        # A table of several plays on while more lines are left than advance.
        staying = outcomes.in_play(regulation, board.chairs, content)
        ends = len([line for line in staying if line not in rulings]) <= at.table.through

    if ends:
        cause = cause_of(ruling.kind for ruling in rulings.values())
        content["forfeit"] = {"cause": cause, "ruled": sorted(rulings)}
        outcome = outcomes.judge(regulation, board.chairs, content)
        if base is not None and base.status in (SheetStatus.SUBMITTED, SheetStatus.DISPUTED):
            scoresheets.retire(base)
        sheet = scoresheets.append(at, actor, content, outcome, SheetStatus.CONFIRMED, None, reason)
        ties.keep_ties(at.table, before, outcome, sheet)
        progress.settle(tournament, board, outcome)
    elif base is not None and written["games"]:
        # The sheet as it was, or a new one that says who is out.
        outcome = outcomes.judge(regulation, board.chairs, content)
        status = SheetStatus.SUBMITTED if outcome.over else SheetStatus.RUNNING
        if content.get("ruled") != written.get("ruled"):
            sheet = scoresheets.append(at, actor, content, outcome, status, None, reason)
        else:
            sheet = base
            base.status = status
            base.save(update_fields=["status"])
        ties.keep_ties(at.table, before, outcome, sheet)
        progress.reopen(board, Status.PLAYING)
        scoresheets.write_state(tournament, board, outcome, status)
    else:
        ties.keep_ties(at.table, before, None, None)
        progress.reopen(board, Status.CALLED)
    if not at.table.is_over:
        progress.follow(tournament, [board])
    return at.table
