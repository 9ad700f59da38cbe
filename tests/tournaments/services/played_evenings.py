"""Evenings played by the better entry, and their final standings."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from tests.tournaments import factories as make
from tournaments.backups.verifying.events import violations_of
from tournaments.events.writes import closing
from tournaments.games.contract import Json
from tournaments.models import Table, Tournament
from tournaments.standings.reads.standings import StandingRow, all_standings

Play: TypeAlias = Callable[[Table], Json]


def seated(table: Table) -> list[int]:
    """The keys at a table, by line."""
    return [key or 0 for key in table.lines.order_by("index").values_list("entry_id", flat=True)]


def ranks(table: Table) -> list[int]:
    """The place of each line, where the entry with the lower key is better."""
    keys = seated(table)
    return [sorted(keys).index(key) for key in keys]


def of_scopa(table: Table) -> Json:
    return make.content_for(table, ranks(table).index(0))


def of_scala40(table: Table) -> Json:
    """One deal in which everybody but the winner goes out, or where the time ends the match, is level."""
    limit, order = table.tournament.rules["time_limit_min"], ranks(table)
    points = [rank and 10 * rank + (0 if limit else 101) for rank in order]
    return timed(points) if limit else make.sheet(deal_of(points))


def deal_of(points: Sequence[int]) -> Json:
    return {
        "depth": "points",
        "tiebreak": 0,
        "closer": points.index(0),
        "in_hand": False,
        "points": list(points),
    }


def timed(points: Sequence[int]) -> Json:
    return make.sheet(deal_of(points), time_called=True)


def play(event: Tournament, content: Play = of_scopa) -> Tournament:
    """Call and play every round that has tables."""
    for number in event.rounds.order_by("number").values_list("number", flat=True):
        if event.tables.filter(round__number=number, status=Table.Status.PLANNED).exists():
            make.called(event, round=number)
        for table in make.tables_of(event, number):
            if not table.is_over:
                make.enter(table, content(table))
    return make.fresh(event)


def close(event: Tournament) -> list[StandingRow]:
    """The final standings of an event that is played out, closed and verified."""
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    event = make.fresh(event)
    assert list(violations_of(event)) == []
    rows = list(all_standings(event))
    assert {row.entry: row.place for row in rows} == dict(placed_in(event))
    return rows


def placed_in(event: Tournament) -> Iterable[tuple[int, int | None]]:
    return event.entries.exclude(final_place=None).values_list("pk", "final_place")
