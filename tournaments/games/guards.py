"""What every game asks of data from outside before it looks inside; what is odd is refused, shortly and alike."""

from collections.abc import Mapping, Sequence

from gamekit.refusals import brief
from tournaments.games.contract import Json, Line, RefusedError, Seat


def form_values(form: Json) -> Mapping[str, str]:
    """The values of a form: names and texts; refused where they are anything else."""
    if not isinstance(form, Mapping) or not all(isinstance(each, str) for pair in form.items() for each in pair):
        raise RefusedError("form_unreadable", field="depth")
    return form


def card_names(values: Json, label: str) -> Sequence[str]:
    """Return ``values`` if it is a list of texts; else refuse it as the pack, which the message calls ``label``."""
    if not isinstance(values, list | tuple) or not all(isinstance(each, str) for each in values):
        raise RefusedError("pack_incomplete", field="pack", name=label, cards=0)
    return values


def require_seat(seat: Json, seats: int) -> None:
    """Refuse what is none of the seats of a table."""
    if type(seat) is not int or seat not in range(seats):
        raise RefusedError("seat_unknown", seat=brief(seat))


def chairs_of(seated: Json, seats: int, most: int) -> Sequence[Seat | None]:
    """The seat of each line of a table of ``most`` at most, None for one that took no part; every seat once."""
    if seated is None:
        return list(range(seats))
    if not isinstance(seated, list | tuple) or any(type(seat) is not int for seat in seated if seat is not None):
        raise RefusedError("seat_unknown", seat=brief(seated))
    if sorted(seat for seat in seated if seat is not None) != list(range(seats)) or len(seated) > most:
        raise RefusedError("seat_unknown", seat=brief(seated))
    return seated


def known_lines(values: Json, most: int) -> tuple[Line, ...]:
    """Lines of a table that has so many at most: each once, in their order."""
    known = isinstance(values, list | tuple) and all(type(each) is int and 0 <= each < most for each in values)
    if not known or not values or len(set(values)) != len(values):
        raise RefusedError("line_unknown", typed=brief(values))
    return tuple(values)
