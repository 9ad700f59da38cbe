"""What follows from changed tables, written as the difference to the fold; called inside a locked write."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from tournaments.competition.formats.registry import format_of
from tournaments.competition.handing_on import NOBODY, going_on
from tournaments.competition.match import outcomes
from tournaments.competition.match.outcomes import Outcome
from tournaments.competition.stages.elimination import Facts, Seated, TableState
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import round_values
from tournaments.frame.reads.formats import regulation_of
from tournaments.frame.writes.transaction import write_back
from tournaments.live_log.writes.settling import end_matches
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.tables.reads import elimination
from tournaments.tables.reads.elimination import differences
from tournaments.tables.writes.progress import (
    SEAT_FIELDS,
    Board,
    boards,
    entries_gone,
    finish_of,
    is_open,
    lines_with_chairs,
    places_routed,
    reopen,
    save,
    tables_fed_by,
    write_outcome,
)

Status = Table.Status
NOBODY_ELSE: Mapping[int, Entry] = {}


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
    if any(now.is_over for _table, now in differences(facts_of(open_boards))):
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
        moved_on = _bring(tournament, known, differences(facts_of(known)))
        for board in frontier:
            if board.table.is_over:
                require_places(board, places_routed(board.table.pk, _lines(fed)))
        if event_format.redraw:
            _require_seats(tournament, frontier, fed)
        reached += others
        frontier, fed = [board for board in others if board.table.pk in moved_on], None
    if event_format.readmits:
        reached += _readmit(tournament, [board.table.round_id for board in changed])
    deadlines.keep_next(tournament)
    deadlines.keep_open_at(tournament, [board.table for board in reached if board.is_ready])
    return reached


def facts_of(known: Iterable[Board]) -> Facts:
    """Return what is known of these tables alone."""
    found = sorted(known, key=attrgetter("table.number"))
    tables = [elimination.table_now(board.table, board.lines) for board in found]
    return Facts(tuple(tables), frozenset(entries_gone(_lines(found))))


def _lines(known: Iterable[Board]) -> list[TableLine]:
    return [line for board in known for line in board.lines]


def _bring(
    tournament: Tournament,
    known: Iterable[Board],
    found: Iterable[tuple[Seated, TableState]],
    others: Mapping[int, Entry] = NOBODY_ELSE,
) -> set[int]:
    """Write the differences that were found; return the tables with another result, which moves the people behind them.

    ``others`` are entries that sit at none of the ``known`` tables yet.
    """
    at = {board.table.pk: board for board in known}
    people = {line.entry.pk: line.entry for line in _lines(at.values()) if line.entry is not None} | dict(others)
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
