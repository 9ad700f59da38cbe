"""Checks of the order of deals: each refusal names the field, the value and the rule."""

from collections.abc import Sequence
from dataclasses import replace

from gamekit.order import Setting, regular, safe
from scopa.errors import RefusalError
from scopa.match import LETTERS, Record, is_level, position, regular_end, tiebreak_limit
from scopa.rules import Rules
from scopa.state import Line


def check(rules: Rules, records: Sequence[Record], setting: Setting) -> None:
    """Raise RefusalError when these deals cannot follow each other."""
    for number, record in enumerate(records):
        before, deal = records[:number], number + 1
        if len(record.points) != setting.lines:
            raise RefusalError("lines_of_sheet", field="lines", given=len(record.points), lines=setting.lines)
        if record.tiebreak:
            _check_tiebreak(rules, before, record, setting)
            continue
        if before and before[-1].tiebreak:
            raise RefusalError("deal_after_tiebreak", deal=deal)
        if regular_end(rules, before, replace(setting, time_called=False)):
            raise RefusalError("deal_after_end", deal=deal, totals=_standing(before, setting))
        gone = setting.absent.union(*(each.left for each in before))
        expected = [line for line in range(setting.lines) if line not in gone]
        _check_who(record, expected, "line_not_in")
        if record.left:
            staying = [line for line in expected if line not in record.left]
            _check_end_by_leaving(record, ended=len(staying) <= setting.through)


def _standing(before: Sequence[Record], setting: Setting) -> str:
    """Return the points of the regular deals, as a refusal names them."""
    return " - ".join(map(str, regular(before, setting.lines).sums))


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
        if not is_level(before, setting):
            raise RefusalError("tiebreak_not_level", field="tiebreak", totals=_standing(before, setting))
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
