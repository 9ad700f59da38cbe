"""Cards of the open proposals about late lines, on which the referee decides."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.competition.discipline.ladder import Step
from tournaments.discipline.reads import penalties
from tournaments.frame import penalty_words
from tournaments.models import Ruling, Tournament


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused reason: the card, what was typed, and the error."""

    ruling: int
    typed: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Card:
    """A proposal: where, which line, how late, the rule in words, and what applying it does."""

    pk: int
    number: int
    hall: int
    name: str
    late: str
    rule: str
    what: str
    at: str
    reason: str = ""
    error: str = ""


def cards(event: Tournament, now: datetime, refused: Refused | None = None) -> list[Card]:
    """Return the open proposals, the oldest first, in two queries; one if there is none."""
    found = penalties.proposals(event)
    if not found:
        return []
    waiting = penalties.not_come(found)
    return [_card(ruling, now, refused, is_missing=(ruling.table_id, ruling.entry_id) in waiting) for ruling in found]


def _card(ruling: Ruling, now: datetime, refused: Refused | None, *, is_missing: bool) -> Card:
    table = ruling.table
    mine = refused is not None and refused.ruling == ruling.pk
    return Card(
        pk=ruling.pk,
        number=table.number if table else 0,
        hall=(table.hall_number or table.number) if table else 0,
        name=str(ruling.entry or ""),
        late=_late(ruling, now) if is_missing else _("has arrived by now"),
        rule=penalty_words.rule(Step(ruling.details["after"], ruling.kind, ruling.value or 0)),
        what=penalty_words.effect(ruling.kind, ruling.value),
        at=penalty_words.at(ruling.made_at),
        reason=refused.typed if refused and mine else "",
        error=refused.sentence if refused and mine else "",
    )


def _late(ruling: Ruling, now: datetime) -> str:
    """Return how late the line is now."""
    start = penalties.late_from(ruling.table) if ruling.table else None
    minutes = int((now - start).total_seconds() // 60) if start else 0
    return _("%(late)s, not here yet") % {"late": penalty_words.minutes_late(max(0, minutes))}
