"""What the pages show of an event around one table, and what a preview says of it."""

from typing import Any, NamedTuple

from tests.tournaments import factories as make
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.stages.correction import Difference
from tournaments.models import EntryMember, Table, TableLine, Tournament
from tournaments.standings.reads.standings import StandingRow, all_standings, stage_standings


class Shown(NamedTuple):
    """Places by stage (0: the whole event) and entry, the winners of the table, and the people of every table."""

    places: dict[tuple[int, int], tuple[int | None, int | None]]
    winners: set[int]
    seats: dict[int, list[int | None]]


class Changed(NamedTuple):
    """The places that moved with those before and after, the winners before and after, the tables of others."""

    places: dict[tuple[int, int], Any]
    winners: tuple[set[int], set[int]]
    tables: set[int]


def shown(event: Tournament, table: Table) -> Shown:
    event = make.fresh(event)
    places = {(0, row.entry): (row.place, group_place(row)) for row in all_standings(event)}
    stage, event_format = table.round.stage, format_of(event.format)
    in_rounds = isinstance(event_format, StagesFormat) and isinstance(event_format.parts[stage - 1].format, InRounds)
    if in_rounds and event.rounds.filter(stage__gt=stage).exists():
        places |= {(stage, row.entry): (row.place, group_place(row)) for row in stage_standings(event, stage)}
    first = TableLine.objects.filter(table=table, place=1, entry__isnull=False).values_list("entry", flat=True)
    members = EntryMember.objects.filter(entry__in=first, of__isnull=False).values_list("of", flat=True)
    seats: dict[int, list[int | None]] = {}
    for line in TableLine.objects.filter(table__tournament=event).order_by("index"):
        seats.setdefault(line.table_id, []).append(0 if line.is_nobody else line.entry_id)
    return Shown(places, set(members) or set(first), seats)


def group_place(row: StandingRow) -> int | None:
    return row.stage.in_group.place if row.stage is not None and row.stage.group else None


def changed(before: Shown, after: Shown) -> Changed:
    moved = {key: (before.places[key], now) for key, now in after.places.items() if before.places[key] != now}
    tables = {number for number, people in after.seats.items() if before.seats[number] != people}
    return Changed(moved, (before.winners, after.winners), tables)


def said(found: Difference) -> Changed:
    """The same in the words of a preview."""
    moved = {(each.standings, each.entry): (each.before.seen_place, each.after.seen_place) for each in found.moves}
    return Changed(moved, (set(found.winners[0]), set(found.winners[1])), set(found.tables))
