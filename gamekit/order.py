"""The order of the lines at a table: groups of level lines, best first, split by each next criterion."""

from collections.abc import Callable, Collection, Sequence
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
    """Return the number of lines before the group with that number."""
    return sum(len(group.lines) for group in groups[:number])


def put_last(groups: Sequence[Group], lines: Collection[Line], behind: Collection[Line]) -> tuple[Group, ...]:
    """Put ``lines`` as the last group, in front of those groups only that are ``behind`` in any case."""
    kept = [Group(tuple(line for line in group.lines if line not in lines), group.played) for group in groups]
    here = [group for group in kept if group.lines and not set(group.lines) <= set(behind)]
    rest = [group for group in kept if group.lines and set(group.lines) <= set(behind)]
    return (*here, *([Group(tuple(sorted(lines)))] if lines else []), *rest)


def safe(groups: Sequence[Group], through: int) -> frozenset[Line]:
    """Return the lines of the groups that advance whole, whatever the tie-breaks behind them decide."""
    return frozenset(
        line
        for number, group in enumerate(groups)
        if ahead(groups, number) + len(group.lines) <= through
        for line in group.lines
    )
