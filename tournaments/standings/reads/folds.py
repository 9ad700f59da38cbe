"""What follows from the results of an event around one table: the two sides of a correction (R-STG-29)."""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.handing_on import NOBODY
from tournaments.competition.stages.correction import GOES_ON, WHOLE, Fold, Given, Line, Placed
from tournaments.competition.stages.facts import NO_GROUP
from tournaments.competition.stages.standing import Row as StageRow
from tournaments.discipline.reads import deductions_of
from tournaments.frame.reads.entry_places import members_of
from tournaments.games.registry import game
from tournaments.models import Ruling, Table, TableLine, Tournament
from tournaments.standings.reads.pairings import paired_rounds
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads import stages


def fold_of(event: Tournament, table: Table) -> Fold:
    """Return the standings, seats and pairings of now, and how the table ended.

    As many queries as the standings of the event, and a few for each round that was paired from results.
    """
    whole = {}
    for row in all_standings(event):
        fate = row.outlook.fate if row.outlook is not None else ""
        if row.stage is None:
            whole[row.entry] = Placed(row.place, row.is_shared, fate=fate, vp=row.vp)
        else:
            whole[row.entry] = _in_stage(row.stage, row.place, fate)
    # The lines of the table; of a pair of one round its members.
    held = list(TableLine.objects.filter(table=table).order_by("index"))
    both = members_of([line.entry_id for line in held if line.entry_id])
    lines = [
        Line(tuple(both.get(line.entry_id, (line.entry_id,))), line.place, line.deals, line.points or 0)
        for line in held
        if line.entry_id is not None
    ]
    seated = TableLine.objects.filter(table__tournament=event).order_by("table__number", "index")
    by_table = groupby(seated.values_list("table_id", "entry_id", "is_nobody"), itemgetter(0))
    # The free places that were given to somebody who was beaten at this table.
    here = TableLine.objects.filter(table=table, entry__isnull=False).values("entry")
    replaced = Ruling.objects.filter(
        tournament=event, kind=Ruling.Kind.REPLACEMENT, cancelled_at__isnull=True, table__isnull=False, entry__in=here
    )
    given = replaced.exclude(table=table).order_by("table__number", "pk").values_list("table_id", "entry_id")
    return Fold(
        lines=tuple(lines),
        through=table.through,
        low_wins=game(event.game).low_wins(event.rules),
        standings={WHOLE: whole, **_of_its_stage(event, table.round.stage)},
        seats={
            number: tuple([NOBODY if is_nobody else key for _table, key, is_nobody in rows])
            for number, rows in by_table
        },
        pairings=paired_rounds(event, table.round.number),
        given=tuple([Given(number, entry) for number, entry in given if number is not None and entry is not None]),
    )


def _of_its_stage(event: Tournament, number: int) -> Mapping[int, Mapping[int, Placed]]:
    """Return the standings of stage ``number`` once a later one has begun, with who would go on by them."""
    event_format = format_of(event.format)
    if not isinstance(event_format, StagesFormat):
        return {}
    seats = stages.seats_of(event)
    starts = stages.starts_in(seats)
    if number >= len(starts) or not isinstance(event_format.parts[number - 1].format, InRounds):
        return {}
    facts, taken = stages.facts_of(event, seats), deductions_of(event)(event_format.counting_stages(number))
    found = event_format.standing(facts, starts, number, taken, low_wins=game(event.game).low_wins(event.rules))
    cut = event_format.cut(number)
    # Who left after the stage began was to play it: nobody moves up into a stage that has begun.
    left = facts.left.keys() - {seat.entry for seat in seats if seat.stage > number}
    going_on = event_format.going_on(number, found, left) if cut is not None else {}
    return {
        number: {
            row.tally.key: _in_stage(row, row.place, GOES_ON if row.tally.key in going_on else "") for row in found.rows
        }
    }


def _in_stage(row: StageRow, place: int | None, fate: str) -> Placed:
    has_group = row.group != NO_GROUP
    shared = row.in_group.shared if has_group else row.shared
    return Placed(place, shared, row.group, row.in_group.place if has_group else None, fate, row.tally.vp)
