"""The tables of a plan, made and unmade in a number of queries that does not grow; and who is still in to be drawn."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.competition.formats.registry import format_of
from tournaments.competition.match import outcomes
from tournaments.competition.types import FromBest, FromEntrant, FromTable, Nobody, Plan
from tournaments.draw.reads.halls import halls_of, people_of
from tournaments.errors import RefusedError
from tournaments.frame.reads.formats import regulation_of
from tournaments.frame.writes.transaction import append_rows
from tournaments.models import Entry, Round, Ruling, Table, TableLine, Tournament
from tournaments.tables.writes import pairs, progress
from tournaments.tables.writes.progress import Board

MAIN = Table.Section.MAIN


def still_in(tournament: Tournament, round_number: int) -> list[Entry]:
    """Return the entries drawn in a round, by number: all confirmed ones, or the winners of the round before.

    A winner that withdrew since is drawn too, and loses by walkover as in a fixed bracket. So every entry leaves the
    event at a table, and has a place in the end.
    """
    return list(_drawn_entries(tournament, round_number).select_related("club").order_by("number"))


def count_in(tournament: Tournament, round_number: int) -> int:
    """Return how many entries ``still_in`` has for this round."""
    return _drawn_entries(tournament, round_number).count()


def _drawn_entries(tournament: Tournament, round_number: int) -> QuerySet[Entry]:
    entries = Entry.objects.filter(tournament=tournament)
    if round_number == 1:
        return entries.filter(status=Entry.Status.CONFIRMED)
    won = TableLine.objects.filter(
        table__tournament=tournament, table__round__number=round_number - 1, table__section=MAIN, place=1
    )
    return entries.filter(pk__in=won.values("entry_id"))


def losers_of(tournament: Tournament, round_number: int) -> tuple[int, ...]:
    """Return the losers of a round's main tables, by table, for the third-place match of a redrawn event."""
    lost = TableLine.objects.filter(
        table__tournament=tournament, table__round__number=round_number, table__section=MAIN, place=2
    )
    return tuple(key for key in lost.order_by("table__number").values_list("entry_id", flat=True) if key)


def make_tables(
    tournament: Tournament,
    plan: Plan,
    *,
    minutes: int | None,
    stage: int = 1,
    kept: Mapping[int, int] | None = None,
) -> None:
    """Write the rounds, tables and lines of ``plan``; byes are settled and their winners seated in round 2.

    ``kept`` are the numbers in the hall of those whose tables are kept while the others are paired anew (R-HND-05).
    """
    numbers = sorted({planned.round for planned in plan.tables})
    made_rounds = Round.objects.bulk_create(
        [Round(tournament=tournament, number=each, clock_minutes=minutes, stage=stage) for each in numbers]
    )
    rounds = {row.number: row for row in made_rounds}
    halls = halls_of(tournament, plan, stage, kept)
    tables = {
        planned.number: Table(
            tournament=tournament,
            round=rounds[planned.round],
            number=planned.number,
            hall_number=halls.get(planned.number),
            section=planned.section,
            position=planned.position,
            best_place=planned.best_place,
            worst_place=planned.worst_place,
            best_of=planned.best_of,
            lead=planned.lead,
            through=planned.through,
            may_draw=planned.may_draw,
            group=planned.group,
        )
        for planned in plan.tables
    }
    # The tables that are byes from the start: the keys that advance, by number of the table.
    now = timezone.now()
    winners: dict[int, list[int]] = {}
    for planned in plan.tables:
        people = people_of(planned)
        keys = [slot.key for slot in people if isinstance(slot, FromEntrant)]
        if len(people) > planned.through or len(keys) < len(people):
            continue
        winners[planned.number] = keys
        table = tables[planned.number]
        table.status, table.ending, table.finished_at = Table.Status.BYE, "bye", now
    append_rows(list(tables.values()))
    lines = _lines(tournament, plan, tables, winners)
    append_rows(lines)
    # The tables that byes leave with one line or none, and those of withdrawn entries, end.
    by_table: dict[int, list[TableLine]] = defaultdict(list)
    for line in lines:
        by_table[line.table_id].append(line)
    gone = set(tournament.entries.filter(status=Entry.Status.WITHDRAWN).values_list("pk", flat=True))
    candidates = [Board(table, by_table[table.pk]) for table in tables.values() if not table.is_over]
    progress.follow_ended(
        tournament,
        [
            board
            for board in candidates
            if board.is_ready and any(line.is_nobody or line.entry_id in gone for line in board.lines)
        ],
    )


def _lines(
    tournament: Tournament, plan: Plan, tables: Mapping[int, Table], winners: Mapping[int, Sequence[int]]
) -> list[TableLine]:
    """Return the lines of the tables, with the ``winners`` of those that are byes where they advance to."""
    seated = [slot for planned in plan.tables for slot in planned.slots if isinstance(slot, FromEntrant)]
    drawn = {key for slot in seated for key in (slot.key, slot.partner) if key is not None}
    known = set(Entry.objects.filter(tournament=tournament).values_list("pk", flat=True))
    if not drawn <= known:
        raise ValueError(f"entries of another event: {sorted(drawn - known)[:5]}")
    made = pairs.make_pairs(tournament, [(slot.key, slot.partner) for slot in seated if slot.partner is not None])
    lines = []
    for planned in plan.tables:
        for index, slot in enumerate(planned.slots):
            line = TableLine(table=tables[planned.number], index=index)
            if isinstance(slot, FromTable):
                line.source, line.source_place = tables[slot.number], slot.place
                if slot.number in winners:
                    line.entry_id = dict(enumerate(winners[slot.number], start=1)).get(slot.place)
                    line.is_nobody = line.entry_id is None
            elif isinstance(slot, FromBest):
                line.source_place, line.from_round, line.from_rank = slot.place, slot.round, slot.rank
            elif isinstance(slot, Nobody):
                line.is_nobody = True
            elif slot.partner is not None:
                line.entry_id = made[slot.key, slot.partner]
            else:
                line.entry_id = slot.key
                if planned.number in winners:
                    outcome = outcomes.bye(regulation_of(tournament), outcomes.Chairs(len(planned.slots)), [index])
                    line.points, line.place = 0, winners[planned.number].index(slot.key) + 1
                    line.vp, line.mp = outcome.vp[index], outcome.mp[index]
            lines.append(line)
    first = min((planned.round for planned in plan.tables), default=1)
    if format_of(tournament.format).is_elimination and first > 1:
        # In a round drawn afresh, note the table that each entry comes from. With that an undo or a correction of the
        # earlier table finds the tables that it affects, as in a fixed bracket.
        before = TableLine.objects.filter(
            table__tournament=tournament, table__round__number=first - 1, table__section=MAIN
        ).exclude(entry=None)
        came_from = {line.entry_id: line for line in before.exclude(place=None)}
        for line in lines:
            origin = came_from.get(line.entry_id) if line.source_id is None else None
            if origin is not None:
                line.source_id, line.source_place = origin.table_id, origin.place
    return lines


def unmake_tables(tournament: Tournament, number: int) -> None:
    """Delete the rounds from ``number`` on, with their tables; refuse once anything of them was called or written."""
    tables = Table.objects.filter(tournament=tournament, round__number__gte=number)
    called = count_called_tables(tournament, number)
    if called:
        raise RefusedError("tables_called", tables=called)
    Ruling.objects.filter(table__in=tables).update(table=None)
    TableLine.objects.filter(table__in=tables).delete()
    tables.delete()
    pairs.remove_pairs(tournament)
    Round.objects.filter(tournament=tournament, number__gte=number).delete()


def count_called_tables(tournament: Tournament, number: int) -> int:
    """Return how many tables from round ``number`` on were called, or have a sheet or a match from before an undo."""
    untouched = Q(status__in=(Table.Status.PLANNED, Table.Status.BYE)) | Q(ending="walkover")
    tables = Table.objects.filter(tournament=tournament, round__number__gte=number)
    return tables.filter(~untouched | Q(scoresheets__isnull=False) | Q(matches__isnull=False)).distinct().count()
