"""The deals of a table in order: the total of each line, when it went out, who is still in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scala40.rules import Rules

Line: TypeAlias = int

LETTERS: Final = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one deal; ``tiebreak`` is 0 for a regular deal.

    ``points`` has None for a line that took no part or left in this deal; ``order`` are the lines that drew cards, the
    highest first, and is empty where cards were played; ``depth`` is that of the sheet, for the names of its fields. A
    record of depth ``totals`` is a whole table; ``exits`` has the deals in which its lines went out, where known.
    """

    points: tuple[int | None, ...]
    tiebreak: int = 0
    closer: Line | None = None
    in_hand: bool = False
    left: frozenset[Line] = frozenset()
    order: tuple[Line, ...] = ()
    depth: str = "points"
    exits: tuple[int | None, ...] = ()

    @property
    def is_total(self) -> bool:
        """Whether it stands for all regular deals of the table (R-S40-49)."""
        return self.depth == "totals"

    @property
    def was_counted(self) -> bool:
        """Whether the deal has points: not so if it ended because somebody left."""
        return any(each is not None for each in self.points)


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting: the number of chairs, the empty ones, how many advance, whether the hall's time is over."""

    lines: int = 2
    through: int = 1
    absent: frozenset[Line] = frozenset()
    time_called: bool = False

    @property
    def is_final(self) -> bool:
        """Whether there is one winner, and every place at the table is a place in the event."""
        return self.through == 1


@dataclass(frozen=True, slots=True)
class Standing:
    """A line after the regular deals; ``exit`` is the deal in which it went out or left, 0 while it is in.

    ``last`` are its points in the last deal that it took part in. Where the deals in which lines went out are not
    known, their exits are level.
    """

    total: int = 0
    deals: int = 0
    exit: int = 0
    has_left: bool = False
    is_absent: bool = False
    closed: int = 0
    last: int = 0
    is_exit_known: bool = True

    @property
    def is_in(self) -> bool:
        return not self.exit and not self.is_absent


def regular(records: Iterable[Record]) -> list[Record]:
    """Return the deals that are not tie-breaks."""
    return [record for record in records if record.tiebreak == 0]


def totals(records: Iterable[Record]) -> tuple[int, ...]:
    """Return the totals of the regular deals; empty before the first record."""
    rows = [[points or 0 if not record.tiebreak else 0 for points in record.points] for record in records]
    return tuple(map(sum, zip(*rows, strict=True)))


def start(setting: Setting) -> list[Standing]:
    """Return every line before the first deal: at every table totals begin at 0 (R-S40-39)."""
    return [Standing(is_absent=line in setting.absent) for line in range(setting.lines)]


def after_deal(rules: Rules, standings: Sequence[Standing], record: Record, number: int) -> list[Standing]:
    """Return the lines after the regular deal ``number``, or after a whole table whose totals are known."""
    found = list(standings)
    if record.is_total:
        out = {line for line, points in enumerate(record.points) if points is not None and points >= rules.out_at}
        deals = max((record.exits[line] or 1 for line in out), default=1)
        for line, points in enumerate(record.points):
            if points is None:
                continue
            exit_ = (record.exits[line] or 1) if line in out else 0
            is_known = line not in out or record.exits[line] is not None
            found[line] = replace(found[line], total=points, deals=exit_ or deals, exit=exit_, is_exit_known=is_known)
        return found
    for line, standing in enumerate(standings):
        if not standing.is_in:
            continue
        points = record.points[line]
        if line in record.left:
            found[line] = replace(standing, deals=number, exit=number, has_left=True)
        elif points is not None:
            total = standing.total + points
            found[line] = replace(
                standing,
                total=total,
                deals=number,
                # R-S40-35: out at 101, reached or passed, without return.
                exit=number if total >= rules.out_at else 0,
                closed=standing.closed + (record.closer == line),
                last=points,
            )
    return found


def is_finished(rules: Rules, standings: Sequence[Standing], setting: Setting) -> bool:
    """Return whether the regular deals are over: enough lines out (R-S40-36, R-S40-42), or time called (R-S40-44)."""
    if setting.time_called or sum(standing.is_in for standing in standings) <= setting.through:
        return True
    return setting.is_final and rules.final_mode == "two_out" and sum(each.exit > 0 for each in standings) >= 2


def after_time(rules: Rules, setting: Setting) -> tuple[str, str]:
    """Return how the table ends after called time (R-S40-44): phrases ``time.<code>``, the second for level lines."""
    return "fewest_win" if setting.is_final else "fewest_go_on", f"level_{rules.table_tiebreak}"
