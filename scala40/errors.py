"""What the rules refuse: a stable code, the field it is about and the values that its sentence needs."""

from typing import Any

from tournaments.games.guards import brief as brief


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
