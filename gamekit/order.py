"""The order of the lines at a table, who goes on by it, and what parts those who are level where it matters."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol, TypeAlias, TypeVar

Line: TypeAlias = int
"""A side at a table, counted from 0."""

Key: TypeAlias = Callable[[Line], Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that are level so far, after ``played`` tie-break deals between them."""

    lines: tuple[Line, ...]
    played: int = 0


Groups: TypeAlias = tuple[Group, ...]
"""Groups of level lines, best first, split by each next criterion."""


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


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting: whether somebody must win, whether the hall clock has ended the regular deals.

    ``lines`` sit at the table, ``absent`` of them not at all, and ``through`` of them advance: one where one wins.
    """

    must_decide: bool = False
    time_called: bool = False
    lines: int = 2
    through: int = 1
    absent: frozenset[Line] = frozenset()


class Dealt(Protocol):
    """What is asked of the record of a deal."""

    @property
    def points(self) -> Sequence[int | None]:
        """The points of each line; None for one that took no part."""

    @property
    def tiebreak(self) -> int:
        """The number of a tie-break deal, 0 for a regular one."""

    @property
    def left(self) -> frozenset[Line]:
        """The lines that left the match in this deal."""


Deal = TypeVar("Deal", bound=Dealt)


@dataclass(frozen=True, slots=True)
class Regular:
    """The regular deals of a match together.

    ``number`` counts those that were played, ``sums`` are the points of each line; ``exits`` has for each line that
    left the place of that deal.
    """

    number: int
    sums: tuple[int, ...]
    exits: Mapping[Line, int]


def regular(records: Sequence[Dealt], lines: int) -> Regular:
    """Add up the deals that are not tie-breaks. One that somebody ended by leaving has no points."""
    *_before, found = running(records, lines)
    return found


def running(records: Sequence[Dealt], lines: int) -> Iterator[Regular]:
    """Yield what the regular deals make together before each record, and after the last: all in one pass."""
    number, sums, exits = 0, [0] * lines, dict[Line, int]()
    yield Regular(number, tuple(sums), exits)
    for place, record in enumerate(records):
        if not record.tiebreak:
            is_played = False
            for line, points in enumerate(record.points):
                if points is not None:
                    sums[line] += points
                    is_played = True
            number += is_played
            exits = exits | dict.fromkeys(record.left, place)
        yield Regular(number, tuple(sums), exits)


def order_of(deals: Regular, setting: Setting, *, fewest_win: bool = False) -> Groups:
    """Order lines that stayed by their points, then those that left, the latest first, then the absent."""
    sign = 1 if fewest_win else -1

    def key(line: Line) -> tuple[int, ...]:
        if line in setting.absent:
            return (2,)
        points = sign * deals.sums[line]
        return (1, -deals.exits[line], points) if line in deals.exits else (0, points)

    return tuple(split(Group(tuple(range(setting.lines))), key))


def after_tiebreaks(
    groups: Groups, records: Sequence[Deal], setting: Setting, part: Callable[[Group, Deal], Sequence[Group]]
) -> Groups:
    """Let each tie-break deal ``part`` the lines that are level then.

    A line that was through and leaves while others play for a place is behind them all.
    """
    for record in records:
        if not record.tiebreak:
            continue
        level, gone = crossing(groups, setting), safe(groups, setting.through) & record.left
        if level is not None:
            number, group = level
            groups = (*groups[:number], *part(group, record), *groups[number + 1 :])
        groups = put_last(groups, gone, setting.absent)
    return groups


@dataclass(frozen=True, slots=True)
class OpenTie:
    """Level lines where it matters: the next tie-break, a deal or a card, and the places at stake."""

    number: int
    lines: tuple[Line, ...]
    places: tuple[int, int]
    by_card: bool


@dataclass(frozen=True, slots=True)
class Position:
    """How a match stands: groups of level lines, best first; who left; whether the regular deals are over; the tie."""

    groups: Groups
    left: frozenset[Line]
    is_ended: bool
    tie: OpenTie | None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played: never while a tie is open."""
        return self.is_ended and self.tie is None


def crossing(groups: Groups, setting: Setting) -> tuple[int, Group] | None:
    """Return the group of level lines of which only some advance, with its number."""
    for number, group in enumerate(groups):
        before = ahead(groups, number)
        if before < setting.through < before + len(group.lines) and group.lines[0] not in setting.absent:
            return number, group
    return None


def tie_of(groups: Groups, number: int, limit: int, left: Collection[Line]) -> OpenTie:
    """Return what the level lines of a group play next: a deal, or a card after ``limit`` deals or if they left."""
    group, before = groups[number], ahead(groups, number)
    by_card = group.played >= limit or group.lines[0] in left
    following = (limit if by_card else group.played) + 1
    return OpenTie(following, group.lines, (before + 1, before + len(group.lines)), by_card)


def states_of(found: Position, setting: Setting) -> tuple[str, ...]:
    """Return the state of each line: playing, level, through, out, left, absent; a draw has neither through nor out."""
    said, before = [""] * setting.lines, 0
    for group in found.groups:
        is_drawn = before < setting.through < before + len(group.lines)
        for line in group.lines:
            if line in setting.absent:
                said[line] = "absent"
            elif line in found.left:
                said[line] = "left"
            elif found.tie is not None and line in found.tie.lines:
                said[line] = "level"
            elif not found.is_ended or is_drawn:
                said[line] = "playing"
            else:
                said[line] = "through" if before < setting.through else "out"
        before += len(group.lines)
    return tuple(said)
