"""Apply the rulings in force to a match: lost, played on without an entry, or as it was before them.

A match is updated from all its rulings at once, so that the order in which they were given and cancelled does not
matter. Called inside a locked write.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.competition.discipline import cause_of
from tournaments.competition.match import contents, judging, outcomes
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.reads.formats import regulation_of
from tournaments.games.contract import Json
from tournaments.models import Ruling, Scoresheet, Table, Tournament
from tournaments.tables.writes import following, progress, scoresheets, ties
from tournaments.tables.writes.progress import Board
from tournaments.tables.writes.scoresheets import Loaded, SheetStatus

Kind = Ruling.Kind
Status = Table.Status
OF_MATCH = (Kind.LOSS, Kind.NO_SHOW, Kind.DISQUALIFICATION)


def in_force(table_id: int) -> Sequence[Ruling]:
    """Return the rulings by which an entry loses the match of a table."""
    found = Ruling.objects.filter(table_id=table_id, kind__in=OF_MATCH, status=Ruling.Status.IN_FORCE)
    return [ruling for ruling in found.order_by("pk") if "deals" in ruling.details]


def cancelled(table_id: int) -> Mapping[int | None, datetime | None]:
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
    seats = {line.entry_id: line.index for line in at.board.lines}
    rulings = {seats[ruling.entry_id]: ruling for ruling in in_force(table_id) if ruling.entry_id in seats}
    _refuse_lost_deals(at.board, base, rulings)
    before = scoresheets.kept_outcome(at.board, at.latest) if at.latest is not None else None
    if at.table.is_over:
        scoresheets.require_nothing_called(tournament, at.board)
    _undo_ruled(table_id)
    _seat(at.board, rulings)
    content = _content(base, rulings)
    if rulings and (not at.board.is_of_several or _too_few(tournament, at.board, content, rulings)):
        _end(tournament, at, actor, _lost(content, rulings), before, base, reason)
    elif base is not None and _written_content(base)["games"]:
        _play_on(tournament, at, actor, content, before, base, reason)
    else:
        ties.keep_ties(at.table, before, None, None)
        progress.reopen(at.board, Status.CALLED)
    if not at.table.is_over:
        following.follow(tournament, [at.board])
    return at.table


def _refuse_lost_deals(board: Board, base: Scoresheet | None, rulings: Mapping[int, Ruling]) -> None:
    """Refuse to bring an entry back to a table that was played on without it."""
    if not board.is_of_several:
        return
    out = {line.index: 0 for line in board.lines if line.is_absent and line.entry and not progress.is_gone(line.entry)}
    out |= {line: mark["deals"] for line, mark in outcomes.marks_of(base.content).items()} if base is not None else {}
    for line, deals in out.items():
        if line not in rulings and deals_of(base) > deals:
            raise RefusedError("played_without", name=str(board.lines[line].entry), table=board.table.hall_number)


def _undo_ruled(table_id: int) -> None:
    kept = Scoresheet.objects.filter(table_id=table_id).exclude(status=SheetStatus.UNDONE)
    ruled = [sheet.pk for sheet in kept if scoresheets.is_ruled(sheet)]
    Scoresheet.objects.filter(pk__in=ruled).update(status=SheetStatus.UNDONE)


def _seat(board: Board, rulings: Mapping[int, Ruling]) -> None:
    """At a table of several, empty the chairs of those ruled out before the first deal."""
    if not board.is_of_several:
        return
    for line in board.lines:
        if line.entry is None or (progress.is_gone(line.entry) and line.index not in rulings):
            continue
        line.is_absent = line.index in rulings and not rulings[line.index].details["deals"]


def _content(base: Scoresheet | None, rulings: Mapping[int, Ruling]) -> Json:
    """Return what is written, with the marks of those who were ruled out during the match."""
    content = {key: value for key, value in _written_content(base).items() if key != "ruled"}
    marks = {
        str(line): {"cause": ruling.kind, "deals": ruling.details["deals"]}
        for line, ruling in rulings.items()
        if ruling.details["deals"] and ruling.details["of_several"]
    }
    return {**content, "forfeit": None, **({"ruled": marks} if marks else {})}


def _too_few(tournament: Tournament, board: Board, content: Json, rulings: Mapping[int, Ruling]) -> bool:
    """Return whether a table of several has no more lines left than advance."""
    staying = outcomes.in_play(regulation_of(tournament), board.chairs, content)
    return len([line for line in staying if line not in rulings]) <= board.table.through


def _lost(content: Json, rulings: Mapping[int, Ruling]) -> Json:
    cause = cause_of(ruling.kind for ruling in rulings.values())
    return {**content, "forfeit": {"cause": cause, "ruled": sorted(rulings)}}


def _end(
    tournament: Tournament, at: Loaded, actor: Actor, content: Json, before: Json, base: Scoresheet | None, reason: str
) -> None:
    """Write the result that the rulings make, and apply it."""
    outcome = judging.judge(regulation_of(tournament), at.board.chairs, content)
    if base is not None and base.status in (SheetStatus.SUBMITTED, SheetStatus.DISPUTED):
        scoresheets.retire(base)
    sheet = scoresheets.append(at, actor, content, outcome, SheetStatus.CONFIRMED, None, reason)
    ties.keep_ties(at.table, before, outcome, sheet)
    following.settle(tournament, at.board, outcome)


def _play_on(
    tournament: Tournament, at: Loaded, actor: Actor, content: Json, before: Json, base: Scoresheet, reason: str
) -> None:
    """Continue with what was written: the sheet as it was, or a new one that says who is out."""
    outcome = judging.judge(regulation_of(tournament), at.board.chairs, content)
    status = SheetStatus.SUBMITTED if outcome.over else SheetStatus.RUNNING
    if content.get("ruled") != _written_content(base).get("ruled"):
        sheet = scoresheets.append(at, actor, content, outcome, status, None, reason)
    else:
        sheet = base
        base.status = status
        base.save(update_fields=["status"])
    ties.keep_ties(at.table, before, outcome, sheet)
    progress.reopen(at.board, Status.PLAYING)
    scoresheets.write_state(tournament, at.board, outcome, status)
