"""Checks of the order of deals: each refusal names the field, the value and the rule."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gamekit.order import safe
from scala40 import totals_checks
from scala40.errors import RefusalError
from scala40.match import LETTERS, Line, Record, Setting, regular
from scala40.places import position
from scala40.rules import Rules

FEWEST, MOST = 2, 6
"""R-S40-02: the lines that a table can have."""


def check(rules: Rules, records: Sequence[Record], setting: Setting) -> None:
    """Raise RefusalError when these deals cannot follow each other."""
    if not FEWEST <= setting.lines <= MOST:
        raise RefusalError("lines_at_table", lines=setting.lines, fewest=FEWEST, most=MOST)
    for number, record in enumerate(records):
        if len(record.points) != setting.lines:
            raise RefusalError("lines_of_sheet", field="lines", given=len(record.points), lines=setting.lines)
        before, deal = records[:number], number + 1
        if record.tiebreak:
            _check_tiebreak(rules, before, record, setting)
            continue
        if len(regular(before)) < len(before):
            raise RefusalError("deal_after_tiebreak", deal=deal)
        if before and (record.is_total or before[0].is_total):
            raise RefusalError("totals_beside_deals", field="depth", deal=deal)
        in_time = replace(setting, time_called=False)
        standing = position(rules, before, in_time)
        if standing.is_finished:
            raise RefusalError("deal_after_end", deal=deal, out_at=rules.out_at)
        for line in _lines_present(record):
            own, values = standing.standings[line], {"field": _field(record, line), "line": LETTERS[line]}
            if own.is_absent:
                raise RefusalError("line_absent", **values)
            if own.has_left:
                raise RefusalError("line_has_left", deal=own.exit, **values)
            if not own.is_in:
                raise RefusalError("line_out", total=own.total, deal=own.exit, out_at=rules.out_at, **values)
        _check_all_there(record, [line for line, each in enumerate(standing.standings) if each.is_in])
        if record.left:
            _check_end_by_leaving(record, position(rules, [*before, _only_leavers(record)], in_time).is_finished)
        if record.is_total:
            totals_checks.check(rules, record, setting)


def _lines_present(record: Record) -> Iterator[Line]:
    """Yield the lines that took part according to a sheet."""
    return (line for line, points in enumerate(record.points) if points is not None or line in record.left)


def _field(record: Record, line: Line) -> str:
    kind = "left" if line in record.left else "points" if record.is_total else record.depth
    return f"{kind}_{LETTERS[line].lower()}"


def _check_all_there(record: Record, expected: Sequence[Line]) -> None:
    """Refuse a line still in without points, unless it closed or left, or the deal ended by leaving."""
    if record.left and not record.was_counted:
        return
    for line in expected:
        if line not in _lines_present(record):
            raise RefusalError("points_missing", field=_field(record, line), line=LETTERS[line])


def _only_leavers(record: Record) -> Record:
    """Return the same deal with only the lines that left in it."""
    return replace(record, points=(None,) * len(record.points), closer=None, in_hand=False)


def _check_end_by_leaving(record: Record, ended: bool) -> None:
    """R-S40-45: a deal that a leaving ends has no points, every other one goes on to its close."""
    left = ", ".join(LETTERS[line] for line in sorted(record.left))
    field = _field(record, min(record.left))
    if ended and record.was_counted:
        raise RefusalError("deal_ended_by_leaving", field=field, left=left)
    if not ended and not record.was_counted:
        raise RefusalError("deal_goes_on", field=field, left=left)


def _check_tiebreak(rules: Rules, before: Sequence[Record], record: Record, setting: Setting) -> None:
    """R-S40-38: only those who are level play a tie-break deal or draw a card, and all of them."""
    standing = position(rules, before, setting)
    if not standing.ties:
        code = "tiebreak_not_level" if standing.is_finished else "tiebreak_too_early"
        raise RefusalError(code, field="tiebreak", tiebreak=record.tiebreak)
    tie = standing.ties[0]
    if record.tiebreak != tie.number:
        raise RefusalError("tiebreak_number", field="tiebreak", due=tie.number, tiebreak=record.tiebreak)
    by_card = tie.kind == "card"
    if bool(record.order) != by_card:
        raise RefusalError("tiebreak_card" if by_card else "tiebreak_deal", field="depth")
    level = ", ".join(LETTERS[line] for line in tie.lines)
    if by_card:
        if set(record.order) != set(tie.lines):
            drawn = ", ".join(LETTERS[line] for line in record.order)
            raise RefusalError("order_lines", field="order_1", drawn=drawn, level=level)
        return
    # Who is through already may leave: the others play on for what that makes free.
    leaving = record.left - safe(standing.groups, setting.through)
    for line in _lines_present(replace(record, left=leaving)):
        if line not in tie.lines:
            raise RefusalError("line_not_level", field=_field(record, line), line=LETTERS[line], level=level)
    _check_all_there(record, tie.lines)
    if leaving:
        still = position(rules, [*before, _only_leavers(record)], setting).ties
        staying = set(tie.lines) - record.left
        _check_end_by_leaving(record, ended=not any(staying & set(each.lines) for each in still))
