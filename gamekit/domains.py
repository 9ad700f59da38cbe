"""What a parameter of a ruleset may be, in every game."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Protocol, TypeAlias

from gamekit.refusals import brief

Json: TypeAlias = Any


class Domain(Protocol):
    """The values that a parameter may take; ``code`` is that of the refusal of any other."""

    code: ClassVar[str] = "rule_value"

    def __contains__(self, value: Json) -> bool: ...

    def text(self) -> str:
        """Return the domain as a person reads it in a refusal."""
        ...

    def schema(self) -> dict[str, Json]:
        """Return the domain as JSON Schema."""
        ...

    def refusal(self, value: Json) -> tuple[str, dict[str, Json]]:
        """Return the code of the refusal of a value outside the domain, and what its phrase says."""
        return self.code, {"typed": brief(value), "allowed": self.text()}


@dataclass(frozen=True, slots=True)
class Choice(Domain):
    """One of a few named values; None is a value too where it is listed."""

    values: tuple[str | int | None, ...]

    def __contains__(self, value: Json) -> bool:
        return any(type(value) is type(each) and value == each for each in self.values)

    def text(self) -> str:
        return ", ".join("null" if each is None else str(each) for each in self.values)

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class Flag(Domain):
    """True or false."""

    def __contains__(self, value: Json) -> bool:
        return isinstance(value, bool)

    def text(self) -> str:
        return "true, false"

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Whole(Domain):
    """A whole number between two limits, both included; perhaps unset."""

    low: int
    high: int
    optional: bool = False

    def __contains__(self, value: Json) -> bool:
        return (value is None and self.optional) or (type(value) is int and self.low <= value <= self.high)

    def text(self) -> str:
        return f"{self.low}..{self.high}" + (", null" if self.optional else "")

    def schema(self) -> dict[str, Json]:
        kind = ["integer", "null"] if self.optional else "integer"
        return {"type": kind, "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Several(Domain):
    """Any of a few named values, each at most once, as a list."""

    values: tuple[str, ...]

    def __contains__(self, value: Json) -> bool:
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            return False
        return len(set(value)) == len(value) and set(value) <= set(self.values)

    def text(self) -> str:
        return ", ".join(self.values)

    def schema(self) -> dict[str, Json]:
        items = {"enum": list(self.values)}
        return {"type": "array", "items": items, "uniqueItems": True, "maxItems": len(self.values)}


@dataclass(frozen=True, slots=True)
class Text(Domain):
    """A line of text of at most so many letters, which may be empty."""

    most: int
    code: ClassVar[str] = "rule_text"

    def __contains__(self, value: Json) -> bool:
        return isinstance(value, str) and len(value) <= self.most and value.isprintable() and value == value.strip()

    def text(self) -> str:
        return str(self.most)

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "maxLength": self.most}


@dataclass(frozen=True, slots=True)
class Rising(Domain):
    """Whole numbers between two limits, each higher than the one before, as a list of at most so many."""

    low: int
    high: int
    most: int

    def __contains__(self, value: Json) -> bool:
        if not isinstance(value, list | tuple) or len(value) > self.most:
            return False
        if not all(type(each) is int and self.low <= each <= self.high for each in value):
            return False
        return all(before < after for before, after in pairwise(value))

    def text(self) -> str:
        return f"{self.low} < ... < {self.high}"

    def schema(self) -> dict[str, Json]:
        items = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"type": "array", "items": items, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class Texts(Domain):
    """Lines of text of at most so many letters, none of them empty, as a list of at most so many."""

    most: int
    letters: int
    code: ClassVar[str] = "rule_texts"

    def __contains__(self, value: Json) -> bool:
        if not isinstance(value, list | tuple) or len(value) > self.most:
            return False
        return all(self._is_one(each) for each in value)

    def _is_one(self, value: Json) -> bool:
        return bool(value) and value in Text(self.letters) and "," not in value

    def refusal(self, value: Json) -> tuple[str, dict[str, Json]]:
        """Name what is wrong: how many there are, or the first that is too long, or cannot be for another reason."""
        if isinstance(value, list | tuple):
            if len(value) > self.most:
                return f"{self.code}_many", {"found": len(value), "most": self.most}
            value = next(each for each in value if not self._is_one(each))
            if isinstance(value, str) and len(value) > self.letters:
                return f"{self.code}_long", {"typed": brief(value), "letters": len(value), "most": self.letters}
        return self.code, {"typed": brief(value), "allowed": self.text()}

    def text(self) -> str:
        return f"{self.most} × {self.letters}"

    def schema(self) -> dict[str, Json]:
        items = {"type": "string", "minLength": 1, "maxLength": self.letters}
        return {"type": "array", "items": items, "maxItems": self.most}
