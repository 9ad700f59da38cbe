"""What a parameter of a ruleset may be, in every game."""

from dataclasses import dataclass
from typing import Protocol

from tournaments.games.contract import Json


class Domain(Protocol):
    """The values that a parameter may take."""

    def __contains__(self, value: Json) -> bool: ...

    def text(self) -> str:
        """The domain as a person reads it in a refusal."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few named values; None is a value too where it is listed."""

    values: tuple[str | int | None, ...]

    def __contains__(self, value: Json) -> bool:
        return any(type(value) is type(each) and value == each for each in self.values)

    def text(self) -> str:
        return ", ".join("null" if each is None else str(each) for each in self.values)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def __contains__(self, value: Json) -> bool:
        return isinstance(value, bool)

    def text(self) -> str:
        return "true, false"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two limits, both included; perhaps unset."""

    low: int
    high: int
    optional: bool = False

    def __contains__(self, value: Json) -> bool:
        return (value is None and self.optional) or (type(value) is int and self.low <= value <= self.high)

    def text(self) -> str:
        return f"{self.low}..{self.high}" + (", null" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Several:
    """Any of a few named values, each at most once, as a list."""

    values: tuple[str, ...]

    def __contains__(self, value: Json) -> bool:
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            return False
        return len(set(value)) == len(value) and set(value) <= set(self.values)

    def text(self) -> str:
        return ", ".join(self.values)
