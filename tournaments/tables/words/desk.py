"""The called tables by what they need of the referee: for the desk, and for who types the results of a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.errors import MissingError
from tournaments.events.reads.online import open_matches
from tournaments.events.reads.rounds import current_round, rounds_in
from tournaments.events.words.by_format import Counted
from tournaments.frame.policies import Actor, Role
from tournaments.models import Round, Table, TableLine, Tie, Tournament
from tournaments.tables.reads import records
from tournaments.tables.writes import progress
from tournaments.timing.reads import Extra, extra_time

Status = Table.Status
GRACE = timedelta(minutes=10)
GROUPS = ("called", "tiebreak", "late", "to_confirm", "playing", "waiting", "done")


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table with its lines and its open tie.

    ``group`` says what it needs, ``minutes`` how long ago it was called, ``extra`` the time added to it, ``match`` the
    online match played there.
    """

    table: Table
    lines: Sequence[TableLine]
    group: str
    minutes: int | None
    tie: Tie | None = None
    extra: Extra | None = None
    match: int | None = None


@dataclass(frozen=True, slots=True)
class RefereeDesk:
    """The called tables by what they need of the referee.

    ``played`` counts the finished ones among the ``total`` tables of the ``round`` that is shown. ``called`` has every
    round with called tables, that one too.
    """

    groups: dict[str, list[DeskTable]]
    round: Round | None
    rounds: int
    played: int
    total: int
    called: Sequence[Counted] = ()

    @property
    def is_empty(self) -> bool:
        return not any(self.groups.values())


def desk_of(event: Tournament, actor: Actor, now: datetime, number: int | None = None) -> RefereeDesk:
    """Return the desk in six queries, whatever the number of tables; a scorer gets their own tables only.

    With the ``number`` of a round it has the tables of that round alone. Otherwise it has the finished ones of the
    round that was announced last, and the open ones of every round.
    """
    rows = records.called_lines(event, actor.hall_tables if actor.role == Role.SCORER else None)
    level = {one.tie.table_id: one.tie for one in records.open_ties(event)}
    boards = progress.boards(rows)
    over: dict[int, list[bool]] = {}
    for board in boards:
        over.setdefault(board.table.round.number, []).append(board.table.is_over)
    if number is None:
        current = current_round(event)
    else:
        boards = [board for board in boards if board.table.round.number == number]
        if not boards:
            raise MissingError
        current = boards[0].table.round
    own = [board.table for board in boards if current and board.table.round_id == current.pk]
    extra = extra_time(event, current, [table for table in own if table.has_own_time]) if current else {}
    online = open_matches(board.table for board in boards)
    tables = []
    for board in boards:
        table = board.table
        # What a table needs, the most urgent first.
        if table.status == Status.DISPUTED or table.referee_called:
            group = "called"
        elif table.status == Status.DONE:
            group = "done"
        elif table.tiebreak_due:
            group = "tiebreak"
        elif table.status == Status.TO_CONFIRM:
            group = "to_confirm"
        elif table.deals_played:
            group = "playing"
        else:
            group = "late" if table.called_at is not None and now - table.called_at > GRACE else "waiting"
        since = int((now - table.called_at).total_seconds() // 60) if table.called_at else None
        tie, added = level.get(table.pk), extra.get(table.number)
        tables.append(DeskTable(table, board.lines, group, since, tie, added, online.get(table.pk)))
    mine = [one for one in tables if current is not None and one.table.round_id == current.pk]
    # In order of urgency; finished tables only of the current round.
    groups: dict[str, list[DeskTable]] = {name: [] for name in GROUPS}
    for one in sorted(tables, key=lambda each: (each.table.round.number, each.table.hall_number or 0)):
        if one.group != "done" or (current is not None and one.table.round_id == current.pk):
            groups[one.group].append(one)
    return RefereeDesk(
        groups=groups,
        round=current,
        rounds=rounds_in(event),
        played=sum(one.table.is_over for one in mine),
        total=len(mine),
        called=[Counted(number, sum(each), len(each)) for number, each in sorted(over.items())],
    )
