"""The entries of an event as those who take the arrivals need them, and the people that its club has seen before."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments.models import AuditEntry, Entry, Person, Tournament
from tournaments.selectors.desk import entries_of

Status = Entry.Status
# Everybody who may arrive: those who are to be reviewed first, refused or withdrawn may not.
EXPECTED = (Status.CONFIRMED, Status.SINGLE, Status.WAITING)
MOST_KNOWN = 60


class KnownPerson(NamedTuple):
    """Somebody the club has seen before: the name, the own club, and in how many of its events."""

    family_name: str
    given_name: str
    club: str
    times: int


def expected(tournament: Tournament) -> list[Entry]:
    """Everybody who may arrive with people and club, in two queries."""
    return list(entries_of(tournament).filter(status__in=EXPECTED))


def fees_taken(tournament: Tournament) -> list[tuple[int | None, str, int]]:
    """How many fees each account has taken, less those that it gave back, as the log tells: key, name, number."""
    found: dict[tuple[int | None, str], int] = {}
    rows = AuditEntry.objects.filter(tournament=tournament, verb="entry_ticked").order_by("pk")
    for key, name, before, after in rows.values_list("actor_id", "actor_label", "before", "after"):
        if isinstance(before, dict) and isinstance(after, dict) and "fee_paid" in after:
            who = (key, name)
            found[who] = found.get(who, 0) + int(after["fee_paid"]) - int(before["fee_paid"])
    return [(*who, number) for who, number in found.items() if number]


def unpaid(tournament: Tournament) -> int:
    """How many of those who have entered have not paid the fee."""
    return Entry.objects.filter(tournament=tournament, status=Status.CONFIRMED, fee_paid=False).count()


def waiting_of(tournament_id: int) -> dict[int, str]:
    """Who is on the waiting list, by key, in the order in which they come in."""
    rows = Entry.objects.filter(tournament=tournament_id, status=Status.WAITING).order_by("number")
    return dict(rows.values_list("pk", "label"))


def known_people(tournament: Tournament, words: Iterable[str]) -> Sequence[KnownPerson]:
    """The people of the event's club, and of its earlier events, with a name that begins with one of ``words``.

    Nobody where the event has no club: who played for others is nobody's business here.
    """
    begun = Q()
    for word in words:
        begun |= Q(family_name__istartswith=word) | Q(given_name__istartswith=word)
    if not begun or tournament.club_id is None:
        return []
    mine = Q(memberships__entry__tournament__club=tournament.club_id)
    people = Person.objects.filter(begun, merged_into__isnull=True, anonymised_at__isnull=True)
    rows = (
        people.filter(mine | Q(club=tournament.club_id))
        .annotate(times=Count("memberships__entry__tournament", filter=mine, distinct=True))
        .order_by("-times", "family_name", "given_name")
        .values_list("family_name", "given_name", "club__name", "times")
    )
    return [KnownPerson(family, given, club or "", times) for family, given, club, times in rows[:MOST_KNOWN]]
