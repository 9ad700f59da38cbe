"""Tiles that the organiser's first page and the desk have in common; every label agrees with its number."""

from typing import Any

from django.utils.translation import npgettext

from tournaments.models import Tournament


def entered(event: Tournament, confirmed: int) -> dict[str, Any]:
    """How many have entered, and of how many where there is a limit."""
    if event.capacity:
        label = npgettext("beside its number", "of %(room)s entries", "of %(room)s entries", confirmed) % {
            "room": event.capacity
        }
    else:
        label = npgettext("beside its number", "entry", "entries", confirmed)
    return {"value": confirmed, "label": label}


def checked_in(here: int, confirmed: int) -> dict[str, Any]:
    """How many of those who have entered are in the hall."""
    label = npgettext("beside its number", "of %(entries)s checked in", "of %(entries)s checked in", here) % {
        "entries": confirmed
    }
    return {"value": here, "label": label}
