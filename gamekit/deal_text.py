"""A deal as text for people: lines that begin with a keyword, then the plays."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from gamekit.refusals import RefusalError, brief
from gamekit.rulesets import Rulesets

Json: TypeAlias = Any

LETTERS: Final = "ABCDEF"
LONGEST: Final = 10_000
_NUMBER: Final = re.compile(r"\d{1,3}\.?")


class Line(NamedTuple):
    """The rest of a line after its first word."""

    number: int
    words: Sequence[str]
    text: str


def join_line(head: str, words: Sequence[object]) -> str:
    """Join one line: its first word and the rest."""
    return " ".join([head, *map(str, words)])


def parts(values: Sequence[str], size: int) -> list[Sequence[str]]:
    """Return the values, ``size`` at a time."""
    return [values[start : start + size] for start in range(0, len(values), size)]


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one game writes its deals.

    ``heads`` are the first words of the lines; after a line that is ``played`` alone come the plays. ``presets`` are
    rulesets as JSON by name, ``rulesets`` reads those of older versions, and ``error`` is what the game raises.
    """

    heads: Sequence[str]
    played: str
    presets: Mapping[str, Mapping[str, Json]]
    rulesets: Rulesets[Any]
    error: type[RefusalError]

    def read(self, text: Json) -> tuple[dict[str, Line], list[list[str]]]:
        """Return the lines by their first word, and the words of every line of plays without its number.

        Text after ``#`` is a comment. Raises ``deal_text_long`` and ``deal_text_line``.
        """
        if not isinstance(text, str) or len(text) > LONGEST:
            raise self.error("deal_text_long", most=LONGEST)
        found: dict[str, Line] = {}
        plays: list[list[str]] | None = None
        for number, typed in enumerate(text.splitlines(), start=1):
            words = typed.partition("#")[0].split()
            if plays is not None:
                plays.append([word for word in words if not _NUMBER.fullmatch(word)])
            elif words == [self.played]:
                plays = []
            elif words and words[0] in self.heads and words[0] not in found:
                found[words[0]] = Line(number, words[1:], typed)
            elif words:
                raise self.unreadable(Line(number, words, typed))
        return found, plays or []

    def require(self, lines: Mapping[str, Line], heads: Sequence[str]) -> None:
        """Raise ``deal_text_lacks`` for the first of ``heads`` that is missing."""
        for head in heads:
            if head not in lines:
                raise self.error("deal_text_lacks", head=head)

    def unreadable(self, line: Line) -> RefusalError:
        """Return the refusal of an unreadable line."""
        return self.error("deal_text_line", line=line.number, typed=brief(line.text))

    def version(self, line: Line) -> int:
        """Return the version of the rules, the only content of its line."""
        if len(line.words) != 1 or not _NUMBER.fullmatch(line.words[0]) or line.words[0].endswith("."):
            raise self.unreadable(line)
        return int(line.words[0])

    def dealer(self, line: Line, seats: int) -> int:
        """Return the seat whose letter is the only content of the line."""
        if len(line.words) != 1 or line.words[0] not in tuple(LETTERS[:seats]):
            raise self.unreadable(line)
        return LETTERS.index(line.words[0])

    def rules(self, line: Line, version: int) -> Json:
        """Return a preset with the parameters written as ``name=value``; nothing is validated.

        A text of an older version means what it meant then.
        """
        preset, *changes = line.words or [""]
        if preset not in self.presets or not all("=" in each for each in changes):
            raise self.unreadable(line)
        written = {name: _value(value) for name, _, value in (each.partition("=") for each in changes)}
        return self.rulesets.upgrade(self.rulesets.of_version(self.presets[preset], version) | written)

    def written_rules(self, rules: Mapping[str, Json]) -> str:
        """Return the nearest preset to a ruleset, and every parameter that differs from it."""
        apart = {
            name: {key: rules[key] for key, value in preset.items() if rules[key] != value}
            for name, preset in self.presets.items()
        }
        nearest = min(apart, key=lambda name: len(apart[name]))
        return join_line(
            nearest,
            [
                f"{key}={value if isinstance(value, str) else json.dumps(value, separators=(',', ':'))}"
                for key, value in apart[nearest].items()
            ],
        )


def _value(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
