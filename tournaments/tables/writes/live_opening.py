"""Open matches: at a called table of an event, or at a practice table."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.competition.live import deciding
from tournaments.competition.live.options import online_from_json
from tournaments.competition.timing import MINUTE
from tournaments.deadlines import writes as deadlines
from tournaments.errors import RefusedError
from tournaments.events.reads.online import is_online, open_matches
from tournaments.frame.policies import Actor, Role
from tournaments.frame.writes.transaction import alone, record, writing
from tournaments.games import registry
from tournaments.games.commands import levels
from tournaments.games.contract import Json, Line, Seat
from tournaments.live_log.writes.log import decide
from tournaments.models import Match, MatchDeadline, Round, Table, Tournament
from tournaments.online.reads import live_matches
from tournaments.tables.writes.progress import Board, board_at, require_running
from tournaments.timing.reads import has_time_been_called

SECOND = 1000


def open_match(
    *,
    game: str,
    rules: Json,
    seats: Sequence[Line],
    chairs: Mapping[str, Json],
    table: Table | None = None,
    dealer: Seat | None = None,
    move_ms: int | None = None,
    bank_ms: int | None = None,
    robots: Mapping[Seat, int] | None = None,
) -> Match:
    """Open a match; ``seats`` and ``chairs`` as in ``Match``. Without ``dealer`` the seeds of its first deal draw one.

    ``robots`` has the level of each seat that a robot plays.
    """
    playable = registry.playable(game)
    if len(seats) not in playable.seats(rules):
        raise RefusedError("seats_not_allowed_here", seats=len(seats))
    for seat, level in (robots or {}).items():
        if seat not in range(len(seats)):
            raise RefusedError("seat_missing")
        if level not in levels(playable):
            raise RefusedError("robot_unknown", field="level", level=level, most=len(levels(playable)))
    playing = {"robots": {str(seat): level for seat, level in robots.items()}} if robots else {}
    with alone():
        match = Match.objects.create(
            table=table,
            game=game,
            rules=rules,
            chairs={**chairs, **playing},
            seats=list(seats),
            dealer=dealer,
            move_ms=move_ms,
            bank_ms=bank_ms,
            opened_at=timezone.now(),
        )
        decide(match, deciding.open_match)
        return match


def open_table(
    *,
    actor: Actor,
    tournament_id: int,
    table_id: int,
    move_ms: int | None = None,
    bank_ms: int | None = None,
    robots: Mapping[Seat, int] | None = None,
) -> Match:
    """Open the match of a called table without any result; the table's status becomes playing.

    Robots take seats of an event only if its organiser says so.
    """
    if robots and actor.role != Role.ORGANISER:
        raise RefusedError("robots_need_organiser")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        board = board_at(tournament, table_id)
        number, chairs = board.table.public_number, board.chairs
        if open_matches([board.table]):
            raise RefusedError("match_open_already", table=number)
        if board.table.status != Table.Status.CALLED:
            raise RefusedError("table_not_called", table=number)
        # Between two partners sits one of every other line.
        seats = [line.index for line in board.lines if line.index not in chairs.absent] * tournament.entry_size
        match = open_match(
            game=tournament.game,
            rules=tournament.rules,
            seats=seats,
            chairs={
                "must_decide": not chairs.may_draw,
                "lines": chairs.lines,
                "through": chairs.through,
                "best_of": chairs.best_of,
                "lead": chairs.lead,
                "absent": sorted(chairs.absent),
                "entries": [line.entry_id for line in board.lines],
            },
            table=board.table,
            dealer=_next_dealer(board, seats),
            move_ms=move_ms,
            bank_ms=bank_ms,
            robots=robots,
        )
        deadlines.begin_waiting(board.table, board.lines)
        board.table.status = Table.Status.PLAYING
        board.table.version += 1
        board.table.save(update_fields=["status", "version"])
        if has_time_been_called(board.table):
            deadlines.tell_matches([board.table], match.opened_at)
        record(by=actor, verb="match_opened", target=f"T{board.table.number}", tournament=tournament)
        return match


def open_for_players(tournament: Tournament, table: Table, actor: Actor) -> Match:
    """Open the match of a called table with the clocks of its locked event, and wait for its players."""
    options = online_from_json(tournament.online)
    match = open_table(
        actor=actor,
        tournament_id=tournament.pk,
        table_id=table.pk,
        move_ms=None if options.move_seconds is None else options.move_seconds * SECOND,
        bank_ms=None if options.bank_minutes is None else options.bank_minutes * MINUTE,
    )
    wait_for_players(match, match.opened_at + timedelta(minutes=options.grace_minutes))
    return match


def open_anew(tournament: Tournament, tables: Sequence[Table], actor: Actor) -> None:
    """Open a match at those of these tables that are to be played: with their round, or at once where called ahead."""
    deadlines.keep_open_at(tournament, tables)
    for table in tables:
        is_ahead = table.status == Table.Status.CALLED and table.round.status == Round.Status.PLANNED
        if is_ahead and is_online(tournament, table.round):
            open_for_players(tournament, table, actor)


def wait_for_players(match: Match, until: datetime) -> None:
    """Make players who are not ready at ``until`` absent."""
    MatchDeadline.objects.create(match=match, kind=MatchDeadline.Kind.NO_SHOW, due_at=until)


def _next_dealer(board: Board, seats: Sequence[Line]) -> Seat | None:
    """Return the dealer after the last deal that the same entries played together; None where they have not met."""
    here = [line.entry_id for line in board.lines]
    met = Match.objects.filter(table__tournament=board.table.tournament_id, events__kind="dealt").distinct()
    for entry in {here[line] for line in seats}:
        met = met.filter(table__lines__entry=entry)
    for before in met.order_by("-pk"):
        entries = before.chairs["entries"]
        if {entries[line] for line in before.seats} == {here[line] for line in seats}:
            dealer = live_matches.live(before).state.last_dealer
            if dealer is None:
                continue
            own = [seat for seat, line in enumerate(seats) if here[line] == entries[before.seats[dealer]]]
            # The same player of the line: as many of its seats come before.
            deals_last: Seat = own[before.seats[:dealer].count(before.seats[dealer])]
            return (deals_last + 1) % len(seats)
    return None
