"""Table points: what a win, a draw and a loss give, or each place at a table of several (R-TIE-01, R-TIE-02)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

from tournaments.competition.pairing.options import check_kept
from tournaments.games.contract import Json, RefusedError

Number: TypeAlias = int | Fraction

# The shares that have a sign of their own in every typeface that pages use.
SIGNS: Final = MappingProxyType(
    {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
)


def number_text(number: Number) -> str:
    """Return a number as people write it, exactly: ``14½``, ``-½``, ``2 3/7`` with a blank that breaks no line."""
    if isinstance(number, int) or number.denominator == 1:
        return str(number)
    whole, rest = divmod(abs(number), 1)
    sign = SIGNS.get(rest)
    written = sign or str(rest)
    if whole:
        written = f"{whole}{'' if sign else chr(0xA0)}{written}"
    return f"-{written}" if number < 0 else written


MOST_POINTS: Final = 1_000
MOST_PLACES: Final = 16

LOSS, DRAW, WIN = 0, 1, 2
"""How a line came out of a table, in half wins."""


@dataclass(frozen=True, slots=True)
class PointsTerms:
    """The points of a win, a draw and a loss; with ``places``, the points of each place at a table instead."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    places: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        results = {"win": self.win, "draw": self.draw, "loss": self.loss}
        for name, value in [*results.items(), *(("places", value) for value in self.places)]:
            if type(value) is not int or not 0 <= value <= MOST_POINTS:
                raise RefusedError("table_points_range", field=name, given=str(value)[:40], most=MOST_POINTS)
        if len(self.places) > MOST_PLACES:
            raise RefusedError("too_many_places", field="places", given=len(self.places), most=MOST_PLACES)
        for field, falling in (("win", tuple(results.values())), ("places", self.places)):
            if any(better < worse for better, worse in pairwise(falling)):
                raise RefusedError("table_points_rise", field=field)

    @property
    def rest(self) -> int:
        """The points of a line that rests: those of a win (R-TIE-03)."""
        return self.places[0] if self.places else self.win

    @property
    def fault(self) -> int:
        """The points of a line that did not come, or has no place."""
        return 0 if self.places else self.loss

    def of_table(self, places: Sequence[int | None]) -> tuple[Number, ...]:
        """Return the points of each line of a table, by its place there; those who share places share their sum."""
        if not self.places:
            points = {WIN: self.win, DRAW: self.draw, LOSS: self.loss}
            return tuple(points[outcome] for outcome in outcomes(places))
        found: list[Number] = []
        for place in places:
            if place is None:
                found.append(0)
                continue
            lines = places.count(place)
            whole, rest = divmod(sum(self.places[place - 1 : place - 1 + lines]), lines)
            found.append(whole + Fraction(rest, lines) if rest else whole)
        return tuple(found)


def outcomes(places: Sequence[int | None]) -> tuple[int, ...]:
    """Return whether each line won, drew or lost: those who share the first place of a table drew."""
    best = WIN if places.count(1) == 1 else DRAW
    return tuple(best if place == 1 else LOSS for place in places)


VALLIADI: Final = PointsTerms()
"""3-1-0; the Valliadi give 3-0 and play no draws."""

TWO_ONE_NIL: Final = PointsTerms(2, 1, 0)
ONE_A_WIN: Final = PointsTerms(1, 0, 0)
TEN_SIX_THREE_ONE: Final = PointsTerms(places=(10, 6, 3, 1))

POINTS: Mapping[str, PointsTerms] = MappingProxyType(
    {"3-1-0": VALLIADI, "2-1-0": TWO_ONE_NIL, "1-0-0": ONE_A_WIN, "10-6-3-1": TEN_SIX_THREE_ONE}
)
"""The usual terms, by their names (R-TIE-01, R-TIE-02)."""


def points_to_json(terms: PointsTerms) -> Json:
    """The terms as JSON for an event; ``points_from_json`` reads them back."""
    return {"win": terms.win, "draw": terms.draw, "loss": terms.loss, "places": list(terms.places)}


def points_from_json(data: Json) -> PointsTerms:
    """Read stored terms; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"win": int, "draw": int, "loss": int, "places": list})
    return PointsTerms(**{**data, "places": tuple(data.get("places", ()))})
