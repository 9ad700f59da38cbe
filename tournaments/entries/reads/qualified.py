"""Entries that have qualified for an event in the finished evenings of its circuit."""

from collections import defaultdict

from tournaments.competition.season.qualified import Placed, Qualified, qualifiers_of
from tournaments.models import AuditEntry, EntryMember, Tournament

FIRST_OF_EACH = "first_of_each"
"""The name in the log of how many of each evening were taken."""


def evenings(event: Tournament) -> list[Tournament]:
    """Return the finished evenings of the event's circuit, in the order of play; none for an event without one."""
    if event.circuit_id is None:
        return []
    finished = Tournament.objects.filter(circuit=event.circuit_id, status=Tournament.Status.FINISHED)
    return list(finished.exclude(pk=event.pk).order_by("starts_at", "pk"))


def qualifiers_in(played: list[Tournament], first: int) -> Qualified:
    """Return who has qualified in these evenings, in one query."""
    number = {each.pk: at for at, each in enumerate(played, start=1)}
    rows = EntryMember.objects.filter(entry__tournament__in=number, entry__final_place__lte=first, of=None)
    people: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for entry, of, place, person in rows.values_list("entry", "entry__tournament", "entry__final_place", "person"):
        people[entry, of, place or 0].add(person)
    placed = [Placed(entry, number[of], place, frozenset(own)) for (entry, of, place), own in people.items()]
    return qualifiers_of(placed, first)


def number_of_each(event: Tournament) -> int:
    """Return how many of each evening were taken as entries of this event; 0 where none were."""
    if event.circuit_id is None:
        return 0
    taken = AuditEntry.objects.filter(tournament=event, verb="entries_taken", **{f"after__{FIRST_OF_EACH}__gt": 0})
    last = taken.order_by("-pk").values_list("after", flat=True).first()
    return int(last[FIRST_OF_EACH]) if last else 0
