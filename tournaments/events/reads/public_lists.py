"""Public rows of all events and of one, which a program reads in pages."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import QuerySet

from tournaments.entries.reads.entries import EntryRow
from tournaments.frame.reads import statements
from tournaments.models import Entry, EntryMember, Table, TableLine, Tournament
from tournaments.tables.reads.cards import Card, cards

# Written once: Django would compile every column anew for each query.
ENTRIES = """
SELECT entry.id, entry.number, entry.label, club.name, entry.seed, entry.status
FROM tournaments_entry entry LEFT JOIN tournaments_club club ON club.id = entry.club_id
WHERE entry.tournament_id = %s AND entry.status IN (%s, %s, %s) ORDER BY entry.number
"""
PEOPLE = """
SELECT member.entry_id, person.id, person.given_name, person.family_name
FROM tournaments_entry entry
JOIN tournaments_entrymember member ON member.entry_id = entry.id
JOIN tournaments_person person ON person.id = member.person_id
WHERE entry.tournament_id = %s ORDER BY member.entry_id, member.position
"""
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
    found = list(entries)
    people: dict[int, tuple[tuple[int, str], ...]] = {}
    members = EntryMember.objects.filter(entry__tournament=event).order_by("entry_id", "position")
    if found:
        keys = [entry.pk for entry in found]
        members = members.filter(entry_id__gte=min(keys), entry_id__lte=max(keys))
    for key, person, given, family in members.values_list(
        "entry_id", "person_id", "person__given_name", "person__family_name"
    ):
        people[key] = (*people.get(key, ()), (person, _name(given, family)))
    return [
        EntryRow(
            entry.pk,
            entry.number,
            entry.label,
            entry.club.name if entry.club else "",
            entry.seed,
            entry.status,
            people.get(entry.pk, ()),
        )
        for entry in found
    ]


def all_members(event: Tournament) -> Iterator[tuple[Sequence[Any], ...]]:
    """Yield the row of each entry that takes part, has withdrawn, or waits, by number, and those of its people."""
    found = statements.rows(ENTRIES, [event.pk, *SHOWN])
    people: dict[int, list[Sequence[Any]]] = {row[0]: [] for row in found}
    for member in statements.rows(PEOPLE, [event.pk]):
        if member[0] in people:
            people[member[0]].append(member)
    return ((row, *people[row[0]]) for row in found)


def entry_of(rows: Sequence[Sequence[Any]]) -> EntryRow:
    """Return an entry from its row and those of its people."""
    (key, number, label, club, seed, status), *people = rows
    named = tuple([(person, _name(given, family)) for _entry, person, given, family in people])
    return EntryRow(key, number, label, club or "", seed, status, named)


def _name(given: str, family: str) -> str:
    return f"{given} {family}".strip()


def event_tables(event: Tournament) -> QuerySet[Table]:
    """Return the tables of an event, byes included."""
    return Table.objects.filter(tournament=event)


def table_cards(event: Tournament, tables: Iterable[Table]) -> Sequence[Card]:
    """Return these tables with their lines, in the given order; one query for all of them."""
    keys = [table.pk for table in tables]
    found = {card.pk: card for card in cards(TableLine.objects.filter(table__tournament=event, table__in=keys))}
    return [found[key] for key in keys if key in found]
