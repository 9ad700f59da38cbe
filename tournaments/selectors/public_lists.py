"""Public rows of all events and of one, which a program reads in pages."""

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from tournaments.models import AuditEntry, Entry, EntryMember, Table, TableLine, Tournament
from tournaments.selectors.cards import Card, cards
from tournaments.selectors.entries import EntryRow

ENTRY_FIELDS = ("pk", "number", "label", "club__name", "seed", "status")
# Private statuses: entries in review or refused, and singles that look for a partner.
SHOWN = (Entry.Status.CONFIRMED, Entry.Status.WITHDRAWN, Entry.Status.WAITING)


def public_events() -> QuerySet[Tournament]:
    """Return every event that is not in preparation, with its club."""
    return Tournament.objects.exclude(status=Tournament.Status.DRAFT).select_related("club")


def shown_entries(event: Tournament) -> QuerySet[Entry]:
    """Return who takes part, has withdrawn, or waits."""
    return Entry.objects.filter(tournament=event, status__in=SHOWN).select_related("club")


def entry_rows(event: Tournament, entries: Iterable[Entry]) -> Sequence[EntryRow]:
    """Return entries with the people in them; one more query for all of them."""
    return _with_people(
        event,
        [
            (entry.pk, entry.number, entry.label, entry.club.name if entry.club else "", entry.seed, entry.status)
            for entry in entries
        ],
    )


def all_entry_rows(event: Tournament) -> Sequence[EntryRow]:
    """Return entries that take part, have withdrawn, or wait, by number, with their people; two queries."""
    return _with_people(event, list(shown_entries(event).order_by("number").values_list(*ENTRY_FIELDS)))


def _with_people(
    event: Tournament, found: Sequence[tuple[int, int, str, str | None, int | None, str]]
) -> Sequence[EntryRow]:
    people: dict[int, tuple[tuple[int, str], ...]] = {}
    members = EntryMember.objects.filter(entry__tournament=event).order_by("entry_id", "position")
    if found:
        keys = [row[0] for row in found]
        members = members.filter(entry_id__gte=min(keys), entry_id__lte=max(keys))
    for entry, person, given, family in members.values_list(
        "entry_id", "person_id", "person__given_name", "person__family_name"
    ):
        people[entry] = (*people.get(entry, ()), (person, f"{given} {family}".strip()))
    return [
        EntryRow(key, number, label, club or "", seed, status, people.get(key, ()))
        for key, number, label, club, seed, status in found
    ]


def event_tables(event: Tournament) -> QuerySet[Table]:
    """Return the tables of an event, byes included."""
    return Table.objects.filter(tournament=event)


def table_cards(event: Tournament, tables: Iterable[Table]) -> Sequence[Card]:
    """Return these tables with their lines, in the given order; one query for all of them."""
    keys = [table.pk for table in tables]
    found = {card.pk: card for card in cards(TableLine.objects.filter(table__tournament=event, table__in=keys))}
    return [found[key] for key in keys if key in found]


def log_rows(event: Tournament) -> QuerySet[AuditEntry]:
    """Return the log of an event."""
    return AuditEntry.objects.filter(tournament=event)
