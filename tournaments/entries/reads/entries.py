"""Entries as the public sees them: the lists, the room for a sign-up, the first places of a finished event."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch

from tournaments.errors import RefusedError
from tournaments.models import Entry, EntryMember, Tournament

Status = Entry.Status


@dataclass(frozen=True, slots=True)
class RoomLeft:
    """Whether sign-up is open, and what is left; ``left`` is None without a capacity."""

    is_open: bool
    entered: int
    left: int | None

    @property
    def is_full(self) -> bool:
        return self.left is not None and self.left <= 0


def room_left(tournament: Tournament) -> RoomLeft:
    """Return the room in an event, in one query."""
    entered = Entry.objects.filter(tournament=tournament, status=Status.CONFIRMED).count()
    left = None if tournament.capacity is None else max(0, tournament.capacity - entered)
    is_open = tournament.status == Tournament.Status.OPEN and tournament.public_sign_up
    return RoomLeft(is_open, entered, left)


def require_entry(tournament: Tournament, entry_id: int) -> Entry:
    """Return an entry of the event; raises ``entry_missing`` where there is none."""
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise RefusedError("entry_missing")
    return entry


def sign_up_entry(tournament: Tournament, pk: int) -> Entry | None:
    """Return an entry of the event with its people."""
    return Entry.objects.filter(tournament=tournament, pk=pk).prefetch_related("members__person").first()


PER_PAGE = 200
MOST_ROWS = 100_000
MOST_WAITING = 200
PODIUM = 3


class EntryRow(NamedTuple):
    """One entry: its number, name, club and seed, and the people in it as (key, name)."""

    pk: int
    number: int
    label: str
    club: str
    seed: int | None
    status: str
    people: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class EntryLists:
    """A page of the entries that play, and the waiting list in its order."""

    taking_part: Sequence[EntryRow]
    waiting: Sequence[EntryRow]
    total: int
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PER_PAGE))


def entry_lists(event: Tournament, page: int = 1) -> EntryLists:
    """Return entries that take part (withdrawn ones stay, marked) and the waiting list; four queries."""
    return _lists(event, page, PER_PAGE)


def all_entries(event: Tournament) -> EntryLists:
    """Return the same on one page, however long."""
    return _lists(event, 1, MOST_ROWS)


def _lists(event: Tournament, page: int, size: int) -> EntryLists:
    entries = Entry.objects.filter(tournament=event).order_by("number")
    taking_part = entries.filter(status__in=(Status.CONFIRMED, Status.WITHDRAWN))
    first = (page - 1) * size
    fields = ("pk", "number", "label", "club__name", "seed", "status")
    here = list(taking_part.values_list(*fields)[first : first + size])
    waiting = list(entries.filter(status=Status.WAITING).values_list(*fields)[:MOST_WAITING])
    members = EntryMember.objects.filter(entry__in=[row[0] for row in here]).order_by("entry_id", "position")
    people: dict[int, tuple[tuple[int, str], ...]] = {}
    for entry, person, given, family in members.values_list(
        "entry_id", "person_id", "person__given_name", "person__family_name"
    ):
        people[entry] = (*people.get(entry, ()), (person, f"{given} {family}".strip()))
    return EntryLists(
        taking_part=[_row(row, people.get(row[0], ())) for row in here],
        waiting=[_row(row, ()) for row in waiting],
        total=taking_part.count(),
        page=page,
    )


def _row(row: tuple[int, int, str, str | None, int | None, str], people: tuple[tuple[int, str], ...]) -> EntryRow:
    pk, number, label, club, seed, status = row
    return EntryRow(pk, number, label, club or "", seed, status, people)


def family_names(entries: Sequence[int]) -> dict[int, list[str]]:
    """Return the people in each of these entries, family name first as in an alphabetical list; one query."""
    members = EntryMember.objects.filter(entry__in=entries).order_by("entry_id", "position")
    found: dict[int, list[str]] = {}
    for entry, family, given in members.values_list("entry_id", "person__family_name", "person__given_name"):
        found.setdefault(entry, []).append(f"{family} {given}".strip())
    return found


def winners(event: Tournament, places: Collection[int]) -> list[tuple[int, str]]:
    """Return the place and the name of the entries in these places of a finished event, best first; one query."""
    placed = Entry.objects.filter(tournament=event, final_place__in=places).order_by("final_place", "number")
    return [(place, label) for place, label in placed.values_list("final_place", "label") if place is not None]


def placed_people(event: Tournament, until: int | None, most: int) -> list[EntryMember]:
    """Return the first ``most`` people of a finished event, by place up to ``until``, with entries; two queries."""
    found = EntryMember.objects.filter(entry__tournament=event, entry__final_place__isnull=False)
    found = found.filter(person__anonymised_at__isnull=True)
    if until is not None:
        found = found.filter(entry__final_place__lte=until)
    partners = Prefetch("entry__members", EntryMember.objects.select_related("person"))
    rows = found.select_related("person", "entry__club").prefetch_related(partners)
    return list(rows.order_by("entry__final_place", "entry__number", "position")[:most])


def podium(event: Tournament) -> Sequence[Entry]:
    """Return the first three of a finished event, in one query."""
    placed = Entry.objects.filter(tournament=event, final_place__lte=PODIUM)
    return list(placed.order_by("final_place", "number"))
