"""Totals of a whole table: whether they are possible, and what has to be written beside them (R-S40-49, R-S40-50)."""

from collections.abc import Sequence
from dataclasses import replace

from scala40.errors import Faults, RefusalError
from scala40.match import LETTERS, Line, Record, Setting, after_deal, is_finished, start
from scala40.places import position
from scala40.rules import Rules
from scala40.sheet import Totals, field


def with_exits(rules: Rules, totals: Totals, setting: Setting) -> Totals:
    """Return the totals with the lines that must have gone out in the last deal.

    They follow from the end of the table: so many lines were in before that deal that the table went on. If all lines
    that are out went out then, they did so together, and the lower total is ahead (R-S40-37).
    """
    out = lines_out(rules, totals.points)
    is_said = any(each is not None for each in totals.exits)
    if is_said or len(out) < 2 or not was_over(rules, totals.points, setting, out[1:]):
        return totals
    return replace(totals, exits=tuple(1 if line in out else None for line in range(totals.lines)))


def check(rules: Rules, record: Record, setting: Setting) -> None:
    """Raise RefusalError when no table can end with these totals, or when they do not decide its order."""
    standing = position(rules, [record], setting)
    field_a = field("points", next((line for line, points in enumerate(record.points) if points is not None), 0))
    said = ", ".join(str(points) for points in record.points if points is not None)
    if not standing.is_finished:
        inside = sum(each.is_in for each in standing.standings)
        raise RefusalError(
            "totals_unfinished", field=field_a, said=said, inside=inside, out_at=rules.out_at, through=setting.through
        )
    if not any(each.is_in for each in standing.standings):
        raise RefusalError("totals_nobody_in", field=field_a, said=said, out_at=rules.out_at)
    # Where the order of lines that are out decides, the deal in which each went out is required (R-S40-50). Before the
    # final only those who go on are asked for: they went out last, and the others need not be told apart.
    out = lines_out(rules, record.points)
    missing = [line for line in out if record.exits[line] is None]
    inside = sum(points is not None for points in record.points) - len(out)
    decides = len(out) > 1 and (setting.is_final or inside < setting.through)
    known = [record.exits[line] or 1 for line in out if line not in missing]
    is_settled = not setting.is_final and min(known, default=1) > 1 and len(known) >= setting.through - inside > 0
    if missing and not is_settled and (decides or known):
        faults = Faults()
        faults.found += [
            RefusalError("exit_missing", field=field("exits", each), line=LETTERS[each]) for each in missing
        ]
        faults.refuse()
    if known:
        last = max(known)
        later = [line for line in out if record.exits[line] == last]
        if was_over(rules, record.points, setting, later):
            lines = ", ".join(LETTERS[line] for line in later)
            raise RefusalError("exits_after_end", field=field("exits", later[0]), lines=lines, deal=last)
    if standing.ties and rules.table_tiebreak in ("last_deal", "deals_closed"):
        level = ", ".join(LETTERS[line] for line in standing.ties[0].lines)
        raise RefusalError("totals_level", field=field_a, level=level)


def lines_out(rules: Rules, points: Sequence[int | None]) -> list[Line]:
    """Return the lines whose total is at the limit or above."""
    return [line for line, each in enumerate(points) if each is not None and each >= rules.out_at]


def was_over(rules: Rules, points: Sequence[int | None], setting: Setting, last: Sequence[Line]) -> bool:
    """Return whether the table was over before the deal in which exactly the lines in ``last`` went out."""
    before = tuple(0 if line in last else each for line, each in enumerate(points))
    record = Record(before, depth="totals", exits=(1,) * len(points))
    setting = replace(setting, time_called=False)
    return is_finished(rules, after_deal(rules, start(setting), record, 1), setting)
