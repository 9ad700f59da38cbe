"""The order of a match: regular deals add up, tie-break deals and drawn cards part who is level where it matters."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from gamekit.order import (
    Group,
    Groups,
    Position,
    Setting,
    after_tiebreaks,
    crossing,
    order_of,
    regular,
    split,
    tie_of,
)
from punti.rules import Rules

Line: TypeAlias = int
Totals: TypeAlias = tuple[int, ...]

LETTERS: Final = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one deal; ``tiebreak`` is 0 for a regular deal.

    ``points`` has None for a line that took no part; ``left`` are the lines that left the match in this deal; ``order``
    are the lines that drew cards instead of playing, the highest first. ``is_total`` stands for all regular deals.
    """

    points: tuple[int | None, ...]
    tiebreak: int = 0
    left: frozenset[Line] = frozenset()
    order: tuple[Line, ...] = ()
    is_total: bool = False

    @property
    def playing(self) -> tuple[Line, ...]:
        """The lines with points."""
        return tuple(line for line, points in enumerate(self.points) if points is not None)


def totals(records: Sequence[Record], lines: int) -> Totals:
    """Return the points of the regular deals: tie-breaks only decide the winner (R-PTI-12)."""
    return regular(records, lines).sums


def regular_end(rules: Rules, records: Sequence[Record], setting: Setting) -> bool:
    """Return whether the regular deals are over: by points, by their number, by the clock, or by leaving."""
    deals = regular(records, setting.lines)
    gone = setting.absent | deals.exits.keys()
    points = [points for line, points in enumerate(deals.sums) if line not in gone]
    if setting.time_called or len(points) <= setting.through or any(record.is_total for record in records):
        return True
    # R-PTI-09, R-PTI-10: the number of deals, or the target of points, which anybody may reach.
    if rules.match_mode == "fixed_deals":
        is_reached = deals.number >= (rules.deals or 0)
    else:
        is_reached = max(points) >= (rules.target or 0)
    if not is_reached:
        return False
    # R-PTI-11: outside a knockout a level match is a draw, or goes on.
    return setting.must_decide or rules.level_at_end == "draw" or not is_level(rules, records, setting)


def is_level(rules: Rules, records: Sequence[Record], setting: Setting) -> bool:
    """Return whether lines are level where it matters after the regular deals: only some advance (R-PTI-11)."""
    return crossing(_order(rules, records, setting), setting) is not None


def tiebreak_limit(rules: Rules, setting: Setting) -> int | None:
    """Return the most tie-break deals of a level match, after which cards decide; None for a draw (R-PTI-13)."""
    if setting.time_called and rules.level_at_time == "card":
        return 0
    if setting.must_decide or (setting.time_called and rules.level_at_time == "decider"):
        return rules.tiebreak_deals
    return None


def position(rules: Rules, records: Sequence[Record], setting: Setting) -> Position:
    """Return the match after ``records``: the one computation of its end, its order and its ties."""
    groups = _order(rules, records, setting)
    left = frozenset(line for record in records for line in record.left)
    if not regular_end(rules, records, setting):
        return Position(groups, left, False, None)
    # R-PTI-12, R-PTI-23.
    groups = after_tiebreaks(groups, records, setting, partial(_after_tiebreak, rules))
    level, limit = crossing(groups, setting), tiebreak_limit(rules, setting)
    if level is None or limit is None:
        return Position(groups, left, True, None)
    # The level lines play a deal next, or draw a card where ``limit`` deals were played or they left (R-PTI-14).
    return Position(groups, left, True, tie_of(groups, level[0], limit, left))


def after_time(rules: Rules, setting: Setting) -> tuple[str, str]:
    """Return how a match ends after called time: phrases ``time.<code>``, the second for level lines (R-PTI-20)."""
    who = "fewest" if rules.fewest_win else "ahead"
    limit = tiebreak_limit(rules, Setting(must_decide=setting.must_decide, time_called=True))
    level = "level_draw" if limit is None else "level_deals" if limit else "level_card"
    return f"{who}_win" if setting.through == 1 else f"{who}_go_on", level


def _order(rules: Rules, records: Sequence[Record], setting: Setting) -> Groups:
    """Order the lines by their points, then by leaving (R-PTI-08)."""
    return order_of(regular(records, setting.lines), setting, fewest_win=rules.fewest_win)


def _after_tiebreak(rules: Rules, group: Group, record: Record) -> list[Group]:
    """R-PTI-12, R-PTI-14: better points are ahead, who left is last; after drawn cards nobody is level."""
    if record.order:
        drawn = {line: place for place, line in enumerate(record.order)}
        return split(group, lambda line: drawn.get(line, len(drawn)))
    sign = 1 if rules.fewest_win else -1
    return split(group, lambda line: (line in record.left, sign * (record.points[line] or 0)), played=1)
