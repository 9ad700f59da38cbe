"""Checks of data from outside before a game reads it; malformed data is refused in the same way everywhere."""

from collections.abc import Mapping, Sequence

from gamekit.refusals import brief
from tournaments.games.contract import Json, Line, RefusedError, Seat


def form_values(form: Json) -> Mapping[str, str]:
    """Return the values of a form; refused unless all names and values are texts."""
    if not isinstance(form, Mapping) or not all(isinstance(each, str) for pair in form.items() for each in pair):
        raise RefusedError("form_unreadable", field="depth")
    return form


def card_names(values: Json, label: str) -> Sequence[str]:
    """Return ``values`` if it is a list of texts; else refuse it as the pack, which the message calls ``label``."""
    if not isinstance(values, list | tuple) or not all(isinstance(each, str) for each in values):
        raise RefusedError("pack_incomplete", field="pack", name=label, cards=0)
    return values


def require_seat(seat: Json, seats: int) -> None:
    """Refuse anything but a seat of the table."""
    if type(seat) is not int or seat not in range(seats):
        raise RefusedError("seat_unknown", seat=brief(seat))


def chairs_of(seated: Json, seats: int, most: int) -> Sequence[Seat | None]:
    """Return the seat of each line of a table of at most ``most``, None for one that took no part; each seat once."""
    if seated is None:
        return list(range(seats))
    if not isinstance(seated, list | tuple) or any(type(seat) is not int for seat in seated if seat is not None):
        raise RefusedError("seat_unknown", seat=brief(seated))
    if sorted(seat for seat in seated if seat is not None) != list(range(seats)) or len(seated) > most:
        raise RefusedError("seat_unknown", seat=brief(seated))
    return seated


def known_lines(values: Json, most: int) -> tuple[Line, ...]:
    """Return the given lines of a table with at most ``most``; refused if one is unknown or named twice."""
    known = isinstance(values, list | tuple) and all(type(each) is int and 0 <= each < most for each in values)
    if not known or not values or len(set(values)) != len(values):
        raise RefusedError("line_unknown", typed=brief(values))
    return tuple(values)
