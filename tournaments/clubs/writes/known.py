"""People that a club has added, corrected or merged, by the log without an event."""

from collections.abc import Sequence

from django.db.models import Q

from tournaments.models import AuditEntry

BATCH = 500


def known_to_clubs(people: Sequence[int]) -> set[int]:
    """Return those of ``people`` that a club's page added or changed: the club made them, or gave them their name."""
    found: set[int] = set()
    for start in range(0, len(people), BATCH):
        batch = list(people[start : start + BATCH])
        about = Q(before__person__in=batch) | Q(after__person__in=batch)
        rows = AuditEntry.objects.filter(about, tournament=None)
        found.update(*rows.values_list("before__person", "after__person"))
    return found & set(people)
