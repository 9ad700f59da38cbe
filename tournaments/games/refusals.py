"""What the rules of a game refuse inside it: one thing, or everything that is wrong with a sheet at once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

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


class Refusing(AbstractContextManager[None]):
    """Turn a refusal of the rules into one of the contract, each with the ``label`` of its field."""

    __slots__ = ("_label",)

    def __init__(self, label: Callable[[str], str]) -> None:
        self._label = label

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, refusal: BaseException | None, traceback: object) -> None:
        if isinstance(refusal, RefusalError):
            raise refused(refusal, self._label) from refusal


# No generator: every result goes in and out a dozen times.
refusing: Final = Refusing


def refused(refusal: RefusalError, label: Callable[[str], str]) -> RefusedError:
    """A refusal of the rules, with all that is wrong besides, as one of the contract."""
    found = _refused(refusal, label)
    found.also = [_refused(other, label) for other in refusal.also]
    return found


def _refused(refusal: RefusalError, label: Callable[[str], str]) -> RefusedError:
    name = {"name": label(refusal.params.get("about", refusal.field))} if refusal.field else {}
    return RefusedError(refusal.code, field=refusal.field, **name | refusal.params)
