"""The order of the lines at a table: groups of level lines, best first, split by each next criterion."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

Line: TypeAlias = int
"""A side at a table, counted from 0."""

Key: TypeAlias = Callable[[Line], Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that are level so far, after ``played`` tie-break deals between them."""

    lines: tuple[Line, ...]
    played: int = 0


def split(group: Group, key: Key, played: int = 0) -> list[Group]:
    """Split the group by ``key``, lowest first; each part has ``played`` more tie-break deals."""
    lines = sorted(group.lines, key=key)
    return [Group(tuple(sorted(each)), group.played + played) for _, each in groupby(lines, key)]


def ahead(groups: Sequence[Group], number: int) -> int:
    """The number of lines before the group with that number."""
    return sum(len(group.lines) for group in groups[:number])
