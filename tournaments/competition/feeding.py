"""Who sits where: which place of which table fills which slot of a plan, and what that leaves open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from tournaments.competition.types import FromBest, FromEntrant, FromTable, Nobody, Plan, Slot

Finish: TypeAlias = tuple[int | None, ...]
"""The keys of a finished table, best place first; None is nobody (a bye, or a match that both lines lost).

Whoever shares a place below those that go on may stand in any order here: the standings know it by ``Earned.place``.
"""

Occupant: TypeAlias = int | Nobody | None
"""Who takes a slot: a key, nobody for ever, or None while the table that decides it is not finished."""

NOBODY = Nobody()

Best: TypeAlias = Mapping[FromBest, int | Nobody]
"""Who takes the places of the re-admitted; empty while the round that decides it is not finished."""

NOT_YET: Best = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot of a table and who takes it now."""

    number: int
    slot: int
    occupant: Occupant


Feeding: TypeAlias = Mapping[tuple[int, int], tuple[int, int]]
"""From (table, place) to the (table, slot) that it fills; a place that leads nowhere is not there."""


def feeding(plan: Plan) -> Feeding:
    """Which slot each place of each table fills."""
    return {
        (slot.number, slot.place): (table.number, index)
        for table in plan.tables
        for index, slot in enumerate(table.slots)
        if isinstance(slot, FromTable)
    }


def occupant(slot: Slot, finishes: Mapping[int, Finish], best: Best = NOT_YET) -> Occupant:
    """Who takes a slot, as far as the finished tables tell."""
    if isinstance(slot, FromTable):
        finish = finishes.get(slot.number)
        if finish is None:
            return None
        key = finish[slot.place - 1]
        return NOBODY if key is None else key
    if isinstance(slot, FromBest):
        return best.get(slot)
    return slot.key if isinstance(slot, FromEntrant) else slot


def walkover(occupants: Sequence[Occupant], through: int = 1) -> Finish | None:
    """How a table ends by itself: all who came go on, byes (R-KO-05, R-TAB-07) or nobody at all (R-KO-13).

    None when it has to be played, or when its people are not known yet.
    """
    keys = tuple([each for each in occupants if isinstance(each, int)])
    return None if len(keys) > through or None in occupants else alone(keys, len(occupants))


def alone(keys: tuple[int, ...], places: int) -> Finish:
    """The finish of a table to which no more came than go on."""
    return keys + (None,) * (places - len(keys))


def filled_by(routes: Feeding, number: int, finish: Finish) -> tuple[Filled, ...]:
    """The slots that one finished table fills: the same few, however large the event is."""
    return tuple(
        Filled(*routes[number, place], NOBODY if key is None else key)
        for place, key in enumerate(finish, 1)
        if (number, place) in routes
    )
