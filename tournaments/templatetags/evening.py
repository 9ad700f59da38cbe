"""Filters, also for sentences made in Python: dates in each language, signed numbers, rooms, the sentences of forms."""

import re
from datetime import date, datetime
from functools import lru_cache

from django import template
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import get_language

from tournaments.competition.rooms import room_at
from tournaments.frame.numbers import minus, score_text
from tournaments.models import Tournament

register = template.Library()
register.filter(minus)

# A mail or web address, and the signs in it after which a line may break.
IN_ADDRESS = re.compile(r"[^\s,;]*[@/][^\s,;]*")
SIGNS = re.compile(r"([@/.:]|-)(?=\w)")


@register.filter
def day(moment: datetime) -> str:
    """Return ``venerdì 20 novembre 2026`` or ``Friday 20 November 2026``: Italian days and months are in lower case."""
    return _day(get_language(), localtime(moment).date())


# The pages of an event say the same day in every version.
@lru_cache(maxsize=256)
def _day(language: str | None, of: date) -> str:
    written = date_format(of, "l j F Y")
    return written.lower() if language == "it" else written


@register.filter
def day_and_time(moment: datetime) -> str:
    """Return the day and the time."""
    local = localtime(moment)
    return f"{_day(get_language(), local.date())}, {local:%H:%M}"


@register.filter
def breakable(text: object) -> SafeString:
    """Return a text whose mail and web addresses may break after their signs, but not inside a word."""
    said = IN_ADDRESS.sub(lambda found: SIGNS.sub(r"\1<wbr>", found[0]), str(escape(str(text))))
    return mark_safe(said)  # noqa: S308 - escaped, and the mark is ours


@register.filter
def after_label(sentence: object, label: object) -> str:
    """Return ``Label: sentence``; a refusal that names its field already stays as it is."""
    said, named = str(sentence), f"{label}: "
    return said if said.startswith(named) else named + said


@register.filter
def with_sign(points: int | None) -> str:
    """Return match points with their sign: ``+7``, ``0``, ``−3``; a dash for None."""
    if points is None:
        return "–"
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


@register.filter
def against(ours: int, theirs: int) -> str:
    """Return the points of two as ``score_text`` writes them."""
    return score_text((ours, theirs))


@register.filter
def room(event: Tournament, number: int | None) -> str:
    """Return the name of the room in which the table with this number stands; empty where the event has no rooms."""
    return room_at(event.rooms, number)
