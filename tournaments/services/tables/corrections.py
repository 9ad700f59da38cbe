"""Corrections of a confirmed result: the effects are shown first, then it is saved with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from tournaments.competition.corrections import reach as pure
from tournaments.competition.corrections.reach import Permitted, Reach, TableNow
from tournaments.competition.feeding import NOBODY, Finish, Occupant
from tournaments.competition.handing_on import handed_on
from tournaments.competition.match import judging
from tournaments.competition.match.outcomes import Outcome
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.games.contract import Json
from tournaments.models import Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.policies import Actor
from tournaments.selectors.judging import regulation_of
from tournaments.services.deadlines import absence, table_times
from tournaments.services.live_log.settling import end_matches
from tournaments.services.tables import following, leaving, progress, readmission, scoresheets, ties
from tournaments.services.tables.finishes import finish_of, gone_of, places_routed
from tournaments.services.tables.progress import Board
from tournaments.services.transactions.transaction import record, writing

Status = Table.Status


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effects of a correction: the pure reach, and the tables and entries it names, for the page that asks."""

    reach: Reach
    outcome: Outcome
    tables: Sequence[Board]
    replayed: Sequence[Board]
    entries: Sequence[Entry]


def preview_correction(*, tournament: Tournament, table_id: int, content: Json) -> Consequences:
    """Return what saving ``content`` as the result of a finished table would affect; writes nothing."""
    at = scoresheets.load(tournament, table_id)
    scoresheets.require_not_ruled(at)
    return _consequences(tournament, at.board, scoresheets.with_marks(at, content))


def _consequences(tournament: Tournament, board: Board, content: Json) -> Consequences:
    if board.table.status == Status.BYE:
        raise RefusedError("table_is_bye", table=board.table.hall_number or board.table.number)
    if board.table.ending == "walkover":
        raise RefusedError("line_withdrawn", name=_withdrawn(board))
    if board.table.status != Status.DONE:
        raise RefusedError("not_finished", table=board.table.hall_number or board.table.number)
    outcome = judging.judge(regulation_of(tournament), board.chairs, content)
    if not outcome.over:
        raise RefusedError("correction_unfinished", table=board.table.hall_number or board.table.number)
    chairs = readmission.lines_with_chairs(tournament) if readmission.keeps_chairs(tournament) else []
    behind = downstream(board, progress.boards(chairs))
    _require_places(board, behind, outcome)
    by_number = {one.table.number: one for one in behind}
    reach = pure.reach(
        _routes(behind),
        _now(behind),
        board.table.number,
        _handed_on(board, behind, _finish(board, outcome)),
        _moved_chairs(tournament, board, outcome, chairs),
    )
    return Consequences(
        reach=reach,
        outcome=outcome,
        tables=[by_number[number] for number in reach.tables],
        replayed=[by_number[number] for number in reach.replayed],
        entries=list(Entry.objects.filter(pk__in=reach.entrants).order_by("number")),
    )


def _require_places(board: Board, behind: Sequence[Board], outcome: Outcome) -> None:
    """Refuse a result that advances somebody whose place was given to somebody of another table."""
    routed = places_routed(board.table.pk, [line for one in behind for line in one.lines])
    following.require_places(board, _finish(board, outcome), routed)


def _finish(board: Board, outcome: Outcome) -> Finish:
    """Return how the table would finish with this outcome."""
    return finish_of(board.lines, dict(enumerate(outcome.places)))


def _withdrawn(board: Board) -> str:
    gone = [line.entry for line in board.lines if progress.is_missing_out(line)]
    return str(gone[0]) if gone else ""


def _moved_chairs(
    tournament: Tournament, board: Board, outcome: Outcome, lines: Sequence[TableLine]
) -> Sequence[tuple[int, int]]:
    """Return the kept chairs, as (table, line), where the new result re-admits other people (R-TAB-22)."""
    numbers = {line.table_id: line.table.number for line in lines}
    moved = readmission.moved_by(tournament, board.table.pk, outcome) if lines else ()
    return [(numbers[key], index) for key, index in moved]


def downstream(board: Board, keeping: Sequence[Board] = ()) -> list[Board]:
    """Return the table and everything behind it, level by level: as many queries as rounds are left.

    ``keeping`` are the tables with chairs for the best losers of a round, if any.
    """
    found = {board.table.pk: board} | {one.table.pk: one for one in keeping if one.table.pk != board.table.pk}
    frontier = list(found.values())
    while frontier:
        fed = progress.fed_by([one.table.pk for one in frontier], "table__round")
        frontier = [one for one in fed if one.table.pk not in found]
        found.update({one.table.pk: one for one in frontier})
    return list(found.values())


def _routes(behind: Sequence[Board]) -> dict[tuple[int, int], tuple[int, int]]:
    numbers = {board.table.pk: board.table.number for board in behind}
    return {
        (numbers[line.source_id], line.source_place or 0): (board.table.number, line.index)
        for board in behind
        for line in board.lines
        if line.source_id in numbers and line.from_round is None
    }


def _now(behind: Sequence[Board]) -> dict[int, TableNow]:
    return {
        board.table.number: TableNow(
            status=_status(board),
            occupants=tuple(_occupant(line) for line in board.lines),
            finish=_handed_on(board, behind, finish_of(board.lines)) if board.table.is_over else (),
            through=board.table.through,
        )
        for board in behind
    }


def _handed_on(board: Board, behind: Sequence[Board], finish: Finish) -> Finish:
    """Return a finish by the routes of its places, with anybody who replaced an entry that has left."""
    routed = places_routed(board.table.pk, [line for one in behind for line in one.lines])
    return handed_on(finish, board.table.through, routed, gone_of(board.lines))


def _status(board: Board) -> pure.Status:
    """Return a table's status: one that ended by itself was not announced, yet its places lead on."""
    if board.table.is_over:
        return pure.Status.PLAYED
    return pure.Status.PLANNED if board.table.status == Status.PLANNED else pure.Status.CALLED


def _occupant(line: TableLine) -> Occupant:
    return NOBODY if line.is_nobody else line.entry_id


def correct_score(
    *,
    actor: Actor,
    tournament_id: int,
    table_id: int,
    content: Json,
    seen: int,
    reason: str,
    accepted: Sequence[int] = (),
) -> Scoresheet:
    """Replace the confirmed result of a table.

    ``accepted`` are the numbers of the tables that the person was shown and agreed to affect: if the event has moved on
    since, and more would be affected, the correction is refused and shown again. Tables already played with the wrong
    people are reset; their sheets stay on record as undone.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        if tournament.status != Tournament.Status.RUNNING:
            raise RefusedError("not_running", status=tournament.status)
        at = scoresheets.load(tournament, table_id)
        if at.table.version != seen:
            raise StaleVersionError(current=at.table.version)
        scoresheets.require_not_ruled(at)
        content = scoresheets.with_marks(at, content)
        found = _consequences(tournament, at.board, content)
        if found.reach.permitted is Permitted.REFUSED:
            raise RefusedError(found.reach.code, table=at.table.hall_number or at.table.number)
        if found.reach.permitted is Permitted.NEEDS_REASON and not set(found.reach.tables) <= set(accepted):
            raise RefusedError("consequences_changed", tables=", ".join(map(str, found.reach.tables)))
        return _apply(tournament, at, found, actor, content, reason)


def _apply(
    tournament: Tournament,
    at: scoresheets.Loaded,
    found: Consequences,
    actor: Actor,
    content: Json,
    reason: str,
) -> Scoresheet:
    replaced = at.latest
    if replaced is not None:
        scoresheets.retire(replaced)
    leaving.cancel_rulings(at.table, actor, reason)
    sheet = scoresheets.append(at, actor, content, found.outcome, Scoresheet.Status.CONFIRMED, None, reason)
    if replaced is not None:
        sheet.outcome["corrects"] = replaced.version
        sheet.save(update_fields=["outcome"])
    if found.reach.tables:
        _take_back(found, actor, reason)
    following.settle(tournament, at.board, found.outcome, also=found.replayed)
    _uncall(found.tables)
    leaving.rule(tournament, at.board, actor, None, sheet.outcome, reason)
    before = scoresheets.kept_outcome(at.board, replaced) if replaced is not None else None
    ties.keep_ties(at.table, before, found.outcome, sheet)
    Ruling.objects.create(
        tournament=tournament, table=at.table, kind=Ruling.Kind.CORRECTION, reason=reason, made_by=actor.user
    )
    record(
        by=actor, verb="score_corrected", target=f"T{at.table.number}", tournament=tournament, reason=reason,
        before=scoresheets.summary(replaced),
        after={
            **scoresheets.summary(sheet),
            "seats": scoresheets.seats_of(at.board),
            "touched": list(found.reach.tables),
        },
    )  # fmt: skip
    return sheet


def _take_back(found: Consequences, actor: Actor, reason: str) -> None:
    """Reset the tables that have the wrong people.

    Their sheets stay on record as undone, also where the match was not finished: the next sheet of such a table belongs
    to other people, and so do its codes, which are printed before a table is called. An online match there ends.
    """
    touched = [one.table for one in found.tables]
    end_matches(touched)
    Table.objects.filter(pk__in=[table.pk for table in touched]).update(code_generation=F("code_generation") + 1)
    Scoresheet.objects.filter(table__in=touched).exclude(status=Scoresheet.Status.UNDONE).update(
        status=Scoresheet.Status.UNDONE
    )
    ties.cancel_ties(touched)
    for one in found.tables:
        leaving.cancel_all(one.table, actor, reason)
        one.table.referee_called = False
        for line in one.lines:
            line.is_absent = line.entry is not None and progress.is_gone(line.entry)
        progress.reopen(one, Status.CALLED if one.table.called_at else Status.PLANNED)
    table_times.forget(touched)
    absence.forget(touched)


def _uncall(tables: Sequence[Board]) -> None:
    """Undo the call of a table whose people are no longer known; it is called again when they are."""
    unknown = TableLine.objects.filter(table__in=[one.table for one in tables], entry=None, is_nobody=False)
    uncalled = list(Table.objects.filter(pk__in=unknown.values("table_id"), status=Status.CALLED))
    table_times.forget(uncalled)
    Table.objects.filter(pk__in=[table.pk for table in uncalled]).update(status=Status.PLANNED, called_at=None)
