"""Entries as the desk sees them, counted by status with the money; and the names that a list must not repeat."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, IntegerField, Prefetch, Q, QuerySet, Value, When

from tournaments import folding
from tournaments.entries.reads.fees import sums
from tournaments.frame import naming
from tournaments.models import Club, Entry, EntryMember, Person, Tournament


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
    return EntryCounts(**found, cash_cents=money.held, due_cents=money.due, excess_cents=money.excess)


Status = Entry.Status
PAGE = 100
MOST_KNOWN = 5_000
# Entries that wait for an answer or a place, in the order in which they came.
WAITS = (Status.PENDING, Status.WAITING)
# The order of the list: those who need a decision first, those who are out last.
ORDER = (Status.PENDING, Status.SINGLE, Status.CONFIRMED, Status.WAITING, Status.REJECTED, Status.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Desk:
    """A page of entries, the singles that look for a partner, and the totals."""

    page: Page[Entry]
    singles: Sequence[Entry]
    counts: EntryCounts


def desk(tournament: Tournament, *, search: str = "", status: str = "", number: str = "1") -> Desk:
    """Return the entries that match, in a constant number of queries; waiting ones in turn, the others newest first."""
    rank = Case(
        *(When(status=each, then=Value(place)) for place, each in enumerate(ORDER)), output_field=IntegerField()
    )
    turn = Case(When(status__in=WAITS, then=F("number")), default=-F("number"), output_field=IntegerField())
    found = matching(entries_of(tournament).annotate(rank=rank, turn=turn).order_by("rank", "turn"), search)
    if status in Status.values:
        found = found.filter(status=status)
    page = Paginator(found, PAGE).get_page(number)
    page.object_list = list(page.object_list)
    return Desk(page=page, singles=singles_of(tournament), counts=entry_counts(tournament))


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Return every entry with its people and club, in two queries."""
    members = Prefetch("members", EntryMember.objects.select_related("person"))
    rows = Entry.objects.filter(tournament=tournament).exclude(status=Status.PAIR)
    return rows.select_related("club").prefetch_related(members)


def matching(rows: QuerySet[Entry], search: str) -> QuerySet[Entry]:
    """Return the entries of an event that hold every one of the first five words searched for; one more query.

    A word is looked for in the name, the club and the contact, or is the number.
    """
    words = search.split()[: folding.MOST_WORDS]
    if not words:
        return rows
    told = rows.order_by().values_list("pk", "number", "label", "club__name", "contact", "phone")
    found = [
        pk
        for pk, number, label, club, contact, phone in told
        if all(word == str(number) or folding.has(f"{label} {club or ''} {contact} {phone}", word) for word in words)
    ]
    return rows.filter(pk__in=found)


def singles_of(tournament: Tournament) -> list[Entry]:
    """Return the players who look for a partner, by name."""
    rows = Entry.objects.filter(tournament=tournament, status=Status.SINGLE).select_related("club")
    return sorted(rows, key=lambda entry: (folding.fold(entry.label), entry.number))


def entry_of(tournament: Tournament, entry_id: int) -> Entry | None:
    """Return one entry with its people and club."""
    return entries_of(tournament).filter(pk=entry_id).first()


def club_names() -> list[str]:
    """Return the known clubs, for the desk to choose from."""
    return list(Club.objects.order_by(naming.by_name(), "pk").values_list("name", flat=True)[:300])


@dataclass(frozen=True, slots=True)
class NamesTaken:
    """The people in an event, by folded names, alone and as entries; and the seeds already given."""

    people: frozenset[tuple[str, str]]
    entered: frozenset[frozenset[tuple[str, str]]]
    seeds: frozenset[int]


def names_taken(tournament: Tournament) -> NamesTaken:
    """Return the people and seeds that a list must not repeat."""
    rows = EntryMember.objects.filter(entry__tournament=tournament).exclude(
        entry__status__in=(Status.REJECTED, Status.WITHDRAWN, Status.PAIR)
    )
    entries: dict[int, set[tuple[str, str]]] = {}
    for entry, family, given in rows.values_list("entry", "person__family_name", "person__given_name"):
        entries.setdefault(entry, set()).add(folding.key_of(family, given))
    seeds = Entry.objects.filter(tournament=tournament, seed__isnull=False).values_list("seed", flat=True)
    entered = frozenset(map(frozenset, entries.values()))
    return NamesTaken(frozenset().union(*entered), entered, frozenset(seed for seed in seeds if seed is not None))


def known_people(tournament: Tournament) -> list[tuple[str, str]]:
    """Return (family name, given name) of the people of the event's club and of its events, the newest first.

    At most ``MOST_KNOWN``; none for an event without a club.
    """
    if tournament.club_id is None:
        return []
    played = EntryMember.objects.filter(entry__tournament__club=tournament.club_id).values("person")
    alive = Person.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True)
    rows = alive.filter(Q(club=tournament.club_id) | Q(pk__in=played)).order_by("-pk")
    return list(rows.values_list("family_name", "given_name")[:MOST_KNOWN])
