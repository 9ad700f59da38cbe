"""The entries of an event for the desk at the door, and the people known to its club."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Min, Q, Sum

from tournaments.entries.reads.desk import entries_of
from tournaments.frame import naming
from tournaments.models import Entry, Payment, Person, Tournament

Status = Entry.Status
# Entries that may arrive: neither in review, nor refused, nor withdrawn.
EXPECTED = (Status.CONFIRMED, Status.SINGLE, Status.WAITING)
# Entries that may be left out; who is on the waiting list has no place to lose.
PLACED = (Status.CONFIRMED, Status.SINGLE)
MOST_KNOWN = 60


class KnownPerson(NamedTuple):
    """Somebody the club knows: the name, their own club, and the number of its events they played in."""

    family_name: str
    given_name: str
    club: str
    times: int


def expected_entries(tournament: Tournament) -> list[Entry]:
    """Return the entries that may arrive, with people and club, in two queries."""
    return list(entries_of(tournament).filter(status__in=EXPECTED))


class CentsTaken(NamedTuple):
    """The cents that one account took for an entry, less refunds; without key and name where unknown."""

    entry: int
    account: int | None
    name: str
    is_imported: bool
    cents: int


def money_taken(tournament: Tournament) -> list[CentsTaken]:
    """Return the money of an event by entry and account, oldest first; one query."""
    rows = Payment.objects.filter(entry__tournament=tournament).order_by()
    by_hand = rows.values_list("entry", "taken_by", "taken_by__name", "taken_by__email", "is_imported")
    summed = by_hand.annotate(cents=Sum("cents"), first=Min("pk")).order_by("first")
    return [
        CentsTaken(entry, key, name or email or "", is_old, cents)
        for entry, key, name, email, is_old, cents, _first in summed
    ]


def waiting_of(tournament_id: int) -> dict[int, str]:
    """Return the waiting list, by key, in its order."""
    rows = Entry.objects.filter(tournament=tournament_id, status=Status.WAITING).order_by("number")
    return dict(rows.values_list("pk", "label"))


def known_people(tournament: Tournament, words: Sequence[str]) -> Sequence[KnownPerson]:
    """Return the people of the event's club and of its earlier events with a word that begins with one of ``words``.

    Nobody where the event has no club: the players of other clubs are private.
    """
    if not words or tournament.club_id is None:
        return []
    mine = Q(memberships__entry__tournament__club=tournament.club_id)
    people = Person.objects.filter(
        naming.beginning(words, naming.PERSON), merged_into__isnull=True, anonymised_at__isnull=True
    )
    rows = (
        people.filter(mine | Q(club=tournament.club_id))
        .annotate(times=Count("memberships__entry__tournament", filter=mine, distinct=True))
        .order_by("-times", naming.by_name(), "pk")
        .values_list("family_name", "given_name", "club__name", "times")
    )
    return [KnownPerson(family, given, club or "", times) for family, given, club, times in rows[:MOST_KNOWN]]
