"""Days as each language writes them."""

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
