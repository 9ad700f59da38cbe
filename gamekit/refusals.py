"""Refusals by the rules of a game: one error, or everything that is wrong with a sheet at once."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Final

MOST_SAID: Final = 80
BIG: Final = 10**40


class RefusalError(Exception):
    """A refusal with a ``code`` that has a phrase, the ``field`` at fault and the phrase's values in ``params``.

    ``also`` lists the other errors of the same sheet. ``about`` in ``params`` names something else than the field.
    ``str()`` is the sentence in English. A game derives its own error class, with ``phrases`` by code and a ``label``
    for each field.
    """

    phrases: ClassVar[Mapping[str, str]] = {}
    label: ClassVar[Callable[[str], str]] = staticmethod(str)
    also: Sequence["RefusalError"] = ()

    def __init__(self, code: str, *, field: str = "", **params: Any) -> None:
        super().__init__(code, field, params)
        self.code = code
        self.field = field
        self.params = params

    def __str__(self) -> str:
        about = self.params.get("about", self.field)
        values = {"name": type(self).label(about), **self.params} if about else self.params
        return self.phrases.get(self.code, self.code) % values


class Faults(AbstractContextManager["Faults"]):
    """All errors of a sheet, in the order in which they are said: ``with faults`` records one and goes on."""

    def __init__(self) -> None:
        self.found: list[RefusalError] = []

    def __exit__(self, kind: object, refusal: BaseException | None, traceback: object) -> bool:
        if not isinstance(refusal, RefusalError):
            return False
        self.found += [refusal, *refusal.also]
        return True

    def refuse(self) -> None:
        """Raise what was recorded, if anything."""
        if self.found:
            first, *first.also = self.found
            raise first


def brief(value: Any) -> str:
    """Return the given value as a refusal repeats it: short and shallow."""
    if isinstance(value, str):
        return value[:MOST_SAID]
    if isinstance(value, int | float | None):
        return "…" if isinstance(value, int) and abs(value) >= BIG else str(value)
    is_flat = isinstance(value, list | tuple) and len(value) <= 8
    if is_flat and all(isinstance(each, str | None) or (type(each) is int and abs(each) < BIG) for each in value):
        return str([brief(each) if isinstance(each, str) else each for each in value])[:MOST_SAID]
    return "…"
