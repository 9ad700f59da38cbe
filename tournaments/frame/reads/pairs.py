"""Under which entries somebody sits who has entered singly and plays with another partner in each round."""

from collections.abc import Collection

from tournaments.competition.formats.registry import kind_of
from tournaments.competition.formats.rounds import PartnersFormat
from tournaments.models import Entry, EntryMember, Tournament


def has_rotating(event: Tournament) -> bool:
    """Return whether partners rotate in the event, so that those who sit at its tables are pairs of a round."""
    return kind_of(event.format) == PartnersFormat.kind


def seated_as(entries: Collection[int], *events: Tournament) -> dict[int, list[int]]:
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
