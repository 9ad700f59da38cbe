"""Tables in a few signs: ``deals("0 12 30", "7 0! - ")`` is what a scorer writes, one text a deal, one place a line."""

from collections.abc import Iterable

from scala40.match import Record, Setting
from scala40.places import Position, position
from scala40.presets import TORNEO_003
from scala40.rules import Rules

FOUR = Setting(lines=4, through=2)
FINAL = Setting(lines=4, through=1)


def record(text: str, tiebreak: int = 0) -> Record:
    """``0`` closed, ``0!`` closed in hand, ``-`` took no part, ``x`` left."""
    signs = text.split()
    points = tuple(None if sign in "-x" else int(sign.rstrip("!")) for sign in signs)
    closer = next((line for line, each in enumerate(points) if each == 0), None)
    left = frozenset(line for line, sign in enumerate(signs) if sign == "x")
    return Record(points, tiebreak, closer, "!" in text, left)


def deals(*texts: str) -> list[Record]:
    return [record(text) for text in texts]


def extra(*texts: str) -> list[Record]:
    """Tie-break deals numbered from 1."""
    return [record(text, number) for number, text in enumerate(texts, start=1)]


def drawn(tiebreak: int, *order: int, lines: int = 4) -> Record:
    """Cards drawn, the highest first."""
    return Record((None,) * lines, tiebreak, order=order, depth="order")


def letters(groups: Iterable[Iterable[int]]) -> str:
    """``A D BC`` for the order A, D, and B level with C."""
    return " ".join("".join("ABCDEF"[line] for line in group) for group in groups)


def stands(records: list[Record], setting: Setting = FOUR, rules: Rules = TORNEO_003) -> Position:
    return position(rules, records, setting)


def order(records: list[Record], setting: Setting = FOUR, rules: Rules = TORNEO_003) -> str:
    return letters(group.lines for group in stands(records, setting, rules).groups)


def tie(records: list[Record], setting: Setting = FOUR, rules: Rules = TORNEO_003) -> str:
    """``1 BD 2-3 deal`` for the first open tie; nothing when there is none."""
    open_ties = stands(records, setting, rules).ties
    if not open_ties:
        return ""
    first = open_ties[0]
    return f"{first.number} {letters([first.lines])} {first.places[0]}-{first.places[1]} {first.kind}"
