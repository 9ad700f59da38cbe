"""Plans played in memory, and the standings that follow from them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from tournaments.competition.handing_on import NOT_YET, Best, Finish, alone, occupant
from tournaments.competition.standings.places import Career, Course, Seat, careers, standings, weigh
from tournaments.competition.types import FromBest, FromTable, Plan, PlannedTable

Feeding: TypeAlias = Mapping[tuple[int, int], tuple[int, int]]
"""From (table, place) to the (table, slot) that it fills; a place that leads nowhere is not there."""


class Placed(NamedTuple):
    """An entrant and its place."""

    key: int
    place: int | None
    shared: bool = False


def joined(plans: Sequence[Plan]) -> Plan:
    """The rounds of a redrawn knockout, in their order, as one plan (R-KO-11)."""
    return Plan(tuple(table for plan in plans for table in plan.tables), plans[-1].rounds)


def feeding(plan: Plan) -> Feeding:
    """Which slot each place of each table fills."""
    return {
        (slot.number, slot.place): (table.number, index)
        for table in plan.tables
        for index, slot in enumerate(table.slots)
        if isinstance(slot, FromTable)
    }


def with_walkovers(plan: Plan, finishes: Mapping[int, Finish], best: Best = NOT_YET) -> dict[int, Finish]:
    """The finished tables, and those that finish by themselves because nobody else comes (R-KO-05, R-TAB-07)."""
    known = dict(finishes)
    for table in plan.tables:
        if table.number not in known:
            occupants = [occupant(slot, known, best) for slot in table.slots]
            keys = tuple([each for each in occupants if isinstance(each, int)])
            if len(keys) <= table.through and None not in occupants:
                known[table.number] = alone(keys, len(occupants))
    return known


def seats_of(plan: Plan, finishes: Mapping[int, Finish], best: Best = NOT_YET) -> list[Seat]:
    """Everybody who is known to sit at a table, in the order of the tables."""
    known = with_walkovers(plan, finishes, best)
    return list(chain.from_iterable(_at(table, known, best) for table in plan.tables))


def _at(table: PlannedTable, known: Mapping[int, Finish], best: Best) -> list[Seat]:
    finish = known.get(table.number, ())
    keys = [key for slot in table.slots if isinstance(key := occupant(slot, known, best), int)]
    return [
        Seat(
            key,
            table.round,
            table.section,
            table.best_place,
            table.worst_place,
            is_over=table.number in known,
            place=finish.index(key) + 1 if key in finish else None,
            bracket=table.group,
        )
        for key in keys
    ]


def level(key: int) -> int:
    return 0


def places_of(
    plan: Plan, finishes: Mapping[int, Finish], vp: Callable[[int], int] = level, best: Best = NOT_YET
) -> tuple[Placed, ...]:
    """The standings of a knockout in which an entrant has earned these VP."""
    seats = seats_of(plan, finishes, best)
    last = plan.tables[-1].round
    returns = any(isinstance(slot, FromBest) for table in plan.tables for slot in table.slots)
    course = Course(last, redraw=last < plan.rounds, returning=3 if returns else None)
    found = careers(seats, course)
    for key, career in found.items():
        career.vp = vp(key)
    return _placed(found.values(), course)


def places_at_tables(
    plan: Plan,
    finishes: Mapping[int, Finish],
    best: Best = NOT_YET,
    last: Mapping[int, tuple[int, int, int]] | None = None,
    *,
    low_wins: bool = False,
) -> tuple[Placed, ...]:
    """The standings without VP; ``last`` are place, deals and points of an entrant at the last table."""
    course = Course(plan.tables[-1].round, uses_vp=False, low_wins=low_wins)
    found = careers(seats_of(plan, finishes, best), course)
    for key, (place, deals, points) in (last or {}).items():
        found[key].place, found[key].deals, found[key].points = place, deals, points
    return _placed(found.values(), course)


def _placed(found: Collection[Career], course: Course) -> tuple[Placed, ...]:
    weigh(found, course)
    return tuple(Placed(row.career.key, row.place, row.shared) for row in standings(found, course).rows)
