"""Turn a refusal of a game's rules into one of the contract."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from gamekit.refusals import RefusalError
from tournaments.games.contract import RefusedError


class Refusing(AbstractContextManager[None]):
    """Turns a refusal of the rules into one of the contract, each with the ``label`` of its field."""

    __slots__ = ("_label",)

    def __init__(self, label: Callable[[str], str]) -> None:
        self._label = label

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, refusal: BaseException | None, traceback: object) -> None:
        if isinstance(refusal, RefusalError):
            raise refused(refusal, self._label) from refusal


# A class, not a generator: every result enters and leaves it a dozen times, and a class is faster.
refusing: Final = Refusing


def refused(refusal: RefusalError, label: Callable[[str], str]) -> RefusedError:
    """Return the refusal of the contract for a refusal of the rules, with its further refusals."""
    found = _refused(refusal, label)
    found.also = [_refused(other, label) for other in refusal.also]
    return found


def _refused(refusal: RefusalError, label: Callable[[str], str]) -> RefusedError:
    name = {"name": label(refusal.params.get("about", refusal.field))} if refusal.field else {}
    return RefusedError(refusal.code, field=refusal.field, **name | refusal.params)
