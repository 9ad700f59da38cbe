"""Replacement: the referee gives a place that became free before its table was called to an entry that was beaten."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from tournaments.competition.formats.bracket import from_siblings, replacements
from tournaments.competition.formats.registry import format_of
from tournaments.competition.types import FromTable, Plan, PlannedTable
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import record, write_back, writing
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.tables.reads.elimination import AUTOMATIC
from tournaments.tables.writes import progress
from tournaments.tables.writes.progress import Board, finish_of, require_running
from tournaments.tables.writes.scoresheets import require_nothing_called

MOST_VACANT = 60
ROUTE_FIELDS = [*progress.SEAT_FIELDS, "source", "source_place"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that may take a place: the line at which it was beaten; of a sibling where that is another table.

    ``rank`` counts the people of that table from its winner: it orders those who share a place.
    """

    entry: Entry
    line: TableLine
    rank: int
    is_sibling: bool


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A free line of a table that was not called: its entry has left, or nobody came. With its candidates, in order."""

    board: Board
    line: TableLine
    candidates: Sequence[Candidate]


def vacancies(tournament: Tournament) -> list[Vacancy]:
    """Return the places of the event that may be filled (R-TAB-23, R-TAB-24), in four queries; none of a knockout."""
    if tournament.status != Tournament.Status.RUNNING or not format_of(tournament.format).gives_places:
        return []
    waiting = Q(table__status=Table.Status.PLANNED) | Q(table__ending__in=AUTOMATIC)
    lines = TableLine.objects.filter(waiting, table__tournament=tournament, from_round__isnull=True)
    fell_free = Q(is_nobody=True) | Q(is_absent=True)
    free = lines.filter(fell_free, source__status__in=(Table.Status.DONE, Table.Status.BYE))
    vacant = free.order_by("table__number", "index")
    return _with_candidates(list(dict.fromkeys(vacant.values_list("table_id", flat=True)[:MOST_VACANT])))


def _with_candidates(table_ids: Sequence[int]) -> list[Vacancy]:
    """Return the vacancies of these tables, each with its candidates."""
    at = _boards(table_ids)
    sources = {board.table.pk: board for board in _boards(_sources(at))}
    beaten = {line.entry_id for board in sources.values() for line in board.lines}
    found = TableLine.objects.filter(entry__in=beaten - {None}).values_list("entry_id", "table__round__number")
    seated = [(entry, number) for entry, number in found if entry is not None]
    vacant = []
    for board in at:
        # Who sits at a table of this round or of a later one is no candidate.
        out = {entry for entry, number in seated if number >= board.table.round.number}
        for line in board.lines:
            source = sources.get(line.source_id or 0)
            if source is not None and source.table.is_over and (line.is_nobody or line.is_absent):
                vacant.append(Vacancy(board, line, _candidates(board, line, sources, out)))
    return vacant


def _boards(table_ids: Iterable[int]) -> list[Board]:
    rows = TableLine.objects.filter(table__in=list(table_ids))
    return progress.boards(rows.select_related("table", "table__round", "entry"))


def _sources(at: Sequence[Board]) -> set[int]:
    return {line.source_id for board in at for line in board.lines if line.source_id is not None}


def _candidates(board: Board, line: TableLine, sources: Mapping[int, Board], seated: set[int]) -> Sequence[Candidate]:
    """Return the losers of the table that decides the place; if none is left, those of the sibling (R-TAB-24)."""
    own = sources[line.source_id or 0]
    sources = {key: sources[key] for key in _sources([board]) if key in sources}
    people = {each.entry_id: each for source in sources.values() for each in source.lines if each.entry is not None}
    gone = {each.entry.pk for each in people.values() if each.entry is not None and progress.is_gone(each.entry)}
    out = gone | seated
    finishes = {key: finish_of(source.lines) for key, source in sources.items() if source.table.is_over}
    keys = replacements(finishes[own.table.pk], own.table.through, out)
    if not keys:
        # A plan of this table and those that feed it, each numbered by its key.
        slots = tuple(FromTable(each.source_id, each.source_place or 0) for each in board.lines if each.source_id)
        feeding = [PlannedTable(key, 1, 0, (), through=source.table.through) for key, source in sources.items()]
        plan = Plan((*feeding, PlannedTable(board.table.pk, 2, 0, slots)), 2)
        keys = from_siblings(plan, finishes, own.table.pk, out)
    rows = [people[key] for key in keys]
    return [
        Candidate(row.entry, row, finishes[row.table_id].index(row.entry_id) + 1, row.table_id != own.table.pk)
        for row in rows
        if row.entry is not None
    ]


def fill_place(*, actor: Actor, tournament_id: int, line_id: int, entry_id: int, reason: str) -> Ruling:
    """Give a free place to an entry that was beaten: the next in order, or a later one that was willing.

    From here the line follows the new entry's table, so that a correction there reaches it. Refused once the table has
    been called.
    """
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        asked = TableLine.objects.filter(table__tournament=tournament, pk=line_id).select_related("table").first()
        if asked is None:
            raise RefusedError("table_missing")
        if asked.table.status != Table.Status.PLANNED and asked.table.ending not in AUTOMATIC:
            raise RefusedError("already_called", table=asked.table.hall_number)
        vacancy = next((each for each in _with_candidates([asked.table_id]) if each.line.pk == line_id), None)
        if vacancy is None or asked.from_round is not None:
            raise RefusedError("no_vacancy", table=asked.table.public_number)
        chosen = next((each for each in vacancy.candidates if each.entry.pk == entry_id), None)
        if chosen is None:
            entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
            raise RefusedError("not_a_candidate", field="entry", value=entry.label if entry else str(entry_id))

        line, before = vacancy.line, _route(vacancy.line)
        _reopen(tournament, vacancy.board)
        line.source_id, line.source_place = chosen.line.table_id, chosen.rank
        line.entry, line.is_nobody, line.is_absent = chosen.entry, False, False
        _save(tournament, vacancy.board, line)
        ruling = Ruling.objects.create(
            tournament=tournament,
            table=vacancy.board.table,
            entry=chosen.entry,
            kind=Ruling.Kind.REPLACEMENT,
            reason=reason,
            made_by=actor.user,
            details=before,
        )
        record(
            by=actor,
            verb="place_filled",
            target=f"T{vacancy.board.table.number}",
            tournament=tournament,
            before=before,
            after={**_route(line), "name": chosen.entry.label},
            reason=reason,
        )
        return ruling


def _route(line: TableLine) -> dict[str, int | None]:
    """Return where a line's entry comes from, and who it is: needed to undo the decision."""
    return {"line": line.pk, "source": line.source_id, "place": line.source_place, "gone": line.entry_id}


def _reopen(tournament: Tournament, board: Board) -> None:
    """Plan an ended table again; do nothing for one that is open, refuse once a table behind it was called.

    The callers see to it that the table had ended by itself.
    """
    if not board.table.is_over:
        return
    require_nothing_called(tournament, board)
    progress.reopen(board, Table.Status.PLANNED)


def _save(tournament: Tournament, board: Board, line: TableLine, sources: Sequence[Board] = ()) -> None:
    board.table.version += 1
    progress.save([board])
    progress.renew_codes(board)
    write_back([line], ROUTE_FIELDS)
    progress.follow(tournament, [*sources, board])


def empty_place(*, actor: Actor, tournament_id: int, ruling_id: int, reason: str) -> Ruling:
    """Undo such a decision while the table has not been called: the place returns to its former entry."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        decided = Ruling.objects.filter(
            tournament=tournament, kind=Ruling.Kind.REPLACEMENT, cancelled_at__isnull=True, table__isnull=False
        )
        ruling = decided.filter(pk=ruling_id).first()
        if ruling is None:
            raise RefusedError("ruling_missing")
        # Of a place that was given twice, only the last decision can be undone.
        if decided.filter(pk__gt=ruling_id, details__line=ruling.details["line"]).exists():
            raise RefusedError("place_given_since")
        board = next(iter(_boards([ruling.table_id or 0])))
        if board.table.status != Table.Status.PLANNED and board.table.ending not in AUTOMATIC:
            raise RefusedError("already_called", table=board.table.hall_number)
        line = next(line for line in board.lines if line.pk == ruling.details["line"])
        after = _route(line)
        _reopen(tournament, board)
        line.source_id, line.source_place = ruling.details["source"], ruling.details["place"]
        line.entry, line.is_absent = Entry.objects.filter(pk=ruling.details["gone"]).first(), False
        line.is_nobody = line.entry is None
        _save(tournament, board, line, _boards([line.source_id or 0]))
        ruling.status = Ruling.Status.CANCELLED
        ruling.cancelled_at, ruling.cancelled_by, ruling.cancel_reason = timezone.now(), actor.user, reason
        ruling.save(update_fields=["status", "cancelled_at", "cancelled_by", "cancel_reason"])
        record(
            by=actor,
            verb="place_emptied",
            target=f"T{board.table.number}",
            tournament=tournament,
            before=after,
            after=_route(line),
            reason=reason,
        )
        return ruling
