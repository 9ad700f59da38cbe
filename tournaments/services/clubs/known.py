"""Who a club has had to do with: people that it put in, corrected or put together, as the log about no event tells."""

from collections.abc import Sequence

from django.db.models import Q

from tournaments.models import AuditEntry

BATCH = 500


def known_to_clubs(people: Sequence[int]) -> set[int]:
    """Those of ``people`` that a club's page has brought or changed: no entry made them, or theirs is the name now."""
    found: set[int] = set()
    for start in range(0, len(people), BATCH):
        batch = list(people[start : start + BATCH])
        about = Q(before__person__in=batch) | Q(after__person__in=batch)
        rows = AuditEntry.objects.filter(about, tournament=None)
        found.update(*rows.values_list("before__person", "after__person"))
    return found & set(people)
