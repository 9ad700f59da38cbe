"""What the rules refuse: a stable code, the field it is about and the values that its sentence needs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tournaments.games.guards import brief as brief


class RefusalError(Exception):
    """A refusal with a ``code`` that has a phrase, the ``field`` at fault and the phrase's values in ``params``.

    ``also`` is what else is wrong with the same sheet. ``about`` in ``params`` is what to name instead of the field.
    """

    also: Sequence["RefusalError"] = ()

    def __init__(self, code: str, *, field: str = "", **params: Any) -> None:
        super().__init__(code, field, params)
        self.code = code
        self.field = field
        self.params = params


class MalformedPlayError(RefusalError):
    """What was typed is not the notation of any play."""


class IllegalPlayError(RefusalError):
    """The play can be read, but the rules do not allow it here."""


class AmbiguousPlayError(RefusalError):
    """The notation fits more than one play; ``params['options']`` names them."""


class Faults:
    """Everything that is wrong with a sheet, in the order in which it is said."""

    def __init__(self) -> None:
        self.found: list[RefusalError] = []

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note a refusal, and go on."""
        try:
            yield
        except RefusalError as refusal:
            self.found += [refusal, *refusal.also]

    def refuse(self) -> None:
        """Raise what was noted, if anything was."""
        if self.found:
            first, *first.also = self.found
            raise first
