"""Penalties: which may be given, and what they deduct from an entry's total (R-PEN-05 to R-PEN-09)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.games.contract import Json, RefusedError

WARNING, POINTS, VP, MP = "warning", "points", "vp", "mp"
LOSS, NO_SHOW, DISQUALIFICATION = "loss", "no_show", "disqualification"
KINDS = (WARNING, POINTS, VP, MP, LOSS, NO_SHOW, DISQUALIFICATION)

OF_STANDINGS = (POINTS, VP, MP)
"""Those with a value, which is taken from the total of the event and never from a match (R-PEN-06)."""

OF_MATCH = (LOSS, NO_SHOW)
"""Those that decide one match, so that they need its table."""

MOST = 1_000


@dataclass(frozen=True, slots=True)
class Deduction:
    """The deductions from an entry's total, none below 0; ``points`` are added where fewer are better."""

    points: int = 0
    vp: int = 0
    mp: int = 0


NOTHING = Deduction()


def check_penalty(kind: Json, value: Json = None, *, uses_vp: bool = True, field: str = "") -> None:
    """Refuse an unknown penalty, one without its value, or one with an impossible value (R-PEN-05).

    ``field`` is the path of the penalty in the data; the field's name is appended to it.
    """
    if kind not in KINDS:
        raise RefusedError("unknown_penalty", field=f"{field}kind", given=str(kind)[:40])
    if kind in (VP, MP) and not uses_vp:
        raise RefusedError("penalty_needs_vp", field=f"{field}kind", given=str(kind).upper())
    if kind not in OF_STANDINGS:
        if value not in (None, 0):
            raise RefusedError("penalty_without_value", field=f"{field}value", given=str(value)[:40])
    elif type(value) is not int or not 1 <= value <= MOST:
        raise RefusedError("penalty_value", field=f"{field}value", given=_shown(value), most=MOST)


def _shown(value: Json) -> str:
    return "-" if value is None else str(value)[:40]


def deductions(penalties: Iterable[tuple[int, str, int | None]]) -> Mapping[int, Deduction]:
    """Return the sums of (entry, kind, value) by entry, for entries that have a penalty with a value (R-PEN-06)."""
    sums: dict[int, dict[str, int]] = {}
    for entry, kind, value in penalties:
        if kind in OF_STANDINGS:
            taken = sums.setdefault(entry, {})
            taken[kind] = taken.get(kind, 0) + (value or 0)
    return {entry: Deduction(**taken) for entry, taken in sums.items()}


def charged(points: int, deduction: Deduction, *, low_wins: bool) -> int:
    """Return the points after the entry's penalties: fewer, or more where fewer are better (R-PEN-07)."""
    return points + deduction.points if low_wins else points - deduction.points


def cause_of(kinds: Iterable[str]) -> str:
    """Return the cause of a match lost by these penalties: the gravest; no-show only if there is no other.

    A line that did not come is treated alike, whatever penalties the other line has (R-PEN-10).
    """
    given = set(kinds)
    return next(kind for kind in (DISQUALIFICATION, LOSS, NO_SHOW) if kind in given)
