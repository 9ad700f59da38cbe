"""Contents of score sheets, and how they are entered."""

from typing import Any

from tests.tournaments import factories as make
from tournaments.frame.policies import Actor
from tournaments.games.contract import Json
from tournaments.models import Scoresheet, Table
from tournaments.tables.writes import scoresheets

A, B = Actor(line=0, label="1A"), Actor(line=1, label="1B")
FAULT = {
    "cause": "abandon",
    "offenders": [1],
    "moment": "between_deals",
    "snapshot": None,
    "tiebreak": 0,
}


def deals(*points: tuple[int, int], time_called: bool = False, tiebreaks: tuple[Json, ...] = ()) -> Json:
    """A match of one game, from the points of its deals."""
    sheets = [make.points_sheet(each) for each in points]
    return {"games": [{"deals": [*sheets, *tiebreaks], "time_called": time_called}], "forfeit": None}


LEVEL = deals((10, 10), (11, 11))
WON = deals((10, 5), (11, 6))


def tied(*tiebreaks: Json) -> Json:
    return deals((10, 10), (11, 11), tiebreaks=tiebreaks)


def spareggio(number: int, points: tuple[int, int], last_capture: int | None = None) -> Json:
    return make.points_sheet(points, tiebreak=number, last_capture=last_capture)


def enter(
    table: Table, content: Json, *, actor: Actor | None = None, seen: int | None = None, **extra: Any
) -> Scoresheet:
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    return scoresheets.enter_score(
        actor=actor or make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        table_id=table.pk,
        content=content,
        seen=table.version if seen is None else seen,
        **extra,
    )


def state(table: Table) -> tuple[str, list[int | None]]:
    table.refresh_from_db()
    return table.status, [line.points for line in table.lines.order_by("index")]
