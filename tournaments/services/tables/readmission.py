"""Re-admission: chairs kept for the best losers of a round, and who takes them by the results so far."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.competition.feeding import Occupant
from tournaments.competition.formats.registry import format_of
from tournaments.competition.match.outcomes import Outcome
from tournaments.competition.stages.elimination import Settled, slots_of, state
from tournaments.competition.stages.facts import Score
from tournaments.competition.stages.readmission import moved_chairs
from tournaments.competition.types import FromBest, Plan, PlannedTable
from tournaments.models import Table, TableLine, Tournament
from tournaments.selectors import elimination


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


def moved_by(tournament: Tournament, table_id: int, outcome: Outcome) -> Sequence[tuple[int, int]]:
    """Return the kept chairs, as (table, line), of tables where this outcome re-admits other people (R-TAB-22)."""
    facts = elimination.facts_of(tournament)
    scores = [
        Score(place, outcome.points[line], deals=outcome.deals_of(line)) for line, place in enumerate(outcome.places)
    ]
    settled = Settled(tuple(scores))
    tables = tuple([each._replace(settled=settled) if each.number == table_id else each for each in facts.tables])
    changed = frozenset(table.round for table in tables if table.number == table_id)
    now = state(replace(facts, tables=tables, changed=changed))
    before: dict[FromBest, Occupant] = {}
    after: dict[FromBest, Occupant] = {}
    for table in tables:
        for chair, key in zip(table.chairs, now[table.number].occupants, strict=True):
            if isinstance(chair.slot, FromBest):
                before[chair.slot], after[chair.slot] = chair.now, key
    planned = [PlannedTable(each.number, each.round, 0, slots_of(each)) for each in tables]
    return moved_chairs(Plan(tuple(planned), 0), before, after)
