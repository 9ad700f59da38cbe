"""The match (partita): when the regular deals end, what level lines need, and who advances from the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, TypeAlias

from gamekit.order import Group, Position, Setting, after_tiebreaks, crossing, order_of, regular, split, tie_of
from scopa.rules import Rules
from scopa.state import Line

CAPPOTTO_POINTS: Final = 7
"""R-SCO-36; seven to nothing, where it is agreed."""

LETTERS: Final = "ABCD"
DUEL: Final = 2

Totals: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one deal; ``tiebreak`` is 0 for a regular deal, ``last_capture`` the line that made it.

    ``points`` has None for a line that took no part; ``left`` are the lines that left the match in this deal
    (R-SCO-63).
    """

    points: tuple[int | None, ...]
    tiebreak: int = 0
    last_capture: Line | None = None
    left: frozenset[Line] = frozenset()

    @property
    def playing(self) -> tuple[Line, ...]:
        return tuple([line for line, points in enumerate(self.points) if points is not None])


def tiebreaks(records: Sequence[Record]) -> list[Record]:
    """Return the tie-break deals (spareggi)."""
    return [record for record in records if record.tiebreak]


def is_level(records: Sequence[Record], setting: Setting) -> bool:
    """Return whether lines are level where it matters after the regular deals: only some advance (R-SCO-61)."""
    return crossing(order_of(regular(records, setting.lines), setting), setting) is not None


def totals(rules: Rules, records: Sequence[Record], lines: int = DUEL) -> Totals:
    """Return the points that count for the match points: tie-break deals only decide the winner (R-SCO-35)."""
    if not rules.spareggio_points_in_mp:
        return regular(records, lines).sums
    return tuple(sum(record.points[line] or 0 for record in records) for line in range(lines))


def regular_end(rules: Rules, records: Sequence[Record], setting: Setting) -> bool:
    """Return whether the regular deals are over: won, level if one must win, drawn, or ended by clock or leaving."""
    deals = regular(records, setting.lines)
    gone = setting.absent | deals.exits.keys()
    points = [points for line, points in enumerate(deals.sums) if line not in gone]
    if setting.time_called or len(points) <= setting.through:
        return True
    most = max(points)
    # Cappotto, checked at the end of a deal: nobody else has a point (R-SCO-36).
    if rules.cappotto == "7-0" and most >= CAPPOTTO_POINTS and most == sum(points):
        return True
    # The number of deals, or the target of points (R-SCO-29, R-SCO-30).
    if rules.match_mode == "fixed_deals":
        is_reached = deals.number >= (rules.deals or 0)
    elif rules.target_test == "exceed":
        is_reached = most > (rules.target or 0)
    else:
        is_reached = most >= (rules.target or 0)
    if not is_reached:
        return False
    return not is_level(records, setting) or setting.must_decide or rules.tie_at_end_nonko == "draw"


def tiebreak_limit(rules: Rules, setting: Setting) -> int:
    """Return the most tie-break deals of a level match; 0 where cards decide, or for a draw (R-SCO-33, R-SCO-38)."""
    if _is_high_card(rules, setting):
        return 0
    after_time = setting.time_called and rules.tie_after_time == "spareggio"
    return rules.ko_tiebreak_deals if setting.must_decide or after_time else 0


def _is_high_card(rules: Rules, setting: Setting) -> bool:
    """Return whether cards decide a match that is level at time: one record, a point for the higher card (R-SCO-38)."""
    return setting.time_called and rules.tie_after_time == "high_card"


def position(rules: Rules, records: Sequence[Record], setting: Setting) -> Position:
    """Return the match after ``records``: the one computation of its end, its order and its ties."""
    return _position(rules, tuple(records), setting)


@lru_cache(maxsize=256)
def _position(rules: Rules, records: tuple[Record, ...], setting: Setting) -> Position:
    """Return the position; cached, because callers ask for the end, the order and the tie of the same match."""
    # R-SCO-60, R-SCO-63: who left is behind those who stayed.
    groups = order_of(regular(records, setting.lines), setting)
    left = frozenset(line for record in records for line in record.left)
    if not regular_end(rules, records, setting):
        return Position(groups, left, False, None)
    limit = tiebreak_limit(rules, setting)
    # R-SCO-61, R-SCO-63.
    groups = after_tiebreaks(groups, records, setting, partial(_after_tiebreak, limit))
    level = crossing(groups, setting)
    if level is None or not (limit or _is_high_card(rules, setting)):
        return Position(groups, left, True, None)
    # The level lines play a deal next, or draw a card where ``limit`` deals were played or they left (R-SCO-62).
    return Position(groups, left, True, tie_of(groups, level[0], limit, left))


def _after_tiebreak(limit: int, group: Group, record: Record) -> list[Group]:
    """R-SCO-33, R-SCO-34, R-SCO-62: more points are better, who left is last; after the last deal its last capture."""
    parts = split(group, lambda line: (line in record.left, -(record.points[line] or 0)), played=1)
    if group.played + 1 != limit:
        return parts
    return [each for part in parts for each in split(part, lambda line: line == record.last_capture)]
