"""The match (partita): when the regular deals end, what a level match needs, and who has won."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scopa.errors import RefusalError
from scopa.rules import Rules
from scopa.state import Line

CAPPOTTO_POINTS: Final = 7
"""R-SCO-36; seven to nothing, where it is agreed."""

Totals: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Record:
    """One deal as the match sees it; ``tiebreak`` is 0 for a regular deal, ``last_capture`` the line that made it."""

    points: tuple[int, ...]
    tiebreak: int = 0
    last_capture: Line | None = None

    @property
    def is_level(self) -> bool:
        return self.points[0] == self.points[1]


@dataclass(frozen=True, slots=True)
class Setting:
    """What the rules cannot see: whether somebody must win, whether the hall clock has ended the regular deals."""

    must_decide: bool = False
    time_called: bool = False


def regular(records: Sequence[Record]) -> list[Record]:
    """The deals that are no tie-breaks."""
    return [record for record in records if record.tiebreak == 0]


def tiebreaks(records: Sequence[Record]) -> list[Record]:
    """The tie-break deals (spareggi)."""
    return [record for record in records if record.tiebreak]


def _sum(records: Sequence[Record]) -> Totals:
    return sum(record.points[0] for record in records), sum(record.points[1] for record in records)


def totals(rules: Rules, records: Sequence[Record]) -> Totals:
    """The points that count for the match points: tie-break deals decide the winner only (R-SCO-35)."""
    return _sum(records if rules.spareggio_points_in_mp else regular(records))


def regular_end(rules: Rules, records: Sequence[Record], setting: Setting) -> bool:
    """Whether no regular deal follows: won, level where somebody must win, drawn, or stopped by the clock."""
    deals = regular(records)
    points = _sum(deals)
    if setting.time_called or _is_cappotto(rules, points):
        return True
    if not _has_run(rules, points, len(deals)):
        return False
    return points[0] != points[1] or setting.must_decide or rules.tie_at_end_nonko == "draw"


def _is_cappotto(rules: Rules, points: Totals) -> bool:
    """R-SCO-36; checked at the end of a deal."""
    return rules.cappotto == "7-0" and max(points) >= CAPPOTTO_POINTS and min(points) == 0


def _has_run(rules: Rules, points: Totals, deals: int) -> bool:
    """Whether the number of deals, or the target of points, is complete (R-SCO-29, R-SCO-30)."""
    if rules.match_mode == "fixed_deals":
        return deals >= (rules.deals or 0)
    target = rules.target or 0
    return max(points) > target if rules.target_test == "exceed" else max(points) >= target


def tiebreak_limit(rules: Rules, setting: Setting) -> int:
    """How many tie-break deals a level match may need; 0 where it stays a draw (R-SCO-33, R-SCO-38)."""
    if _is_high_card(rules, setting):
        return 1
    after_time = setting.time_called and rules.tie_after_time == "spareggio"
    return rules.ko_tiebreak_deals if setting.must_decide or after_time else 0


def _is_high_card(rules: Rules, setting: Setting) -> bool:
    """A level match at time is cut for: one record, a point to the line with the higher card (R-SCO-38)."""
    return setting.time_called and rules.tie_after_time == "high_card"


def tiebreak_due(rules: Rules, records: Sequence[Record], setting: Setting) -> int:
    """The number of the tie-break deal to play next; 0 when none is due."""
    points = _sum(regular(records))
    if points[0] != points[1] or not regular_end(rules, records, setting):
        return 0
    played = tiebreaks(records)
    is_decided = bool(played) and not played[-1].is_level
    return 0 if is_decided or len(played) >= tiebreak_limit(rules, setting) else len(played) + 1


def is_over(rules: Rules, records: Sequence[Record], setting: Setting) -> bool:
    """Whether nothing more is to be played."""
    return regular_end(rules, records, setting) and not tiebreak_due(rules, records, setting)


def ranking(rules: Rules, records: Sequence[Record], setting: Setting) -> list[list[Line]]:
    """Groups of equal lines, best first; level after the last tie-break deal, the last capture loses (R-SCO-34)."""
    compared = [_sum(regular(records)), *(_sum([record]) for record in tiebreaks(records))]
    for points in reversed(compared):
        if points[0] != points[1]:
            return [[0], [1]] if points[0] > points[1] else [[1], [0]]
    loser = _last_capture_loser(rules, records, setting)
    return [[0, 1]] if loser is None else [[1 - loser], [loser]]


def states(rules: Rules, records: Sequence[Record], setting: Setting) -> tuple[str, str]:
    """How each line stands: still playing, level in a tie-break, through, or out; a draw sends nobody on or out."""
    if tiebreak_due(rules, records, setting):
        return "level", "level"
    groups = ranking(rules, records, setting)
    if len(groups) == 1 or not is_over(rules, records, setting):
        return "playing", "playing"
    return ("through", "out") if groups[0] == [0] else ("out", "through")


def _last_capture_loser(rules: Rules, records: Sequence[Record], setting: Setting) -> Line | None:
    played = tiebreaks(records)
    if len(played) < tiebreak_limit(rules, setting) or not played:
        return None
    return played[-1].last_capture


def check(rules: Rules, records: Sequence[Record], setting: Setting) -> None:
    """Raise RefusalError when the deals cannot follow each other."""
    for number, record in enumerate(records):
        before = records[:number]
        if len(record.points) != 2:
            raise RefusalError("two_lines_only", lines=len(record.points))
        if record.tiebreak:
            _check_tiebreak(rules, before, record, setting)
        else:
            _check_regular(rules, before, setting)


def _check_regular(rules: Rules, before: Sequence[Record], setting: Setting) -> None:
    if tiebreaks(before):
        raise RefusalError("deal_after_tiebreak", deal=len(before) + 1)
    if regular_end(rules, before, Setting(must_decide=setting.must_decide)):
        raise RefusalError("deal_after_end", deal=len(before) + 1, a=_sum(before)[0], b=_sum(before)[1])


def _check_tiebreak(rules: Rules, before: Sequence[Record], record: Record, setting: Setting) -> None:
    points = _sum(regular(before))
    if points[0] != points[1]:
        raise RefusalError("tiebreak_not_level", field="tiebreak", a=points[0], b=points[1])
    due = tiebreak_due(rules, before, setting)
    if not due:
        raise RefusalError("tiebreak_not_due", field="tiebreak", tiebreak=record.tiebreak)
    if record.tiebreak != due:
        raise RefusalError("tiebreak_number", field="tiebreak", tiebreak=record.tiebreak, due=due)
    if record.is_level and due == tiebreak_limit(rules, setting):
        _check_last_level(rules, record, setting)


def _check_last_level(rules: Rules, record: Record, setting: Setting) -> None:
    """A level last tie-break is decided by the last capture; a level cut is simply cut again (R-SCO-34, R-SCO-38)."""
    if _is_high_card(rules, setting):
        raise RefusalError("high_card_level", field="points_a")
    if record.last_capture is None:
        raise RefusalError("last_capture_missing", field="last_capture", tiebreak=record.tiebreak)
