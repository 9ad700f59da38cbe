"""Who sits for an entry where partners rotate, its lot in the draw, and entries in the order of given places."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tournaments.competition.draw.lots import lots
from tournaments.competition.formats.registry import kind_of
from tournaments.competition.formats.rounds import PartnersFormat
from tournaments.models import Draw, Entry, EntryMember, Tournament


def has_rotating(event: Tournament) -> bool:
    """Return whether partners rotate in the event, so that those who sit at its tables are pairs of a round."""
    return kind_of(event.format) == PartnersFormat.kind


def entries_at_table(entries: Collection[int], *events: Tournament) -> dict[int, list[int]]:
    """Return for each entry at a table those of ``entries`` that sit there: itself, or members of a pair.

    One query where partners rotate in one of ``events``.
    """
    found = {key: [key] for key in entries}
    if any(map(has_rotating, events)):
        for pair, own in EntryMember.objects.filter(of__in=entries).values_list("entry_id", "of_id"):
            found.setdefault(pair, []).append(own or 0)
    return found


def pairs_of(event: Tournament) -> dict[int, list[int]]:
    """Return the entries of the two in each pair of the event; one query where partners rotate."""
    if not has_rotating(event):
        return {}
    return members_of(list(event.entries.filter(status=Entry.Status.PAIR).values_list("pk", flat=True)))


def members_of(pairs: Collection[int]) -> dict[int, list[int]]:
    """Return the entries of the two in each of these pairs, by pair; other entries are left out. One query."""
    found: dict[int, list[int]] = {}
    rows = EntryMember.objects.filter(entry__in=pairs, of__isnull=False).order_by("entry_id", "position")
    for pair, own in rows.values_list("entry_id", "of_id"):
        found.setdefault(pair, []).append(own or 0)
    return found


NONE: Mapping[int, int] = {}


def lots_of(tournament: Tournament) -> Mapping[int, int]:
    """Return the lot of each entry in the announced draw of round 1 (1 came first); later entries have none."""
    announced = Draw.objects.filter(tournament=tournament, round_number=1, status=Draw.Status.ANNOUNCED)
    return lots_at(tournament.pk, announced.values_list("announced_at", flat=True).first())


def lots_at(tournament_id: int, announced_at: Any) -> Mapping[int, int]:
    """Return the same if that announcement is known; an announced draw never changes, so the result is cached."""
    return NONE if announced_at is None else _lots_drawn(tournament_id, announced_at)


@lru_cache(maxsize=8)
def _lots_drawn(tournament_id: int, announced_at: Any) -> Mapping[int, int]:
    draw = Draw.objects.get(tournament=tournament_id, round_number=1, status=Draw.Status.ANNOUNCED)
    document = draw.document or {"entrants": ()}
    keys = [entrant["key"] for entrant in document["entrants"]]
    return {key: lot for lot, key in enumerate(lots(draw.reference, draw.seed, keys, draw.hall, draw.format), start=1)}


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """An entry and its place."""

    place: int
    entry: Entry


def entries_by_place(tournament: Tournament, places: Mapping[int, int]) -> list[EntryPlace]:
    """Return the entries of ``places`` (by entry), best first, in one query."""
    entries = [e for e in Entry.objects.filter(tournament=tournament).select_related("club") if e.pk in places]
    return sorted((EntryPlace(places[e.pk], e) for e in entries), key=lambda each: (each.place, each.entry.number))
