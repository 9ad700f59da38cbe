"""A Danish whose first round leaves entries level, and the order that is recorded for them."""

from typing import Any

from tests.tournaments import factories as make
from tournaments.models import Ruling, Tournament
from tournaments.standings.writes import record_order


def evening(rounds: int = 1, ranking: Any = "valliadi", **overrides: Any) -> Tournament:
    """A Danish of four entries whose first round is over: two have won and two have lost, all with the same points."""
    options = {"kind": "danish", "rounds": rounds, "rematches": "allowed", "ranking": ranking}
    return played(make.drawn(make.closed(entries=4, preset="online_002", format=options, **overrides)))


def played(event: Tournament, number: int = 1) -> Tournament:
    """The first line wins every table of the round by the same points."""
    make.called(event, round=number)
    for table in make.tables_of(event, number):
        make.play(table)
    return make.fresh(event)


def record(event: Tournament, *keys: int, by: str = "highest_card") -> Ruling:
    return record_order(actor=make.boss_of(event), tournament_id=event.pk, by=by, entry_ids=keys)
