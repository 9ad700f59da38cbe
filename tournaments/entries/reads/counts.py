"""The entries of an event by status, with the money."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.entries.reads.fees import sums
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """The number of entries in each status, and the money."""

    confirmed: int = 0
    pending: int = 0
    singles: int = 0
    waiting: int = 0
    withdrawn: int = 0
    checked_in: int = 0
    cash_cents: int = 0
    due_cents: int = 0
    open_cents: int = 0
    excess_cents: int = 0


def entry_counts(tournament: Tournament) -> EntryCounts:
    """Return the entries of an event by status, how many have arrived and paid, and the money; in two queries."""
    status = Entry.Status
    here = Q(status=status.CONFIRMED)
    found = Entry.objects.filter(tournament=tournament).aggregate(
        confirmed=Count("pk", filter=here),
        pending=Count("pk", filter=Q(status=status.PENDING)),
        singles=Count("pk", filter=Q(status=status.SINGLE)),
        waiting=Count("pk", filter=Q(status=status.WAITING)),
        withdrawn=Count("pk", filter=Q(status=status.WITHDRAWN)),
        checked_in=Count("pk", filter=here & Q(checked_in=True)),
    )
    money = sums(tournament)
    return EntryCounts(
        **found, cash_cents=money.held, due_cents=money.due, open_cents=money.open, excess_cents=money.excess
    )
