"""The match (partita): when the regular deals end, what level lines need, and who advances from the table.

``check`` refuses deals that cannot follow each other; each refusal names the field, the value and the rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final, TypeAlias

from gamekit.order import (
    Group,
    Position,
    Regular,
    Setting,
    after_tiebreaks,
    crossing,
    order_of,
    regular,
    running,
    safe,
    split,
    tie_of,
)
from scopa.errors import RefusalError
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


def is_level(deals: Regular, setting: Setting) -> bool:
    """Return whether lines are level where it matters after the regular deals: only some advance (R-SCO-61)."""
    return crossing(order_of(deals, setting), setting) is not None


def totals(rules: Rules, records: Sequence[Record], lines: int = DUEL) -> Totals:
    """Return the points that count for the match points: tie-break deals only decide the winner (R-SCO-35)."""
    if not rules.spareggio_points_in_mp:
        return regular(records, lines).sums
    return tuple(sum(record.points[line] or 0 for record in records) for line in range(lines))


def regular_end(rules: Rules, deals: Regular, setting: Setting) -> bool:
    """Return whether the regular deals are over: won, level if one must win, drawn, or ended by clock or leaving."""
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
    return not is_level(deals, setting) or setting.must_decide or rules.tie_at_end_nonko == "draw"


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
    deals = regular(records, setting.lines)
    groups = order_of(deals, setting)
    left = frozenset(line for record in records for line in record.left)
    if not regular_end(rules, deals, setting):
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


def check(rules: Rules, records: Sequence[Record], setting: Setting) -> None:
    """Raise RefusalError when these deals cannot follow each other."""
    in_time = replace(setting, time_called=False) if setting.time_called else setting
    for number, (record, so_far) in enumerate(zip(records, running(records, setting.lines), strict=False)):
        before, deal = records[:number], number + 1
        if len(record.points) != setting.lines:
            raise RefusalError("lines_of_sheet", field="lines", given=len(record.points), lines=setting.lines)
        if record.tiebreak:
            _check_tiebreak(rules, before, record, setting)
            continue
        if before and before[-1].tiebreak:
            raise RefusalError("deal_after_tiebreak", deal=deal)
        if regular_end(rules, so_far, in_time):
            raise RefusalError("deal_after_end", deal=deal, totals=_standing(so_far))
        gone = setting.absent | so_far.exits.keys()
        expected = [line for line in range(setting.lines) if line not in gone]
        _check_who(record, expected, "line_not_in")
        if record.left:
            staying = [line for line in expected if line not in record.left]
            _check_end_by_leaving(record, ended=len(staying) <= setting.through)


def _standing(deals: Regular) -> str:
    """Return the points of the regular deals, as a refusal names them."""
    return " - ".join(map(str, deals.sums))


def _check_who(record: Record, expected: Sequence[Line], code: str) -> None:
    """Refuse a deal unless exactly the lines still in take part or leave; without points if it ended by leaving."""
    playing = record.playing
    if not record.left and list(playing) == expected:
        return
    for line in sorted({*playing, *record.left} - {*expected}):
        level = ", ".join(LETTERS[each] for each in expected)
        raise RefusalError(code, field=_field(record, line), player=LETTERS[line], level=level)
    for line in sorted(record.left & {*playing}):
        # A line disqualified before this deal may have no points in it.
        raise RefusalError("left_points", field=f"points_{LETTERS[line].lower()}", player=LETTERS[line])
    if record.left and not playing:
        return
    for line in expected:
        if line not in playing and line not in record.left:
            raise RefusalError("points_missing", field=_field(record, line), player=LETTERS[line])


def _field(record: Record, line: Line) -> str:
    return f"{'left' if line in record.left else 'points'}_{LETTERS[line].lower()}"


def _check_end_by_leaving(record: Record, *, ended: bool) -> None:
    """R-SCO-63: a deal that a leaving ends has no points, every other one is dealt again and played."""
    left = ", ".join(LETTERS[line] for line in sorted(record.left))
    field = _field(record, min(record.left))
    if ended and record.playing:
        raise RefusalError("deal_ended_by_leaving", field=field, left=left)
    if not ended and not record.playing:
        raise RefusalError("deal_goes_on", field=field, left=left)


def _check_tiebreak(rules: Rules, before: Sequence[Record], record: Record, setting: Setting) -> None:
    found = position(rules, before, setting)
    if found.tie is None:
        deals = regular(before, setting.lines)
        if not is_level(deals, setting):
            raise RefusalError("tiebreak_not_level", field="tiebreak", totals=_standing(deals))
        raise RefusalError("tiebreak_not_due", field="tiebreak", tiebreak=record.tiebreak)
    tie = found.tie
    if record.tiebreak != tie.number:
        raise RefusalError("tiebreak_number", field="tiebreak", tiebreak=record.tiebreak, due=tie.number)
    # Who is through already may leave: the others play on for what that makes free.
    leaving = record.left - safe(found.groups, setting.through)
    _check_who(replace(record, left=leaving), tie.lines, "line_not_level")
    after = position(rules, [*before, record], setting).tie
    if leaving:
        # Without points only if the leaving ended it: some who stay must be level for another deal.
        uncounted = Record((None,) * setting.lines, record.tiebreak, left=record.left)
        still = position(rules, [*before, uncounted], setting).tie
        _check_end_by_leaving(record, ended=still is None or not {*tie.lines} - record.left & {*still.lines})
    if after is None or not record.playing:
        return
    if tie.by_card:
        raise RefusalError("high_card_level", field="points_a")
    is_last = tie.number == tiebreak_limit(rules, setting)
    if is_last and record.last_capture is None:
        raise RefusalError("last_capture_missing", field="last_capture", tiebreak=record.tiebreak)
