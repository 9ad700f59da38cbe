"""Entries in the order of given places, before the places are stored."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Place:
    """An entry and its place."""

    place: int
    entry: Entry


def entries_by_place(tournament: Tournament, places: Mapping[int, int]) -> list[Place]:
    """Return the entries of ``places`` (by entry), best first, in one query."""
    entries = [e for e in Entry.objects.filter(tournament=tournament).select_related("club") if e.pk in places]
    return sorted((Place(places[e.pk], e) for e in entries), key=lambda each: (each.place, each.entry.number))
