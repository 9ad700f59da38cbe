"""A table with its lines: how it is read, finished, opened again and saved; called inside a locked write."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.utils import timezone

from tournaments.competition import handing_on
from tournaments.competition.formats.registry import format_of
from tournaments.competition.handing_on import Finish
from tournaments.competition.match.outcomes import Chairs, Outcome, is_of_several
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError
from tournaments.events.reads.online import open_matches
from tournaments.frame.reads.formats import chairs_of
from tournaments.frame.reads.statements import Part, Statement
from tournaments.frame.writes.transaction import write_back
from tournaments.models import Entry, Round, Table, TableLine, Tournament
from tournaments.tables.reads import elimination


def finish_of(lines: Sequence[TableLine], places: Mapping[int, int | None] | None = None) -> Finish:
    """Return the finish of a table by its lines; ``places`` by line replace those on record."""
    given = [line.place if places is None else places[line.index] for line in lines]
    return handing_on.finish_of([line.entry_id for line in lines], given)


def places_routed(source_id: int, lines: Iterable[TableLine]) -> set[int]:
    """Return the places of a table that lead to one of these lines."""
    return {line.source_place or 0 for line in lines if line.source_id == source_id and line.from_round is None}


def entries_gone(lines: Iterable[TableLine]) -> set[int]:
    """Return the entries of these lines that have left the event."""
    return {line.entry.pk for line in lines if line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN}


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


@dataclass(frozen=True, slots=True)
class Board:
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
        line.deals = outcome.deals_of(line.index)
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
