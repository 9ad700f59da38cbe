"""Events as iCalendar: for the phone of a player, and for the calendar of a club."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

from tournaments.models import Tournament

CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
# The length of an evening, where it is not known.
USUAL: Final = timedelta(hours=4)
# The hour at which one day of a hall ends and the next begins.
MORNING: Final = 6


def calendar_of(events: Iterable[tuple[Tournament, str]]) -> bytes:
    """Return a calendar of events, each with the address of its page; the library escapes texts."""
    # Loaded with the first calendar: few are asked for.
    from icalendar import Calendar, Event

    made = Calendar()
    made.add("prodid", "-//Settebello//Settebello//" + (get_language() or "it").upper())
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", "Settebello")
    for event, url in events:
        # The end of an evening: its closing, or the usual hour where it was closed on a later day. A day ends at six in
        # the morning of the hall.
        end, begins = event.starts_at + USUAL, localtime(event.starts_at)
        following = begins.date() if begins.hour < MORNING else begins.date() + timedelta(days=1)
        morning = datetime.combine(following, time(MORNING), begins.tzinfo)
        if event.finished_at is not None and event.finished_at <= morning:
            end = max(event.finished_at, end)

        entry = Event()
        # The same event stays one entry of a calendar, whatever changes in it.
        entry.add("uid", f"{event.slug}@{settings.SITE_URL.split('://', 1)[-1].split('/')[0]}")
        entry.add("dtstamp", event.created_at.astimezone(UTC))
        entry.add("sequence", event.version % 2**31)
        entry.add("dtstart", event.starts_at.astimezone(UTC))
        entry.add("dtend", end.astimezone(UTC))
        entry.add("summary", event.name)
        entry.add("url", url)
        entry.add("status", "CONFIRMED")
        if event.venue:
            entry.add("location", event.venue)
        heading = gettext("Prizes")
        said = [text for text in (event.description, event.prizes and f"{heading}: {event.prizes}", url) if text]
        entry.add("description", "\n\n".join(said))
        made.add_component(entry)
    return bytes(made.to_ical())
