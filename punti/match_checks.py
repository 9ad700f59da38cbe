"""Checks of the order of deals: each refusal names the field, the value and the rule."""

from collections.abc import Sequence
from dataclasses import replace

from gamekit.order import Setting, safe
from punti import totals_checks
from punti.errors import Faults, RefusalError
from punti.match import LETTERS, Line, Record, position, regular_end, totals
from punti.rules import FEWEST_LINES, MOST_DIFFERENCE, MOST_LINES, Rules


def check(rules: Rules, records: Sequence[Record], setting: Setting) -> None:
    """Raise RefusalError when these deals cannot follow each other."""
    if not FEWEST_LINES <= setting.lines <= MOST_LINES:
        raise RefusalError("lines_at_table", field="lines", lines=setting.lines, fewest=FEWEST_LINES, most=MOST_LINES)
    for number, record in enumerate(records):
        before, deal = records[:number], number + 1
        if len(record.points) != setting.lines:
            raise RefusalError("lines_of_sheet", field="lines", given=len(record.points), lines=setting.lines)
        if record.tiebreak:
            _check_tiebreak(rules, before, record, setting)
            continue
        if before and before[-1].tiebreak:
            raise RefusalError("deal_after_tiebreak", deal=deal)
        if before and (record.is_total or before[0].is_total):
            raise RefusalError("totals_beside_deals", field="depth", deal=deal)
        if regular_end(rules, before, replace(setting, time_called=False)):
            raise RefusalError("deal_after_end", deal=deal, totals=_score(before, setting))
        gone = setting.absent.union(*(each.left for each in before))
        expected = [line for line in range(setting.lines) if line not in gone]
        _check_who(record, expected, "line_not_in")
        if record.left:
            staying = [line for line in expected if line not in record.left]
            _check_end_by_leaving(record, ended=len(staying) <= setting.through)
        if record.is_total:
            totals_checks.check(rules, record, setting)
    if rules.uses_vp and records:
        # R-PTI-24: what a table of VP is asked for.
        first, second = totals(records, setting.lines)
        if abs(first - second) > MOST_DIFFERENCE:
            place = _field(records[-1], 0 if first > second else 1)
            values = {"totals": _score(records, setting), "most": MOST_DIFFERENCE}
            raise RefusalError("difference_bound", field=place, **values)


def _score(records: Sequence[Record], setting: Setting) -> str:
    """Return the points of the regular deals, as a refusal names them."""
    return " – ".join(map(str, totals(records, setting.lines)))


def _field(record: Record, line: Line) -> str:
    return f"{'left' if line in record.left else 'points'}_{LETTERS[line].lower()}"


def _check_who(record: Record, expected: Sequence[Line], code: str) -> None:
    """Refuse a deal unless exactly the lines still in take part or leave; without points if it ended by leaving."""
    letters = ", ".join(LETTERS[line] for line in expected)
    for line in sorted({*record.playing, *record.left} - {*expected}):
        raise RefusalError(code, field=_field(record, line), line=LETTERS[line], level=letters)
    for line in sorted(record.left & {*record.playing}):
        raise RefusalError("left_points", field=f"points_{LETTERS[line].lower()}", line=LETTERS[line])
    if record.left and not record.playing:
        return
    missing = [line for line in expected if line not in record.playing and line not in record.left]
    faults = Faults()
    faults.found += [RefusalError("points_missing", field=_field(record, line), line=LETTERS[line]) for line in missing]
    faults.refuse()


def _check_end_by_leaving(record: Record, *, ended: bool) -> None:
    """R-PTI-22: a deal that a leaving ends has no points, every other one is dealt again and played."""
    left = ", ".join(LETTERS[line] for line in sorted(record.left))
    field = _field(record, min(record.left))
    if ended and record.playing:
        raise RefusalError("deal_ended_by_leaving", field=field, left=left)
    if not ended and not record.playing:
        raise RefusalError("deal_goes_on", field=field, left=left)


def _check_tiebreak(rules: Rules, before: Sequence[Record], record: Record, setting: Setting) -> None:
    """R-PTI-13, R-PTI-14: only those who are level play a tie-break deal or draw a card, and all of them."""
    found = position(rules, before, setting)
    if found.tie is None:
        code = "tiebreak_not_level" if found.is_ended else "tiebreak_too_early"
        raise RefusalError(code, field="tiebreak", tiebreak=record.tiebreak, totals=_score(before, setting))
    tie = found.tie
    if record.tiebreak != tie.number:
        raise RefusalError("tiebreak_number", field="tiebreak", tiebreak=record.tiebreak, due=tie.number)
    if bool(record.order) != tie.by_card:
        raise RefusalError("tiebreak_card" if tie.by_card else "tiebreak_deal", field="depth")
    if tie.by_card:
        if {*record.order} != {*tie.lines}:
            drawn, level = (", ".join(LETTERS[line] for line in lines) for lines in (record.order, tie.lines))
            raise RefusalError("order_lines", field="order_1", drawn=drawn, level=level)
        return
    # Who is through already may leave: the others play on for what that makes free.
    leaving = record.left - safe(found.groups, setting.through)
    _check_who(replace(record, left=leaving), tie.lines, "line_not_level")
    if leaving:
        # Without points only if the leaving ended it: some who stay must be level for another deal.
        uncounted = Record((None,) * setting.lines, record.tiebreak, left=record.left)
        still = position(rules, [*before, uncounted], setting).tie
        _check_end_by_leaving(record, ended=still is None or not {*tie.lines} - record.left & {*still.lines})
