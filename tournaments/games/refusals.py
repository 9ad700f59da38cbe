"""What the rules of a game refuse inside it: one thing, or everything that is wrong with a sheet at once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tournaments.games.contract import RefusedError


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


@contextmanager
def refusing(label: Callable[[str], str]) -> Iterator[None]:
    """Turn a refusal of the rules into one of the contract, each with the ``label`` of its field."""
    try:
        yield
    except RefusalError as refusal:
        refused = _refused(refusal, label)
        refused.also = [_refused(other, label) for other in refusal.also]
        raise refused from refusal


def _refused(refusal: RefusalError, label: Callable[[str], str]) -> RefusedError:
    name = {"name": label(refusal.params.get("about", refusal.field))} if refusal.field else {}
    return RefusedError(refusal.code, field=refusal.field, **name | refusal.params)
