"""Where somebody plays: all entries that take part, found by name, and the way of one entry through its event."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.errors import MissingError
from tournaments.frame.access import PLAYED
from tournaments.frame.reads.entry_places import entries_at_table
from tournaments.models import Entry, EntryMember, TableLine, Tournament
from tournaments.tables.reads.cards import Card, cards

MOST_EVENTS = 12
Status = Entry.Status
# Entries on the public lists: neither in review nor refused.
SHOWN = (Status.CONFIRMED, Status.WITHDRAWN, Status.WAITING)


class FoundEntry(NamedTuple):
    """An entry for the search; ``table`` is the hall number of the table to which it has been called.

    ``people`` are the names to search by, without those of anonymous people.
    """

    event: int
    entry: int
    label: str
    status: str
    people: tuple[str, ...]
    table: int | None


@dataclass(frozen=True, slots=True)
class Way:
    """An entry, its tables from first to last, and the table that the last one leads to, if known.

    ``people`` are (key, name) of its people, without anonymous ones; ``keys`` the entries under which it sits.
    """

    entry: Entry
    people: Sequence[tuple[int, str]]
    tables: Sequence[Card]
    after: Card | None
    keys: frozenset[int]

    @property
    def now(self) -> Card | None:
        """The table that it plays at, or the next one."""
        return next((card for card in self.tables if not card.is_over), None)


def running_events() -> Sequence[Tournament]:
    """Return the first few public events that are being played, newest first; one query."""
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
    return list(running.order_by("-starts_at", "-pk")[:MOST_EVENTS])


def entrants(events: Collection[int]) -> list[FoundEntry]:
    """Return the entries that take part in these events, in three queries."""
    entries = Entry.objects.filter(tournament__in=events, status__in=SHOWN).order_by("tournament", "number")
    members = EntryMember.objects.filter(entry__tournament__in=events, person__anonymised_at__isnull=True)
    names = members.order_by("entry", "position").values_list("entry", "person__given_name", "person__family_name")
    people: dict[int, tuple[str, ...]] = {}
    for entry, given, family in names:
        people[entry] = (*people.get(entry, ()), f"{given} {family}".strip())
    seats = TableLine.objects.filter(
        table__tournament__in=events, table__status__in=PLAYED, entry__isnull=False
    ).values_list("entry", "entry__members__of", "table__hall_number")
    tables = {own or entry: table for entry, own, table in seats}
    return [
        FoundEntry(event, entry, label, status, people.get(entry, ()), tables.get(entry))
        for event, entry, label, status in entries.values_list("tournament", "pk", "label", "status")
    ]


def is_entry(event: Tournament, entry_id: int) -> bool:
    """Return whether the event has this entry."""
    return Entry.objects.filter(tournament=event, pk=entry_id).exists()


def way(event: Tournament, entry_id: int) -> Way:
    """Return the way of an entry, in four queries; raises MissingError for an entry that is not public."""
    entry = Entry.objects.filter(tournament=event, pk=entry_id, status__in=(*SHOWN, Status.PAIR)).first()
    if entry is None:
        raise MissingError
    entry.tournament = event
    keys = frozenset(entries_at_table([entry.pk], event))
    own = TableLine.objects.filter(entry__in=keys).values("table")
    tables = sorted(cards(TableLine.objects.filter(table__in=own)), key=lambda card: (card.round, card.number))
    members = EntryMember.objects.filter(entry=entry, person__anonymised_at__isnull=True).select_related("person")
    people = [(member.person_id, str(member.person)) for member in members]
    after = None
    if tables and not tables[-1].is_over:
        # The table that the best line of the last one advances to.
        leads = TableLine.objects.filter(source=tables[-1].pk, source_place=1).values("table")
        after = next(iter(cards(TableLine.objects.filter(table__in=leads))), None)
    return Way(entry, people, tables, after, keys)
