"""Re-admission: chairs kept for the best losers of a round, and who takes them by the results so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F

from tournaments.competition.feeding import NOBODY
from tournaments.competition.formats.registry import format_of
from tournaments.competition.match.outcomes import Outcome
from tournaments.competition.stages.readmission import Beaten, readmitted
from tournaments.competition.types import FromBest, FromTable, Nobody, Plan, PlannedTable, Slot
from tournaments.games import registry
from tournaments.models import Entry, Table, TableLine, Tournament
from tournaments.selectors.lots import lots_of

OVER = (Table.Status.DONE, Table.Status.BYE)


@dataclass(frozen=True, slots=True)
class Result:
    """A table with a result that is about to replace the recorded one."""

    lines: Sequence[TableLine]
    outcome: Outcome


def keeps_chairs(tournament: Tournament) -> bool:
    """Return whether losers may be re-admitted in this event (R-TAB-10)."""
    return format_of(tournament.format).readmits


def lines_with_chairs(tournament: Tournament) -> list[TableLine]:
    """Return all lines of the tables that keep chairs, with what a board needs; one query."""
    kept = TableLine.objects.filter(table__tournament=tournament, from_round__isnull=False).values("table_id")
    rows = TableLine.objects.filter(table__in=kept).select_related("table", "table__round", "entry")
    return list(rows.order_by("table_id", "index"))


def plan_of(lines: Sequence[TableLine]) -> Plan:
    """Return the tables that keep chairs as a plan, by their keys."""
    tables: dict[int, list[Slot]] = {}
    for line in lines:
        tables.setdefault(line.table_id, []).append(_slot(line))
    planned = (PlannedTable(key, 0, 0, tuple(slots)) for key, slots in tables.items())
    return Plan(tuple(planned), 0)


def _slot(line: TableLine) -> Slot:
    if line.from_round is not None:
        return slot_of(line)
    return FromTable(line.source_id, line.source_place or 0) if line.source_id is not None else Nobody()


def slot_of(chair: TableLine) -> FromBest:
    """Return a kept chair as the plan names it."""
    return FromBest(chair.from_round or 0, chair.source_place or 0, chair.from_rank or 0)


def seated(lines: Iterable[TableLine]) -> dict[FromBest, int | Nobody]:
    """Return who sits in the kept chairs now, without chairs that still wait for their round."""
    chairs = [line for line in lines if line.from_round is not None and line.is_known]
    return {slot_of(line): NOBODY if line.entry_id is None else line.entry_id for line in chairs}


def chosen(
    tournament: Tournament, lines: Sequence[TableLine], corrected: Result | None = None
) -> dict[FromBest, int | Nobody]:
    """Return who takes each kept chair among ``lines``; nothing while a table of the round before is open.

    ``corrected`` replaces the recorded result of its table.
    """
    chairs = [line for line in lines if line.from_round is not None]
    if not chairs or _is_open(tournament, chairs[0]):
        return {}
    game = registry.game(tournament.game)
    now = seated(lines)
    found = _beaten(tournament, chairs[0], {key for key in now.values() if isinstance(key, int)}, corrected)
    return readmitted(plan_of(lines), found, low_wins=game.low_wins, seated=now)


def _is_open(tournament: Tournament, chair: TableLine) -> bool:
    tables = Table.objects.filter(tournament=tournament, round__number=chair.from_round or 0)
    return tables.exclude(status__in=OVER).exists()


def _beaten(tournament: Tournament, chair: TableLine, here: set[int], corrected: Result | None) -> list[Beaten]:
    """Return one loser of every table; of those who are level, the first by lot.

    Two kinds of losers only keep a chair they already have: those who have left the event, and those of a table from
    which a referee has given a loser a free place.
    """
    rows = TableLine.objects.filter(
        table__tournament=tournament, table__round__number=chair.from_round or 0, place=chair.source_place
    )
    order, given = lots_of(tournament), _given(tournament, chair)
    instead = corrected.lines[0].table_id if corrected else 0
    gone = set(rows.filter(entry__status=Entry.Status.WITHDRAWN).values_list("entry_id", flat=True))
    found = [
        _one(row.entry_id, row.table_id, row.deals, row.points, order)
        for row in rows.exclude(table_id=instead).exclude(entry=None)
    ]
    if corrected is not None:
        found += _of_result(corrected, chair.source_place, order)
    first: dict[int, Beaten] = {}
    for each in sorted(found, key=lambda each: (each.lot, each.key)):
        if each.key in here or not (each.key in gone or each.table in given):
            first.setdefault(each.table, each)
    return list(first.values())


def _given(tournament: Tournament, chair: TableLine) -> set[int | None]:
    """Return the tables of the round from which a loser was given a free place."""
    lines = TableLine.objects.filter(
        table__tournament=tournament, from_round__isnull=True, source__round__number=chair.from_round or 0,
        source_place__gt=F("source__through"),
    )  # fmt: skip
    return set(lines.values_list("source_id", flat=True))


def _of_result(corrected: Result, place: int | None, order: Mapping[int, int]) -> list[Beaten]:
    outcome = corrected.outcome
    return [
        _one(line.entry_id, line.table_id, outcome.deals_of(line.index), outcome.points[line.index], order)
        for line in corrected.lines
        if outcome.places[line.index] == place
    ]


def _one(key: int | None, table: int, deals: int, points: int | None, order: Mapping[int, int]) -> Beaten:
    return Beaten(key or 0, table, deals, points or 0, order.get(key or 0, len(order) + 1))
