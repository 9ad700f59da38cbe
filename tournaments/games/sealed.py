"""Sealed values, such as cards that nobody may see yet: they cannot be shown, written or sent by accident."""

from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")


class SealedError(TypeError):
    """An attempt to show, write or send a sealed value."""


class Sealed(Generic[T]):
    """A value that only ``opened()`` gives away; text, formatting, JSON, copies and pickles of it are refused."""

    __slots__ = ("__value",)

    def __init__(self, value: T) -> None:
        self.__value = value

    def opened(self) -> T:
        """Return the value, for the rules that play with it; their result is sealed again."""
        return self.__value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and bool(self.__value == other.opened())

    def __hash__(self) -> int:
        return hash(self.__value)

    def _refuse(self, *_asked: Any) -> NoReturn:
        raise SealedError("these cards are sealed")

    __str__ = __repr__ = __format__ = __reduce__ = __reduce_ex__ = __getstate__ = _refuse
