"""Forfeits and their form: a match of two lost by a fault, with no better points than the other line's (R-PTI-21)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gamekit.typed import ANY, Form, field_text, whole
from punti.errors import RefusalError, brief
from punti.match import Line, Record, totals
from punti.rules import Rules
from punti.sheet import MOST_TIEBREAK

Json: TypeAlias = Any

OFFENDERS: Final[Mapping[str, tuple[Line, ...]]] = {"a": (0,), "b": (1,), "both": (0, 1)}
DUEL: Final = 2


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match ended by a fault; ``tiebreak`` is the number of the tie-break in progress."""

    cause: str
    offenders: tuple[Line, ...]
    tiebreak: int = 0


@dataclass(frozen=True, slots=True)
class Settlement:
    """The points of the match, the lead of the line without fault, never negative, and the losing lines."""

    points: tuple[int, ...]
    difference: int
    losers: tuple[Line, ...]


def settle(rules: Rules, records: Sequence[Record], losers: tuple[Line, ...]) -> Settlement:
    """Return the points of a match that ``losers`` lose after ``records``.

    Nothing is added to them, and a single line at fault has none by which it would be ahead of the other (R-PTI-21).
    """
    points = totals(records, DUEL)
    if len(losers) == DUEL:
        return Settlement(points, 0, losers)
    other = points[1 - losers[0]]
    own = (max if rules.fewest_win else min)(points[losers[0]], other)
    return Settlement((own, other) if losers[0] == 0 else (other, own), abs(other - own), losers)


def check(rules: Rules, records: Sequence[Record], forfeit: Forfeit) -> None:
    """Raise RefusalError when the forfeit contradicts the rules or the deals."""
    if forfeit.cause not in rules.faults:
        allowed = ", ".join(rules.faults) or "–"
        raise RefusalError("cause_not_allowed", field="cause", typed=forfeit.cause, allowed=allowed)
    if forfeit.cause == "no_show" and records:
        raise RefusalError("no_show_started", field="cause", deals=len(records))


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """Return the forfeit in the form; raises RefusalError with the field that is missing or impossible."""
    offender = field_text(form, "offender")
    if offender not in OFFENDERS:
        raise RefusalError("offender_unknown", field="offender", typed=offender[:40])
    tiebreak = whole(form, "tiebreak", RefusalError, missing=0, digits=ANY)
    found = Forfeit(field_text(form, "cause")[:40], OFFENDERS[offender], tiebreak)
    check(rules, (), found)
    return to_json(found)


def from_json(data: Json) -> Forfeit:
    """Return the forfeit from JSON: ``{"cause", "offenders", "tiebreak"}``."""
    if not isinstance(data, Mapping):
        raise RefusalError("forfeit_unreadable")
    offenders = data.get("offenders")
    if offenders not in ([0], [1], [0, 1]):
        raise RefusalError("offender_unknown", field="offender", typed=brief(offenders))
    tiebreak = data.get("tiebreak", 0)
    if type(tiebreak) is not int or not 0 <= tiebreak <= MOST_TIEBREAK:
        raise RefusalError("tiebreak_range", field="tiebreak", tiebreak=brief(tiebreak), most=MOST_TIEBREAK)
    return Forfeit(brief(data.get("cause", "")), tuple(map(int, offenders)), tiebreak)


def to_json(forfeit: Forfeit) -> dict[str, Json]:
    """Return the forfeit as JSON: ``from_json(to_json(forfeit)) == forfeit``."""
    return {"cause": forfeit.cause, "offenders": list(forfeit.offenders), "tiebreak": forfeit.tiebreak}
