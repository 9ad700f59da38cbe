"""Figures shown on both the organiser's first page and the list of entries."""

from typing import Any

from django.utils.translation import npgettext

from tournaments.models import Tournament


def entered(event: Tournament, confirmed: int) -> dict[str, Any]:
    """Return the number of entries, and the limit if there is one."""
    if event.capacity:
        label = npgettext("beside its number", "of %(room)s entries", "of %(room)s entries", confirmed) % {
            "room": event.capacity
        }
    else:
        label = npgettext("beside its number", "entry", "entries", confirmed)
    return {"value": confirmed, "label": label}


def checked_in(here: int, confirmed: int) -> dict[str, Any]:
    """Return the number of entries that are checked in."""
    label = npgettext("beside its number", "of %(entries)s checked in", "of %(entries)s checked in", here) % {
        "entries": confirmed
    }
    return {"value": here, "label": label}
