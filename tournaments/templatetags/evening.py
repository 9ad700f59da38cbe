"""Days as each language writes them, and match points with their sign."""

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language

register = template.Library()


@register.filter
def day(moment: datetime) -> str:
    """``venerdì 20 novembre 2026``, ``Friday 20 November 2026``: Italian writes its days and months small."""
    written = date_format(localtime(moment), "l j F Y")
    return written.lower() if get_language() == "it" else written


@register.filter
def day_and_time(moment: datetime) -> str:
    """The day with the hour behind it."""
    return f"{day(moment)}, {date_format(localtime(moment), 'H:i')}"


@register.filter
def signed(points: int | None) -> str:
    """Match points with their sign: ``+7``, ``0``, ``−3``; a dash where there are none."""
    if points is None:
        return "–"
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def minus(number: int) -> str:
    """A total as it is printed: with a minus where it is below nothing, not a hyphen."""
    return str(number).replace("-", "−")
