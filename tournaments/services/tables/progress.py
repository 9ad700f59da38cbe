"""Advancing: a settled table fills the places it feeds, and this can be undone; called inside a locked write."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from tournaments.competition.feeding import NOBODY, Finish, Occupant
from tournaments.competition.formats.registry import format_of
from tournaments.competition.handing_on import going_on, handed_on
from tournaments.competition.match import faults
from tournaments.competition.match.outcomes import DUEL, Chairs, Outcome
from tournaments.competition.types import Nobody
from tournaments.errors import RefusedError
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.selectors.clocks import has_own_time
from tournaments.selectors.judging import chairs_of, regulation_of
from tournaments.selectors.online import open_matches
from tournaments.selectors.rounds import named
from tournaments.selectors.statements import Part, Statement
from tournaments.services.deadlines import absence, deadlines, openings, table_times
from tournaments.services.live_log.settling import end_matches
from tournaments.services.tables import readmission
from tournaments.services.tables.finishes import finish_of, gone_of, places_routed
from tournaments.services.transactions.transaction import write_back

Status = Table.Status
LINE_FIELDS = [
    "entry", "is_nobody", "is_absent", "points", "games_won", "deals", "vp", "mp", "place",
    "clock_left_ms", "clock_running_since",
]  # fmt: skip
SEAT_FIELDS = ["entry", "is_nobody", "is_absent", "missing_since", "arrived_at"]
TABLE_FIELDS = [
    "status", "version", "referee_called", "tiebreak_due", "deals_played", "ending", "note", "called_at", "finished_at",
]  # fmt: skip
# Fields of an entry that no rule needs.
UNREAD = ("club", "seed", "source", "contact", "entered_by", "checked_in", "fee_paid", "is_late", "created_at")
# The lines of a table and of those that it feeds; the table's key is passed twice.
NEIGHBOURS = Statement(
    [Part("line", TableLine), Part("seated", Table, of="line.table"), Part("entry", Entry, UNREAD, "line.entry")],
    """
    SELECT * FROM tournaments_tableline line
    JOIN tournaments_table seated ON seated.id = line.table_id
    LEFT JOIN tournaments_entry entry ON entry.id = line.entry_id
    WHERE line.table_id IN (SELECT %s UNION SELECT table_id FROM tournaments_tableline WHERE source_id = %s)
    """,
)
OVER = (Status.DONE, Status.BYE)
# Endings of tables that nobody sat down at: they follow from other tables and are undone with them.
AUTOMATIC = ("bye", "walkover")


@dataclass(frozen=True, slots=True)
class Board:
    """A table with its lines in order."""

    table: Table
    lines: list[TableLine]

    @property
    def is_ready(self) -> bool:
        return all(line.is_known for line in self.lines)

    @property
    def chairs(self) -> Chairs:
        return chairs_of(self.table, self.lines)


def boards(lines: Iterable[TableLine]) -> list[Board]:
    """Group lines, each loaded with its table, into tables."""
    by_table: dict[int, list[TableLine]] = defaultdict(list)
    for line in lines:
        by_table[line.table_id].append(line)
    return [Board(rows[0].table, sorted(rows, key=lambda line: line.index)) for _key, rows in sorted(by_table.items())]


def fed_by(table_ids: Sequence[int], *also: str) -> list[Board]:
    """Return the tables that any of ``table_ids`` feeds, with all lines, and what ``also`` names, in one query."""
    feeding = TableLine.objects.filter(source_id__in=table_ids).values("table_id")
    rows = TableLine.objects.filter(table_id__in=feeding).select_related("table", "entry", *also)
    return boards(rows.defer(*(f"entry__{name}" for name in UNREAD)))


def settle(tournament: Tournament, board: Board, outcome: Outcome, fed: Sequence[Board] | None = None) -> None:
    """Write a finished match to its table and lines, and fill the places that follow from it.

    ``fed`` are the tables that it feeds, if they were read under the same lock and not changed since.
    """
    if board.table.status == Status.PLAYING:
        end_matches([board.table])
    _write_outcome(board, outcome)
    save([board])
    push(tournament, [board], fed)


def _write_outcome(board: Board, outcome: Outcome) -> None:
    table = board.table
    table.status = Status.BYE if outcome.ending == "bye" else Status.DONE
    table.ending, table.note = outcome.ending, dict(outcome.note)
    table.tiebreak_due, table.deals_played = 0, outcome.deals_played
    table.referee_called = False
    table.finished_at = timezone.now()
    table.version += 1
    table_times.stop_lines(table, board.lines, table.finished_at)
    for line in board.lines:
        line.points = outcome.points[line.index]
        line.games_won = outcome.games_won[line.index]
        line.deals = outcome.deals_of(line.index)
        line.vp, line.mp = outcome.vp[line.index], outcome.mp[line.index]
        line.place = outcome.places[line.index]


def save(changed: Sequence[Board]) -> None:
    """Save tables and lines; nothing is due any more at a table that is over."""
    over = [board for board in changed if board.table.is_over]
    write_back([board.table for board in changed], TABLE_FIELDS)
    deadlines.drop_of_tables([board.table.pk for board in over if _may_be_due(board)])
    for board in over:
        absence.end(board.table, board.lines)
    write_back([line for board in changed for line in board.lines], LINE_FIELDS)


def _may_be_due(board: Board) -> bool:
    """Return whether a table may have deadlines: time of its own, a clock of a line, or a line that was absent."""
    waits = any(line.missing_since is not None or line.clock_left_ms is not None for line in board.lines)
    return waits or has_own_time(board.table)


def push_ready(tournament: Tournament, ready: Sequence[Board]) -> None:
    """Settle the tables of ``ready`` that need no play, and advance from them."""
    finished = _ended_by_themselves(tournament, ready)
    if finished:
        save(finished)
        push(tournament, finished)


def push(tournament: Tournament, settled: Sequence[Board], fed: Sequence[Board] | None = None) -> None:
    """Fill the places fed by ``settled``; a table with only one possible ending ends, and advances its lines."""
    frontier, event_format = list(settled), format_of(tournament.format)
    while frontier:
        if fed is None:
            fed = fed_by([board.table.pk for board in frontier])
        if event_format.redraw:
            _require_seats(tournament, frontier, fed)
        outgoing = {board.table.pk: board for board in frontier}
        reached = [line for board in fed for line in board.lines]
        coming = {key: coming_of(board, reached) for key, board in outgoing.items()}
        filled = [line for board in fed for line in _fill(board, coming)]
        finished = _ended_by_themselves(tournament, fed)
        write_back(filled, SEAT_FIELDS)
        save(finished)
        frontier, fed = finished, None
    if event_format.readmits:
        _readmit(tournament, [board.table.round_id for board in settled])
    openings.keep_next(tournament)


def _ended_by_themselves(tournament: Tournament, reached: Sequence[Board]) -> list[Board]:
    """Return the tables of ``reached`` that need no play, with their results; the caller saves them."""
    finished = []
    for board in reached:
        automatic = automatic_outcome(tournament, board)
        if automatic is not None and not board.table.is_over:
            _write_outcome(board, automatic)
            finished.append(board)
    return finished


def _readmit(tournament: Tournament, rounds: Sequence[int]) -> None:
    """Update the kept chairs from the results of these rounds; lines that are seated correctly stay.

    Once the chairs are taken, only a result of the round before moves anybody, not somebody's return to the event.
    """
    lines = readmission.lines_with_chairs(tournament)
    chairs = [line for line in lines if line.from_round is not None]
    if all(chair.is_known for chair in chairs) and not _are_behind(tournament, chairs, rounds):
        return
    best = readmission.chosen(tournament, lines)
    changed = [line for line in chairs if best.get(readmission.slot_of(line)) != _occupant(line)]
    if not changed:
        return
    coming = [key for key in best.values() if isinstance(key, int)]
    before = TableLine.objects.filter(table__tournament=tournament, table__round__number=changed[0].from_round or 0)
    sources = {line.entry_id: line for line in before.filter(entry__in=coming).select_related("entry")}
    for chair in changed:
        occupant = best.get(readmission.slot_of(chair))
        source = sources.get(occupant) if isinstance(occupant, int) else None
        _seat(chair, source.entry if source is not None else None, is_nobody=isinstance(occupant, Nobody))
        chair.source_id = source.table_id if source is not None else None
    write_back(changed, [*SEAT_FIELDS, "source"])
    touched = {line.table_id for line in changed}
    push_ready(tournament, [board for board in boards(lines) if board.table.pk in touched])


def _are_behind(tournament: Tournament, chairs: Sequence[TableLine], rounds: Sequence[int]) -> bool:
    """Return whether the chairs are kept for the best losers of one of these rounds."""
    numbers = {chair.from_round or 0 for chair in chairs}
    return tournament.rounds.filter(pk__in=rounds, number__in=numbers).exists()


def _occupant(line: TableLine) -> Occupant:
    return NOBODY if line.is_nobody else line.entry_id


def _require_seats(tournament: Tournament, settled: Sequence[Board], fed: Sequence[Board]) -> None:
    """Refuse a winner without a seat: their table advanced nobody when the next round was drawn."""
    seated = {line.source_id for board in fed for line in board.lines if line.source_place == 1}
    for board in settled:
        wins = any(line.place == 1 and line.entry is not None for line in board.lines)
        if not wins or board.table.section != Table.Section.MAIN or board.table.pk in seated:
            continue
        following = board.table.round.number + 1
        if tournament.rounds.filter(number=following).exists():
            raise RefusedError("draw_outdated", **named(tournament, following))


def _fill(board: Board, outgoing: Mapping[int, Sequence[Entry | None]]) -> list[TableLine]:
    """Seat the people who come from the tables of ``outgoing``; return the lines that changed.

    If the same people come in another order, all keep their chairs: a table that was called or played knows them by
    these.
    """
    changed = []
    for source_id in {line.source_id for line in board.lines if line.source_id in outgoing}:
        people = outgoing[source_id or 0]
        lines = [line for line in board.lines if line.source_id == source_id and line.from_round is None]
        coming = [people[(line.source_place or 0) - 1] for line in lines]
        if _are_seated(lines, coming):
            continue
        for line, entry in zip(lines, coming, strict=True):
            _seat(line, entry, is_nobody=entry is None)
        changed += lines
    return changed


def coming_of(source: Board, fed: Iterable[TableLine]) -> list[Entry | None]:
    """Return the entries that advance from a finished table to the lines it feeds, best place first."""
    people = {line.entry_id: line.entry for line in source.lines}
    routed, finish = places_routed(source.table.pk, fed), finish_of(source.lines)
    require_places(source, finish, routed)
    finish = handed_on(finish, source.table.through, routed, gone_of(source.lines))
    return [people[key] if key is not None else None for key in finish]


def require_places(board: Board, finish: Finish, routed: Collection[int]) -> None:
    """Refuse to drop an entry that advances: its place was given to somebody of another table, by a ruling."""
    too_many = len(going_on(finish, board.table.through, gone_of(board.lines))) > len(routed)
    if too_many and (routed or gave_places(board)):
        raise RefusedError("place_given_away", table=board.table.hall_number or board.table.number)


def gave_places(board: Board) -> bool:
    """Return whether a place after this table was given to somebody who was beaten; never after a match of two."""
    given = Ruling.objects.filter(kind=Ruling.Kind.REPLACEMENT, cancelled_at__isnull=True)
    of_event = given.filter(tournament=board.table.tournament_id, details__source=board.table.pk)
    return len(board.lines) > DUEL and of_event.exists()


def seat_again(board: Board, line: TableLine, entry: Entry | None) -> None:
    """Give a line of a table back to ``entry``, or to the entry that its source now sends."""
    _seat(line, entry, is_nobody=entry is None)
    source = boards(TableLine.objects.filter(table_id=line.source_id or 0).select_related("table", "entry"))
    if source and source[0].table.is_over:
        _fill(board, {source[0].table.pk: coming_of(source[0], board.lines)})
    else:
        _seat(line, None, is_nobody=False)


def _are_seated(lines: Sequence[TableLine], coming: Sequence[Entry | None]) -> bool:
    """Return whether these lines hold exactly the entries that come, in any order."""
    here = sorted(line.entry_id or 0 for line in lines if line.is_known)
    return here == sorted(entry.pk if entry is not None else 0 for entry in coming)


def _seat(line: TableLine, entry: Entry | None, *, is_nobody: bool) -> None:
    line.entry, line.is_nobody = entry, is_nobody
    line.missing_since = line.arrived_at = None
    line.is_absent = entry is not None and is_gone(entry)


def automatic_outcome(tournament: Tournament, board: Board) -> Outcome | None:
    """Return how a table ends without play: a bye or a walkover over a missing line; None if it must be played."""
    if not board.is_ready:
        return None
    there = {line.index: line.entry is not None and not is_missing_out(line) for line in board.lines}
    present = [index for index, is_there in there.items() if is_there]
    if len(present) > board.table.through:
        return None
    if any(is_missing_out(line) for line in board.lines) and present:
        return faults.walkover(regulation_of(tournament), board.chairs, present)
    return faults.bye(regulation_of(tournament), board.chairs, present)


def is_gone(entry: Entry) -> bool:
    """Return whether an entry has left the event."""
    return entry.status == Entry.Status.WITHDRAWN


def is_missing_out(line: TableLine) -> bool:
    """Return whether the chair of an entry is empty: it has left the event, or did not come to this match."""
    return line.entry is not None and (line.is_absent or is_gone(line.entry))


def is_ruled_out(line: TableLine) -> bool:
    """Return whether a chair is empty by a ruling on this match alone: its entry is still in the event."""
    return line.is_absent and line.entry is not None and not is_gone(line.entry)


def renew_codes(board: Board) -> None:
    """Invalidate the slips of a table where a chair has changed hands: the former player may hold one."""
    board.table.code_generation += 1
    board.table.save(update_fields=["code_generation"])


def reopen(board: Board, status: str) -> None:
    """Remove a table's result and set ``status``; its lines stay.

    A table with an online match in play is never set to called.
    """
    table = board.table
    if table.is_over:
        absence.reopen(board.lines)
    if table.ending in AUTOMATIC:
        # Somebody may have left after the table had ended.
        for line in board.lines:
            line.is_absent = is_missing_out(line)
    is_played = status == Status.CALLED and bool(open_matches([table]))
    table.status = Status.PLAYING if is_played else status
    table.ending, table.note = "", {}
    table.tiebreak_due = table.deals_played = 0
    table.finished_at = None
    table.version += 1
    for line in board.lines:
        line.points = line.vp = line.mp = line.place = None
        line.games_won = line.deals = 0
    save([board])
    table_times.reopen(table)


def behind(tournament: Tournament, table_ids: Sequence[int]) -> list[Board]:
    """Return the tables that any of ``table_ids`` feeds, and those with chairs for the best losers of its round."""
    fed = fed_by(table_ids)
    if not readmission.keeps_chairs(tournament):
        return fed
    lines = readmission.lines_with_chairs(tournament)
    rounds = set(Table.objects.filter(pk__in=table_ids).values_list("round__number", flat=True))
    known = {board.table.pk for board in fed}
    kept = [board for board in boards(lines) if any(line.from_round in rounds for line in board.lines)]
    return fed + [board for board in kept if board.table.pk not in known]


def _depends(line: TableLine, table_ids: Sequence[int]) -> bool:
    """Return whether a line of a table behind these waits for one of them, or for their whole round."""
    return line.from_round is not None or line.source_id in table_ids


def pull(tournament: Tournament, table_ids: Sequence[int]) -> list[Board]:
    """Empty the places fed by ``table_ids`` and undo tables that ended by themselves; return the tables touched."""
    touched: list[Board] = []
    frontier = list(table_ids)
    while frontier:
        reached = behind(tournament, frontier)
        emptied = [line for board in reached for line in board.lines if _depends(line, frontier)]
        for line in emptied:
            _seat(line, None, is_nobody=False)
            if line.from_round is not None:
                line.source_id = None
        write_back(emptied, [*SEAT_FIELDS, "source"])
        touched += reached
        frontier = []
        for board in reached:
            if board.table.is_over:
                reopen(board, Status.PLANNED)
                frontier.append(board.table.pk)
    return touched
