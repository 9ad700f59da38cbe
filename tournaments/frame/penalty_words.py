"""Lateness and penalties in words: the steps of the ladder, the effect of a ruling, the next step."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.discipline import Ladder, Step
from tournaments.models import Ruling

Kind = Ruling.Kind


def effect(kind: str, value: int | None) -> str:
    """Return the effect of a penalty, inside a sentence: “penalty of 2 VP”, “the match is lost”."""
    n = {"n": value or 0}
    if kind == Kind.POINTS:
        return ngettext("penalty of %(n)s point", "penalty of %(n)s points", value or 0) % n
    words = {
        Kind.WARNING: _("a warning"),
        Kind.VP: _("penalty of %(n)s VP") % n,
        Kind.MP: _("penalty of %(n)s MP") % n,
        Kind.LOSS: _("the match is lost"),
        Kind.NO_SHOW: _("no-show, the match is lost"),
        Kind.DISQUALIFICATION: _("disqualification"),
    }
    return words[Kind(kind)]


def title(kind: str, value: int | None) -> str:
    """Return the same as the head of a row: “Penalty of 2 VP”."""
    words = effect(kind, value)
    return words[:1].upper() + words[1:] if kind != Kind.WARNING else str(Kind(kind).label)


def public(ruling: Ruling) -> str:
    """Return a penalty for the public: the effect, and whether it was for lateness; never the referee's reason."""
    what = effect(ruling.kind, ruling.value)
    return _("%(what)s, for being late") % {"what": what} if is_for_lateness(ruling) else what


def is_for_lateness(ruling: Ruling) -> bool:
    """Return whether the ladder proposed it."""
    return "after" in ruling.details


def rule(step: Step) -> str:
    """Return a step of the ladder: “late by more than 5 minutes: penalty of 2 VP”."""
    values = {"n": step.after_minutes, "what": effect(step.kind, step.value)}
    if not step.after_minutes:
        return _("any lateness: %(what)s") % values
    return (
        ngettext(
            "late by more than %(n)s minute: %(what)s", "late by more than %(n)s minutes: %(what)s", step.after_minutes
        )
        % values
    )


def sentences(ladder: Ladder) -> list[str]:
    """Return the whole ladder, for the page of the rules."""
    if not ladder.steps:
        return [_("Who comes late is the referee's business: these rules propose nothing.")]
    told = [f"{words[:1].upper()}{words[1:]}." for words in map(rule, ladder.steps)]
    return [*told, _("The referee decides: nothing of this is imposed by the clock.")]


def next_step(ladder: Ladder, late_minutes: int) -> str:
    """Return the next step of the ladder for a line that is this many minutes late; empty after the last one."""
    coming = next((step for step in ladder.steps if step.after_minutes > late_minutes), None)
    if coming is None:
        return ""
    values = {"n": coming.after_minutes, "what": effect(coming.kind, coming.value)}
    return ngettext("at %(n)s minute: %(what)s", "at %(n)s minutes: %(what)s", coming.after_minutes) % values


def minutes_late(minutes: int) -> str:
    """Return how late a line is, as a phrase."""
    if not minutes:
        return _("late by less than a minute")
    return ngettext("late by %(n)s minute", "late by %(n)s minutes", minutes) % {"n": minutes}


def minutes_late_words(minutes: int) -> str:
    """Return the same with {n} in place of the number, for a page that continues to count."""
    return ngettext("late by %(n)s minute", "late by %(n)s minutes", minutes) % {"n": "{n}"}


def at(moment: datetime | None) -> str:
    """Return an hour of the evening."""
    return date_format(timezone.localtime(moment), "H:i") if moment else ""
