"""Who has qualified in heats over several evenings, to be entered in the event that ends them (R-SEA-09)."""

from collections.abc import Iterable
from typing import NamedTuple


class Placed(NamedTuple):
    """An entry with its final place in one of the evenings, which count from 1, and its people."""

    entry: int
    evening: int
    place: int
    people: frozenset[int]


class Qualified(NamedTuple):
    """Those who have qualified, best first, and those who had the place but whose people go on in a better one."""

    going_on: tuple[Placed, ...]
    left_out: tuple[Placed, ...]


def qualifiers_of(placed: Iterable[Placed], first: int) -> Qualified:
    """Return the ``first`` so many of each evening: all firsts in the order of the evenings, all seconds, and so on.

    Who shares the last of these places has qualified too. Nobody is in it twice, and nobody comes instead.
    """
    going_on: list[Placed] = []
    left_out: list[Placed] = []
    here: set[int] = set()
    for each in sorted(placed, key=lambda each: (each.place, each.evening, each.entry)):
        if each.place > first:
            break
        (going_on if here.isdisjoint(each.people) else left_out).append(each)
        here |= each.people
    return Qualified(tuple(going_on), tuple(left_out))
