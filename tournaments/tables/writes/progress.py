"""A table with its lines: how it is read, finished, opened again and saved, and what follows at the tables behind it.

Called inside a locked write. What follows is the difference between the rows and the fold of the elimination.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from django.utils import timezone

from tournaments.competition import handing_on
from tournaments.competition.formats.registry import format_of
from tournaments.competition.handing_on import NOBODY, Finish, going_on
from tournaments.competition.match import outcomes
from tournaments.competition.match.outcomes import Chairs, Outcome, is_of_several
from tournaments.competition.stages.elimination import Seated, TableState, differences
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError
from tournaments.events.reads.online import open_matches
from tournaments.events.reads.rounds import round_values
from tournaments.frame.reads.formats import chairs_of, regulation_of
from tournaments.frame.reads.statements import Part, Statement
from tournaments.frame.writes.transaction import write_back
from tournaments.live_log.writes.settling import end_matches
from tournaments.models import Entry, Round, Ruling, Table, TableLine, Tournament
from tournaments.tables.reads import elimination
from tournaments.tables.reads.elimination import entries_gone

Status = Table.Status
LINE_FIELDS = [
    "entry",
    "is_nobody",
    "is_absent",
    "points",
    "games_won",
    "deals",
    "vp",
    "mp",
    "place",
    "clock_left_ms",
    "clock_running_since",
]
SEAT_FIELDS = ["entry", "is_nobody", "is_absent", "missing_since", "arrived_at"]
TABLE_FIELDS = [
    "status",
    "version",
    "referee_called",
    "tiebreak_due",
    "deals_played",
    "ending",
    "note",
    "called_at",
    "finished_at",
]
# Fields of an entry that no rule needs.
UNREAD = ("club", "seed", "source", "contact", "phone", "entered_by", "checked_in", "fee_paid", "is_late", "created_at")
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
# The lines of the tables of an event whose keys lie between two, with their rounds.
IN_EVENT = Statement(
    [
        Part("line", TableLine),
        Part("seated", Table, of="line.table"),
        Part("held", Round, of="seated.round"),
        Part("entry", Entry, UNREAD, "line.entry"),
    ],
    """
    SELECT * FROM tournaments_tableline line
    JOIN tournaments_table seated ON seated.id = line.table_id
    JOIN tournaments_round held ON held.id = seated.round_id
    LEFT JOIN tournaments_entry entry ON entry.id = line.entry_id
    WHERE seated.tournament_id = %s AND line.table_id BETWEEN %s AND %s
    """,
)


class Board(NamedTuple):
    """A table with its lines in order."""

    table: Table
    lines: list[TableLine]

    @property
    def is_ready(self) -> bool:
        return all(line.is_known for line in self.lines)

    @property
    def is_of_several(self) -> bool:
        """Whether more than two lines sit here."""
        return is_of_several(self.lines)

    @property
    def chairs(self) -> Chairs:
        return chairs_of(self.table, self.lines)


def finish_of(lines: Sequence[TableLine], places: Mapping[int, int | None] | None = None) -> Finish:
    """Return the finish of a table by its lines; ``places`` by line replace those on record."""
    given = [line.place if places is None else places[line.index] for line in lines]
    return handing_on.finish_of([line.entry_id for line in lines], given)


def places_routed(source_id: int, lines: Iterable[TableLine]) -> set[int]:
    """Return the places of a table that lead to one of these lines."""
    return {line.source_place or 0 for line in lines if line.source_id == source_id and line.from_round is None}


def keeps_chairs(tournament: Tournament) -> bool:
    """Return whether losers may be re-admitted in this event (R-TAB-10)."""
    return format_of(tournament.format).readmits


def lines_with_chairs(tournament: Tournament) -> list[TableLine]:
    """Return all lines of the tables that have a chair for a re-admitted entry (``from_round`` is set); one query.

    Table, round and entry are loaded with them.
    """
    kept = TableLine.objects.filter(table__tournament=tournament, from_round__isnull=False).values("table_id")
    rows = TableLine.objects.filter(table__in=kept).select_related("table", "table__round", "entry")
    return list(rows.order_by("table_id", "index"))


def is_open(tournament: Tournament, chair: TableLine) -> bool:
    """Return whether a table is still open of the round from which a chair is filled."""
    tables = Table.objects.filter(tournament=tournament, round__number=chair.from_round or 0)
    return tables.exclude(status__in=elimination.OVER).exists()


def require_running(tournament: Tournament) -> None:
    """Refuse to write at a table of an event that has not begun, or that has final places."""
    if tournament.status != Tournament.Status.RUNNING:
        raise RefusedError("not_running", status=tournament.status)


def board_at(tournament: Tournament, table_id: int) -> Board:
    """Return a table of the event, with its round."""
    rows = TableLine.objects.filter(table_id=table_id, table__tournament=tournament)
    found = boards(rows.select_related("table", "table__round", "entry"))
    if not found:
        raise RefusedError("table_missing")
    return found[0]


def boards(lines: Iterable[TableLine]) -> list[Board]:
    """Group lines, each loaded with its table, into tables."""
    by_table: dict[int, list[TableLine]] = defaultdict(list)
    for line in lines:
        by_table[line.table_id].append(line)
    return [Board(rows[0].table, sorted(rows, key=attrgetter("index"))) for _key, rows in sorted(by_table.items())]


def tables_fed_by(table_ids: Sequence[int]) -> list[Board]:
    """Return the tables that any of ``table_ids`` feeds, with all lines, in one query."""
    feeding = TableLine.objects.filter(source_id__in=table_ids).values("table_id")
    rows = TableLine.objects.filter(table_id__in=feeding).select_related("table", "entry")
    return boards(rows.defer(*(f"entry__{name}" for name in UNREAD)))


def write_outcome(board: Board, outcome: Outcome) -> None:
    """Set the fields of a finished table and of its lines; the caller saves them."""
    table = board.table
    table.status = Status.BYE if outcome.ending == "bye" else Status.DONE
    table.ending, table.note = outcome.ending, dict(outcome.note)
    table.tiebreak_due, table.deals_played = 0, outcome.deals_played
    table.referee_called = False
    table.finished_at = timezone.now()
    table.version += 1
    deadlines.stop_lines(table, board.lines, table.finished_at)
    for line in board.lines:
        line.points = outcome.points[line.index]
        line.games_won = outcome.games_won[line.index]
        line.deals = outcome.deals[line.index]
        line.vp, line.mp = outcome.vp[line.index], outcome.mp[line.index]
        line.place = outcome.places[line.index]


def save(changed: Sequence[Board]) -> None:
    """Save tables and lines; nothing is due any more at a table that is over."""
    if not changed:
        return
    over = [board for board in changed if board.table.is_over]
    write_back([board.table for board in changed], TABLE_FIELDS)
    for board in over:
        is_timed = any(line.missing_since is not None or line.clock_left_ms is not None for line in board.lines)
        # Only a table with time of its own, a clock of a line, or a line that was absent may have deadlines.
        if is_timed or board.table.has_own_time:
            deadlines.drop_of_table(board.table)
        if is_timed:
            deadlines.end_waiting(board.table, board.lines)
    write_back([line for board in changed for line in board.lines], LINE_FIELDS)


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
        deadlines.reopen_absence(board.lines)
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
    deadlines.reopen_table_times(table)


def behind(tournament: Tournament, table_ids: Sequence[int]) -> list[Board]:
    """Return the tables that any of ``table_ids`` feeds, and those with chairs for the best losers of its round."""
    fed = tables_fed_by(table_ids)
    if not keeps_chairs(tournament):
        return fed
    lines = lines_with_chairs(tournament)
    rounds = set(Table.objects.filter(pk__in=table_ids).values_list("round__number", flat=True))
    known = {board.table.pk for board in fed}
    kept = [board for board in boards(lines) if any(line.from_round in rounds for line in board.lines)]
    return fed + [board for board in kept if board.table.pk not in known]


def settle(
    tournament: Tournament,
    board: Board,
    outcome: Outcome,
    fed: Sequence[Board] | None = None,
    also: Sequence[Board] = (),
) -> None:
    """Write a finished match to its table and lines, and what follows from it and from the tables of ``also``.

    ``fed`` are the tables that it feeds, if they were read under the same lock and not changed since.
    """
    if board.table.status == Status.PLAYING:
        end_matches([board.table])
    write_outcome(board, outcome)
    save([board])
    follow(tournament, [board, *also], fed)


def follow_ended(tournament: Tournament, open_boards: Sequence[Board]) -> None:
    """Write what follows from these tables, if any of them ends by itself."""
    if any(now.is_over for _table, now in differences(elimination.facts_at(open_boards))):
        follow(tournament, open_boards)


def follow(tournament: Tournament, changed: Sequence[Board], fed: Sequence[Board] | None = None) -> list[Board]:
    """Write what follows from tables that were changed: who sits where behind them, and which tables nobody plays.

    Only where a table ends or opens by itself are those behind it read too. Return all tables that were reached.
    """
    event_format = format_of(tournament.format)
    frontier, reached = list(changed), list[Board]()
    while frontier:
        fed = tables_fed_by([board.table.pk for board in frontier]) if fed is None else fed
        here = {board.table.pk for board in frontier}
        others = [board for board in fed if board.table.pk not in here]
        known = [*frontier, *others]
        moved_on = _bring(tournament, known, differences(elimination.facts_at(known)))
        for board in frontier:
            # An open table advances nobody.
            require_places(board, places_routed(board.table.pk, _lines(fed)))
        if event_format.redraw:
            _require_seats(tournament, frontier, fed)
        reached += others
        frontier, fed = [board for board in others if board.table.pk in moved_on], None
    if event_format.readmits:
        reached += _readmit(tournament, [board.table.round_id for board in changed])
    deadlines.keep_next(tournament, (board.table for board in reached if board.is_ready))
    return reached


def _lines(known: Iterable[Board]) -> list[TableLine]:
    return [line for board in known for line in board.lines]


def _bring(
    tournament: Tournament,
    known: Iterable[Board],
    found: Iterable[tuple[Seated, TableState]],
    others: Mapping[int, Entry] | None = None,
) -> set[int]:
    """Write the differences that were found; return the tables with another result, which moves the people behind them.

    ``others`` are entries that sit at none of the ``known`` tables yet.
    """
    at = {board.table.pk: board for board in known}
    people = {line.entry.pk: line.entry for line in _lines(at.values()) if line.entry is not None} | dict(others or {})
    seated: list[TableLine] = []
    finished: list[Board] = []
    changed: set[int] = set()
    for table, now in found:
        board = at[table.number]
        for line in board.lines:
            occupant = now.occupants[line.index]
            if occupant != (NOBODY if line.is_nobody else line.entry_id):
                line.entry = people[occupant] if isinstance(occupant, int) else None
                line.is_nobody = occupant == NOBODY
                line.missing_since = line.arrived_at = None
            line.is_absent = line.index in now.absent
        seated += board.lines
        was_played = table.settled is not None and table.settled.ended is None
        if was_played or not (now.is_over or board.table.is_over):
            continue
        changed.add(table.number)
        if board.table.is_over:
            reopen(board, Status.PLANNED)
        if now.ended is not None:
            make = outcomes.walkover if now.ended.is_walkover else outcomes.bye
            write_outcome(board, make(regulation_of(tournament), board.chairs, now.ended.present))
            finished.append(board)
    write_back(seated, SEAT_FIELDS)
    save(finished)
    return changed


def _readmit(tournament: Tournament, rounds: Sequence[int]) -> list[Board]:
    """Update the kept chairs from the results of these rounds, and what follows; return the tables that changed.

    Once the chairs are taken, only a result of the round before moves anybody, not somebody's return to the event.
    """
    chairs = [line for line in lines_with_chairs(tournament) if line.from_round is not None]
    if not chairs:
        return []
    known, numbers = [chair.is_known for chair in chairs], {chair.from_round or 0 for chair in chairs}
    if all(known) and not tournament.rounds.filter(pk__in=rounds, number__in=numbers).exists():
        return []
    if not any(known) and is_open(tournament, chairs[0]):
        return []
    number = chairs[0].from_round or 0
    facts = replace(elimination.facts_of(tournament), changed=frozenset({number}))
    found = differences(facts)
    rows = TableLine.objects.filter(table__in=[table.number for table, _now in found])
    touched = boards(rows.select_related("table", "entry"))
    coming = [key for _table, now in found for key in now.occupants if isinstance(key, int)]
    _bring(tournament, touched, found, Entry.objects.in_bulk(coming))
    came = {chair.now: table.number for table in facts.tables if table.round == number for chair in table.chairs}
    kept = [line for line in _lines(touched) if line.from_round is not None]
    for line in kept:
        line.source_id = came.get(line.entry_id) if line.entry_id else None
    write_back(kept, ["source"])
    return touched


def _require_seats(tournament: Tournament, settled: Sequence[Board], fed: Sequence[Board]) -> None:
    """Refuse a winner without a seat: their table advanced nobody when the next round was drawn."""
    seated = {line.source_id for board in fed for line in board.lines if line.source_place == 1}
    for board in settled:
        wins = any(line.place == 1 and line.entry is not None for line in board.lines)
        if not wins or board.table.section != Table.Section.MAIN or board.table.pk in seated:
            continue
        following = board.table.round.number + 1
        if tournament.rounds.filter(number=following).exists():
            raise RefusedError("draw_outdated", **round_values(tournament, following))


def require_places(board: Board, routed: Collection[int], places: Mapping[int, int | None] | None = None) -> None:
    """Refuse to drop an entry that advances: its place was given to somebody of another table, by a ruling.

    ``places`` by line replace those on record.
    """
    if len(routed) >= board.table.through:
        return
    finish = finish_of(board.lines, places)
    too_many = len(going_on(finish, board.table.through, entries_gone(board.lines))) > len(routed)
    if too_many and (routed or gave_places(board)):
        raise RefusedError("place_given_away", table=board.table.public_number)


def gave_places(board: Board) -> bool:
    """Return whether a place after this table was given to somebody who was beaten; never after a match of two."""
    given = Ruling.objects.filter(kind=Ruling.Kind.REPLACEMENT, cancelled_at__isnull=True)
    of_event = given.filter(tournament=board.table.tournament_id, details__source=board.table.pk)
    return board.is_of_several and of_event.exists()
