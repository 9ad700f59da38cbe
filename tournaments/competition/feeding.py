"""Fill the slots of a plan from the results of earlier tables."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from tournaments.competition.types import FromBest, FromEntrant, FromTable, Nobody, Slot

Finish: TypeAlias = tuple[int | None, ...]
"""The keys of a finished table, best place first; None is nobody (a bye, or a match that both lines lost).

Those who share a place below those that go on may stand in any order here: the standings know it by ``Earned.place``.
"""

Occupant: TypeAlias = int | Nobody | None
"""Who takes a slot: a key, nobody for ever, or None while the table that decides it is not finished."""

NOBODY = Nobody()

Best: TypeAlias = Mapping[FromBest, int | Nobody]
"""Who takes the places of the re-admitted; empty while the round that decides it is not finished."""

NOT_YET: Best = MappingProxyType({})


def occupant(slot: Slot, finishes: Mapping[int, Finish], best: Best = NOT_YET) -> Occupant:
    """Return the occupant of a slot, as far as the finished tables decide it."""
    if isinstance(slot, FromTable):
        finish = finishes.get(slot.number)
        if finish is None:
            return None
        key = finish[slot.place - 1]
        return NOBODY if key is None else key
    if isinstance(slot, FromBest):
        return best.get(slot)
    return slot.key if isinstance(slot, FromEntrant) else slot


def finish_of(keys: Sequence[int | None], places: Sequence[int | None]) -> Finish:
    """Return the finish of a table by the places of its lines; lines that share a place follow in their order."""
    found: list[int | None] = []
    for place, line in sorted((place, line) for line, place in enumerate(places) if place is not None):
        found += [None] * (place - 1 - len(found))
        found.append(keys[line])
    return tuple(found + [None] * (len(keys) - len(found)))


def places_of_present(lines: int, present: Sequence[int], others: int | None = None) -> tuple[int | None, ...]:
    """Return the places at a table that is not played: those who are present in their order, the ``others``."""
    return tuple(present.index(line) + 1 if line in present else others for line in range(lines))


def alone(keys: tuple[int, ...], places: int) -> Finish:
    """Return the finish of a table at which no more entrants sit than advance."""
    return keys + (None,) * (places - len(keys))
