"""Days as each language writes them, and match points with their sign."""

import re
from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import get_language

register = template.Library()

# An address of mail or of the web, and the signs in it that a line may end with.
IN_ADDRESS = re.compile(r"[^\s,;]*[@/][^\s,;]*")
SIGNS = re.compile(r"([@/.:]|-)(?=\w)")


@register.filter
def day(moment: datetime) -> str:
    """``venerdì 20 novembre 2026``, ``Friday 20 November 2026``: Italian writes its days and months small."""
    written = date_format(localtime(moment), "l j F Y")
    return written.lower() if get_language() == "it" else written


@register.filter
def day_and_time(moment: datetime) -> str:
    """Return the day with the hour behind it."""
    return f"{day(moment)}, {date_format(localtime(moment), 'H:i')}"


@register.filter
def breakable(text: object) -> SafeString:
    """Return a text whose addresses, of mail and of the web, may break at their signs and not inside a word."""
    said = IN_ADDRESS.sub(lambda found: SIGNS.sub(r"\1<wbr>", found[0]), str(escape(str(text))))
    return mark_safe(said)  # noqa: S308 - escaped, and the mark is ours


@register.filter
def signed(points: int | None) -> str:
    """Match points with their sign: ``+7``, ``0``, ``−3``; a dash where there are none."""
    if points is None:
        return "–"
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def minus(number: int) -> str:
    """Return a total as it is printed: with a minus where it is below nothing, not a hyphen."""
    return str(number).replace("-", "−")
