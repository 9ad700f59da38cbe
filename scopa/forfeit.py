"""Forfeits: a line that lets its time run out or leaves loses the match; the points not yet awarded change sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gamekit.order import Setting, regular
from scopa import match
from scopa.errors import RefusalError, brief
from scopa.napola import LEAST
from scopa.rules import Rules
from scopa.scoring import CATEGORIES, category_points
from scopa.snapshot import SHARED, ForfeitSnapshot, Holder
from scopa.snapshot import check as check_snapshot
from scopa.snapshot import from_json as read_snapshot
from scopa.snapshot import to_json as write_snapshot
from scopa.state import Line

Json: TypeAlias = Any

Moment: TypeAlias = Literal["in_deal", "between_deals", "not_started"]
MOMENTS: Final = ("in_deal", "between_deals", "not_started")


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match ended by a fault; ``snapshot`` is of the deal in progress, ``tiebreak`` the number of that deal."""

    cause: str
    offenders: tuple[Line, ...]
    moment: Moment
    snapshot: ForfeitSnapshot | None = None
    tiebreak: int = 0


@dataclass(frozen=True, slots=True)
class Settlement:
    """The points after the forfeit, the victim's lead, never negative, and the losing lines."""

    points: tuple[int, ...]
    difference: int
    losers: tuple[Line, ...]


def settle(rules: Rules, records: Sequence[match.Record], forfeit: Forfeit) -> Settlement:
    """Return the points of a match that ended by a fault in the deal after ``records`` (R-SCO-39 to R-SCO-47)."""
    check(rules, records, forfeit)
    return _settlement(rules, records, forfeit)


def settle_ruling(
    rules: Rules, records: Sequence[match.Record], losers: tuple[Line, ...], tiebreak: int = 0
) -> Settlement:
    """Settle a match lost by a ruling as by a fault before the next deal, whatever causes the rules have."""
    moment: Moment = "between_deals" if records else "not_started"
    return _settlement(rules, records, Forfeit("", losers, moment, tiebreak=tiebreak))


def _settlement(rules: Rules, records: Sequence[match.Record], forfeit: Forfeit) -> Settlement:
    before = match.totals(rules, records)
    if len(forfeit.offenders) == 2:
        return Settlement(before, 0, forfeit.offenders)
    offender = forfeit.offenders[0]
    victim = 1 - offender
    points = list(before)
    in_tiebreak = forfeit.tiebreak or match.tiebreaks(records)
    if not in_tiebreak or rules.spareggio_points_in_mp:
        for line, gained in enumerate(_running_deal(rules, forfeit, victim)):
            points[line] += gained
        if rules.unawarded_scope != "current_deal" and not in_tiebreak:
            # The deals after the running one are assigned too (R-SCO-42).
            has_running = forfeit.snapshot is not None or rules.between_deals == "next_deal_open"
            to_come = max(0, (rules.deals or 0) - len(records) - has_running)
            points[victim] += to_come * _deal_points(rules)
        points[victim] += rules.forfeit_bonus_sweeps * rules.sweep_points
    difference = max(rules.diff_floor, points[victim] - points[offender])
    return Settlement((points[0], points[1]), difference, (offender,))


def _running_deal(rules: Rules, forfeit: Forfeit, victim: Line) -> tuple[int, int]:
    """Return the points of the deal in progress, or of the next one if it counts as begun (R-SCO-43)."""
    if forfeit.snapshot is None:
        opened = _deal_points(rules) if rules.between_deals == "next_deal_open" else 0
        return (opened, 0) if victim == 0 else (0, opened)
    gained = [0, 0]
    if rules.unawarded_points != "formal_strict":
        gained = [rules.sweep_points * made for made in forfeit.snapshot.sweeps]
    for category in CATEGORIES:
        for line in _receivers(rules, forfeit.snapshot.holder(category), victim):
            gained[line] += category_points(rules, category)
    if forfeit.snapshot.napola is not None:
        for line in _receivers(rules, forfeit.snapshot.napola, victim):
            gained[line] += max(LEAST, forfeit.snapshot.napola_points)
    return gained[0], gained[1]


def _receivers(rules: Rules, holder: Holder, victim: Line) -> tuple[Line, ...]:
    """Return the lines that receive a category: its holder, or the victim (R-SCO-40, R-SCO-41, R-SCO-44)."""
    if rules.unawarded_points != "clinched" or holder == "open":
        return (victim,)
    if holder == "each":
        return (0, 1)
    if holder in SHARED:
        return tuple(sorted({SHARED.index(holder), victim}))
    if holder == "void":
        return (victim,) if rules.dead_points == "to_victim" else ()
    return (int(holder),)


def _deal_points(rules: Rules) -> int:
    """Return the points of a whole deal that is assigned, with the smallest napola where it is played (R-SCO-70)."""
    napola = LEAST if rules.longest_napola else 0
    return sum(category_points(rules, category) for category in CATEGORIES) + napola


def by_clock(rules: Rules, line: Line, tiebreak: int) -> Forfeit:
    """Return the fault of a line whose clock ran out in mid-deal, before anything of it was won (R-SCO-39)."""
    snapshot = ForfeitSnapshot(napola="open" if rules.longest_napola else None)
    return Forfeit("match_clock", (line,), "in_deal", snapshot, tiebreak)


def at_live_table(line: Line, cause: str, deals: int, position: ForfeitSnapshot | None, tiebreak: int) -> Forfeit:
    """Return the fault of a line after so many deals, in the deal in ``position`` or before it was dealt (R-SCO-39)."""
    if position is not None:
        return Forfeit(cause, (line,), "in_deal", position, tiebreak)
    return Forfeit(cause, (line,), "between_deals" if deals else "not_started", tiebreak=tiebreak)


def check_alone(rules: Rules, forfeit: Forfeit) -> None:
    """Raise RefusalError when the forfeit contradicts the rules or itself, whatever was played before it."""
    if forfeit.cause not in rules.faults:
        allowed = ", ".join(rules.faults)
        raise RefusalError("cause_not_allowed", field="cause", typed=forfeit.cause, allowed=allowed)
    if forfeit.cause == "no_show" and forfeit.moment != "not_started":
        raise RefusalError("no_show_started", field="moment")
    if forfeit.snapshot is not None:
        if forfeit.moment != "in_deal":
            raise RefusalError("snapshot_out_of_place", field="moment")
        check_snapshot(rules, forfeit.snapshot)
    elif forfeit.moment == "in_deal" and len(forfeit.offenders) == 1:
        raise RefusalError("snapshot_missing", field="f_cards")


def check(rules: Rules, records: Sequence[match.Record], forfeit: Forfeit) -> None:
    """Raise RefusalError when the forfeit contradicts the rules, the deals or itself."""
    check_alone(rules, forfeit)
    if forfeit.moment == "not_started" and records:
        raise RefusalError("moment_started", field="moment", deals=len(records))
    # After the match was won on points only a disqualification may come.
    deals = regular(records, match.DUEL)
    a, b = deals.sums
    if a != b and match.regular_end(rules, deals, Setting()) and forfeit.cause != "disqualification":
        raise RefusalError("forfeit_after_end", a=a, b=b)


def from_json(data: Json) -> Forfeit:
    """Return the forfeit written as JSON: ``{"cause", "offenders", "moment", "snapshot", "tiebreak"}``."""
    if not isinstance(data, Mapping):
        raise RefusalError("forfeit_unreadable")
    offenders = data.get("offenders")
    if offenders not in ([0], [1], [0, 1]):
        raise RefusalError("offender_unknown", field="offender", typed=brief(offenders))
    if data.get("moment") not in MOMENTS:
        raise RefusalError("moment_unknown", field="moment", typed=brief(data.get("moment")))
    snapshot = None if data.get("snapshot") is None else read_snapshot(data["snapshot"])
    tiebreak = data.get("tiebreak", 0)
    if type(tiebreak) is not int or not 0 <= tiebreak <= 3:
        raise RefusalError("tiebreak_bound", field="tiebreak", typed=brief(tiebreak), bound=3)
    return Forfeit(brief(data.get("cause", "")), tuple(map(int, offenders)), data["moment"], snapshot, tiebreak)


def to_json(forfeit: Forfeit) -> dict[str, Json]:
    """Return the forfeit as JSON: ``from_json(to_json(forfeit)) == forfeit``."""
    return {
        "cause": forfeit.cause,
        "offenders": list(forfeit.offenders),
        "moment": forfeit.moment,
        "snapshot": None if forfeit.snapshot is None else write_snapshot(forfeit.snapshot),
        "tiebreak": forfeit.tiebreak,
    }
