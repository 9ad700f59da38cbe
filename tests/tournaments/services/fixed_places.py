"""Events in rounds, and who always plays at one table or in one room of them."""

from typing import Any

from tests.tournaments import factories as make
from tournaments.draw.writes import hand
from tournaments.models import Tournament
from tournaments.tables.reads import stages

KINDS: list[dict[str, Any]] = [
    {"kind": "danish", "rounds": 3, "rematches": "not_in_a_row"},
    {"kind": "swiss", "rounds": 3},
    {"kind": "king", "rounds": 3},
    {"kind": "groups", "size": 5},
    {"kind": "mitchell", "rounds": 3},
    {"kind": "partners", "rounds": 3},
]


def hall_of(event: Tournament, number: int) -> dict[int, int]:
    """The number in the hall of the table of each entry of a round."""
    return {seat.entry: seat.hall for seat in stages.seats_of(event) if seat.round == number and seat.hall}


def fix(event: Tournament, entry: int, table: int, **more: Any) -> None:
    given = {"reason": "Non fa le scale", **more}
    hand.fix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=entry, table=table, **given)


def unfix(event: Tournament, entry: int) -> None:
    hand.unfix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=entry)
