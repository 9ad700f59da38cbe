"""Rows ordered by a tuple of merits; equal merits share a place."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import Generic, NamedTuple, TypeAlias, TypeVar

Row = TypeVar("Row")

Merit: TypeAlias = tuple[int | Fraction, ...]
"""Criteria from the first to the last; more is better in each."""


class Ranked(NamedTuple, Generic[Row]):
    """A row with its place; ``shared`` when another row has the same place."""

    place: int
    row: Row
    shared: bool = False


def rank(
    rows: Iterable[Row], merit: Callable[[Row], Merit], *, first_place: int = 1, most: int | None = None
) -> tuple[Ranked[Row], ...]:
    """Order rows by merit, best first; equal rows share the place and the next place counts them (1, 1, 3).

    With ``most`` only the first so many are returned, each with the place that it has among all.
    """
    ordered = sorted(((merit(row), row) for row in rows), key=itemgetter(0), reverse=True)
    places: list[int] = []
    # One more tells whether the last one shares its place.
    for index, (worth, _) in enumerate(ordered[: None if most is None else most + 1]):
        level = index > 0 and ordered[index - 1][0] == worth
        places.append(places[-1] if level else first_place + index)
    shared = {place for place, after in pairwise(places) if place == after}
    return tuple(Ranked(place, row, place in shared) for place, (_, row) in zip(places[:most], ordered, strict=False))
