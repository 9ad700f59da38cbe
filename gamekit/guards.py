"""Checks of the arguments with which a game is called as a library; ``error`` is the class that the game raises."""

from collections.abc import Sequence
from typing import Any, TypeVar

from gamekit.refusals import RefusalError, brief

Kind = TypeVar("Kind")


def of_kind(value: Any, kind: type[Kind], error: type[RefusalError]) -> Kind:
    """Return the rules; raises ``rules_not_a_mapping`` unless they are of ``kind``."""
    if not isinstance(value, kind):
        raise error("rules_not_a_mapping")
    return value


def card_names(pack: Any, error: type[RefusalError]) -> Sequence[str]:
    """Return the names of the cards of a pack; raises ``pack_incomplete`` unless they are strings."""
    if not isinstance(pack, list | tuple) or not all(isinstance(each, str) for each in pack):
        raise error("pack_incomplete", field="pack", cards=0)
    return pack


def seat_of(seat: Any, seats: int, error: type[RefusalError]) -> int:
    """Return one of the seats; raises ``seat_unknown`` for anything else."""
    if type(seat) is not int or seat not in range(seats):
        raise error("seat_unknown", seat=brief(seat))
    return seat


def spread_points(
    points: Sequence[int], playing: Sequence[int], lines: int, error: type[RefusalError]
) -> list[int | None]:
    """Return the points of a deal by line, None for a line that did not play.

    Raises ``lines_of_sheet`` for a wrong number of points.
    """
    if len(points) != len(playing):
        raise error("lines_of_sheet", field="lines", given=len(points), lines=len(playing))
    found: list[int | None] = [None] * lines
    for line, each in zip(playing, points, strict=True):
        found[line] = each
    return found


def require_chairs(lines: Any, through: Any, fewest: int, most: int, error: type[RefusalError]) -> None:
    """Raise ``seats_not_allowed`` unless ``fewest`` to ``most`` lines sit there and some of them advance."""
    if type(lines) is not int or not fewest <= lines <= most:
        raise error("seats_not_allowed", field="seats", seats=brief(lines))
    if type(through) is not int or not 1 <= through < lines:
        raise error("seats_not_allowed", field="seats", seats=brief(through))
