"""History of a ruling in words: applied, dismissed or cancelled, by which account, when and why."""

from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.deadlines.writes.absence import OBSOLETE, SUPERSEDED
from tournaments.frame import penalty_words
from tournaments.models import Ruling, User

Status = Ruling.Status
PILLS = {Status.PROPOSED: "gold", Status.IN_FORCE: "red"}


def after(ruling: Ruling) -> list[str]:
    """Return the sentences that say when the ruling was applied, dismissed or cancelled, by which account, and why."""
    if ruling.status == Status.DISMISSED:
        return [_dismissed(ruling)]
    told = [_told(_("Applied at %(at)s by %(who)s"), ruling.decided_at, ruling.decided_by)] if ruling.decided_at else []
    if ruling.status == Status.CANCELLED:
        cancelled = _told(_("Cancelled at %(at)s by %(who)s"), ruling.cancelled_at, ruling.cancelled_by)
        told.append(f"{cancelled}: {ruling.cancel_reason}")
    return told


def _dismissed(ruling: Ruling) -> str:
    if ruling.decided_by is None and ruling.cancel_reason in (OBSOLETE, SUPERSEDED):
        words = {
            SUPERSEDED: _("A later step of the ladder took its place at %(at)s."),
            OBSOLETE: _("The match ended otherwise at %(at)s."),
        }
        return words[ruling.cancel_reason] % {"at": penalty_words.at(ruling.decided_at)}
    said = _told(_("Not applied at %(at)s by %(who)s"), ruling.decided_at, ruling.decided_by)
    return f"{said}: {ruling.cancel_reason}"


def _told(words: str, at: datetime | None, who: User | None) -> str:
    return words % {"at": penalty_words.at(at), "who": who or "–"}
