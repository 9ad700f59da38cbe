"""For ``match_checks``: whether any deals add up to the totals that somebody typed (R-PTI-15 to R-PTI-17)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gamekit.order import Setting
from punti.errors import RefusalError
from punti.match import LETTERS, Line, Record, is_level
from punti.rules import MOST_DEALS, MOST_TOTAL, Rules

TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Span:
    """What one deal makes, in whole steps: for one of the lines at the table, and for all of them together."""

    least: int
    most: int
    whole: int | None
    is_exact: bool


def span(rules: Rules, lines: int) -> Span:
    """Return what one deal makes between so many lines."""
    step, whole = rules.deal_step, rules.deal_sum
    least, most = -(-rules.deal_least // step) * step, rules.deal_most // step * step
    is_exact = whole is not None and rules.deal_sum_test == "exactly"
    if whole is not None:
        # Of several a line may have left and have nothing in the deals that followed.
        floor = max(least, whole - most) if is_exact and lines == TWO else least
        least, most = floor, min(most, whole - (lines - 1) * least)
    return Span(least, most, whole, is_exact)


def check(rules: Rules, record: Record, setting: Setting) -> None:
    """Raise RefusalError where no match ends with these totals."""
    points = {line: record.points[line] or 0 for line in record.playing}
    said, whole = " – ".join(map(str, points.values())), sum(points.values())
    place, ahead = _field(min(points)), max(points, key=lambda line: points[line])
    # After a level end outside a knockout deals were added, so their number is not known.
    is_settled = setting.must_decide or rules.level_at_end == "draw"
    if not setting.time_called:
        if rules.match_mode == "target" and points[ahead] < (rules.target or 0):
            raise RefusalError("totals_unfinished", field=place, totals=said, target=rules.target)
        if not is_settled and is_level(rules, [record], setting):
            raise RefusalError("totals_level", field=place, totals=said)
    deal, fixed = span(rules, len(points)), rules.deals if rules.match_mode == "fixed_deals" else None
    most_deals = fixed if is_settled else None
    if deal.whole is not None and deal.is_exact:
        is_known = most_deals is not None and not setting.time_called
        wrong = whole != (most_deals or 0) * deal.whole if is_known else whole < 0 or whole % deal.whole != 0
        if wrong:
            raise RefusalError("totals_sum", field=place, whole=whole, sum=deal.whole)
        count = whole // deal.whole
        if fixed is not None and not setting.time_called and count < fixed:
            raise RefusalError("totals_sum_least", field=place, whole=whole, bound=fixed * deal.whole)
        most_deals = count if most_deals is None else min(count, most_deals)
    if most_deals is not None and deal.whole is not None and whole > most_deals * deal.whole:
        raise RefusalError("totals_sum_most", field=place, whole=whole, bound=most_deals * deal.whole)
    for line, each in points.items():
        if most_deals is not None and each > most_deals * deal.most:
            raise RefusalError("totals_bound", field=_field(line), points=each, bound=most_deals * deal.most)
        least = (MOST_DEALS if most_deals is None else most_deals) * deal.least
        if each < least:
            raise RefusalError("totals_least", field=_field(line), points=each, bound=least)
    if fixed is None:
        _check_target(rules, points, deal, said, is_settled=is_settled)
    elif not is_settled and len(points) == TWO:
        within = all(fixed * deal.least <= each <= fixed * deal.most for each in points.values())
        is_usual = within and (deal.whole is None or whole <= fixed * deal.whole)
        least, most = 0 if deal.least == 0 else -MOST_TOTAL, MOST_TOTAL
        twice = TWO * rules.deal_step
        if deal.whole is not None and (deal.whole % twice if deal.is_exact else deal.whole < twice):
            # No deal leaves two level on more points, so they are level on what the usual deals made.
            most = fixed * deal.whole // TWO
        if not is_usual and not _follows_level(rules, points, deal, least, most):
            raise RefusalError("totals_added", field=_field(ahead), totals=said, deals=fixed)


def _field(line: Line) -> str:
    return f"points_{LETTERS[line].lower()}"


def _check_target(rules: Rules, points: Mapping[Line, int], deal: Span, said: str, *, is_settled: bool) -> None:
    """Refuse totals unless everybody was below the target before the last deal, or level where that is played on."""
    target = rules.target or 0
    below = before = (target - 1) // rules.deal_step * rules.deal_step
    if deal.whole is not None and deal.is_exact:
        # The number of deals is known, so what all but the last one can have made is known too.
        before = min(below, max(0, sum(points.values()) // deal.whole - 1) * deal.most)
    last = [max(deal.least, each - before) for each in points.values()]
    if max(last) <= deal.most and (deal.whole is None or sum(last) <= deal.whole):
        return
    ahead = max(points, key=lambda line: points[line])
    values: dict[str, Any] = {"field": _field(ahead), "totals": said, "target": target}
    if not is_settled and (len(points) > TWO or deal.whole is None or TWO * rules.deal_step <= deal.whole):
        # Of several it may be others who were level where it matters, on any points.
        most = MOST_TOTAL
        if deal.whole is not None and deal.is_exact and deal.whole % (TWO * rules.deal_step):
            # No deal leaves two level who were level, so the deal before the last brought both to the target at once.
            most = below + deal.whole // TWO
        if len(points) == TWO and not _follows_level(rules, points, deal, below + rules.deal_step, most):
            raise RefusalError("totals_decider", **values)
        return
    if points[ahead] > below + deal.most:
        bound = below + deal.most
        raise RefusalError("totals_reach", **values, points=points[ahead], best=deal.most, bound=bound)
    raise RefusalError("totals_last", **values, sum=deal.whole)


def _follows_level(rules: Rules, points: Mapping[Line, int], deal: Span, least: int, most: int) -> bool:
    """Return whether one deal leads to the totals of two from a level score between ``least`` and ``most``."""
    least = max(least, max(points.values()) - deal.most)
    most = min(most, min(points.values()) - deal.least)
    if deal.whole is not None:
        rest = sum(points.values()) - deal.whole
        least = max(least, -(-rest // TWO))
        most = min(most, rest // TWO) if deal.is_exact else most
    return -(-least // rules.deal_step) * rules.deal_step <= most
