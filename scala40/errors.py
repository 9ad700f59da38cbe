"""What the rules refuse: a stable code, the field it is about and the values that its sentence needs."""

from typing import Any


class RefusalError(Exception):
    """A refusal with a ``code`` that has a phrase, the ``field`` at fault and the phrase's values in ``params``."""

    def __init__(self, code: str, *, field: str = "", **params: Any) -> None:
        super().__init__(code, field, params)
        self.code = code
        self.field = field
        self.params = params


class MalformedMoveError(RefusalError):
    """What was typed is not the notation of any move."""


class IllegalMoveError(RefusalError):
    """The move can be read, but the rules do not allow it here."""


MOST_SAID = 80
BIG = 10**40


def brief(value: Any) -> str:
    """What was given, as a refusal repeats it: never long, never deep."""
    if isinstance(value, str):
        return value[:MOST_SAID]
    if isinstance(value, int | float | None):
        return "…" if isinstance(value, int) and abs(value) >= BIG else str(value)
    is_flat = isinstance(value, list | tuple) and len(value) <= 8
    if is_flat and all(isinstance(each, str | None) or (type(each) is int and abs(each) < BIG) for each in value):
        return str([brief(each) if isinstance(each, str) else each for each in value])[:MOST_SAID]
    return "…"
