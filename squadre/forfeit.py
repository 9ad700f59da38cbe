"""Forfeits and their form: a match that a team loses by a fault; open boards are lost with it (R-SQU-10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from gamekit.typed import ANY, Form, field_text, whole
from squadre.errors import RefusalError, brief
from squadre.match import TEAMS, Board, Line, Points, Record, Setting, boards_of, is_ended, totals
from squadre.rules import Rules
from squadre.sheet import LOSERS, MOST_TIEBREAK

Json: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match ended by a fault; ``tiebreak`` is 1 if the decider was being played."""

    cause: str
    offenders: tuple[Line, ...]
    tiebreak: int = 0


@dataclass(frozen=True, slots=True)
class Settlement:
    """The points of the match, the lead of the team without fault, never negative, and the teams that lose."""

    points: Points
    difference: int
    losers: tuple[Line, ...]


def settle(rules: Rules, records: Sequence[Record], losers: tuple[Line, ...]) -> Settlement:
    """Return the points of a match that ``losers`` lose after ``records``: they lose each board that is still open."""
    points = totals(rules, [Record(settled_boards(rules, records, losers))])
    if len(losers) == TEAMS:
        return Settlement(points, 0, losers)
    return Settlement(points, max(0, points[1 - losers[0]] - points[losers[0]]), losers)


def settled_boards(rules: Rules, records: Sequence[Record], losers: tuple[Line, ...]) -> dict[int, Board]:
    """Return the boards of such a match: who was to sit at one that is lost did not play it."""
    written = boards_of(records)
    for number in range(1, len(rules.boards) + 1):
        if is_ended(rules, [Record(written)], Setting()):
            break
        written.setdefault(number, Board(lost=losers))
    return written


def check(rules: Rules, records: Sequence[Record], forfeit: Forfeit) -> None:
    """Raise RefusalError when the forfeit contradicts the rules or the sheets."""
    if forfeit.cause not in rules.fault_causes:
        allowed = ", ".join(rules.fault_causes) or "–"
        raise RefusalError("cause_not_allowed", field="cause", typed=forfeit.cause, allowed=allowed)
    if forfeit.cause == "no_show" and records:
        raise RefusalError("no_show_started", field="cause", boards=len(boards_of(records)))


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """Return the forfeit in the form; raises RefusalError with the field that is missing or impossible."""
    offender = field_text(form, "offender")
    if offender not in LOSERS:
        raise RefusalError("offender_unknown", field="offender", typed=offender[:40])
    tiebreak = whole(form, "tiebreak", RefusalError, missing=0, digits=ANY)
    found = Forfeit(field_text(form, "cause")[:40], LOSERS[offender], tiebreak)
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
        raise RefusalError("tiebreak_range", field="tiebreak", tiebreak=brief(tiebreak))
    return Forfeit(brief(data.get("cause", "")), tuple(map(int, offenders)), tiebreak)


def to_json(forfeit: Forfeit) -> dict[str, Json]:
    """Return the forfeit as JSON: ``from_json(to_json(forfeit)) == forfeit``."""
    return {"cause": forfeit.cause, "offenders": list(forfeit.offenders), "tiebreak": forfeit.tiebreak}
