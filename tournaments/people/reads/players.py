"""The public page of a person: their public events and matches, and who they met."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from tournaments.competition.discipline import KINDS
from tournaments.errors import MissingError
from tournaments.events.reads.rounds import rounds_in_each
from tournaments.frame.reads.places import seated_as
from tournaments.models import Entry, EntryMember, Person, Ruling, Table, TableLine, Tournament
from tournaments.tables.reads.cards import Card, cards

MOST_EVENTS = 50
MOST_MATCHES = 60
MOST_MET = 20
SHOWN = (Entry.Status.CONFIRMED, Entry.Status.WITHDRAWN)


class Opponent(NamedTuple):
    """An opponent of a person: how often the person came out ahead, and how often behind."""

    person: int
    name: str
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Player:
    """A person and their entries in public events, newest first, each with its event.

    By entry: their tables and the penalties in force. The opponents met more than once, most often first; the rounds of
    each event.
    """

    person: Person
    entries: Sequence[Entry]
    matches: dict[int, list[Card]]
    penalties: dict[int, list[Ruling]]
    met: Sequence[Opponent]
    rounds: Mapping[int, int]


def player(person_id: int) -> Player:
    """Return a person's events, in seven queries; eight with a redrawn event.

    Raises MissingError for a person without a public event. A duplicate that was merged is the person it was merged
    into.
    """
    person = Person.objects.select_related("club").filter(pk=person_id).first()
    if person is not None and person.merged_into_id is not None:
        return player(person.merged_into_id)
    if person is None:
        raise MissingError
    entries = list(
        Entry.objects.filter(members__person=person, status__in=SHOWN)
        .exclude(tournament__status=Tournament.Status.DRAFT)
        .select_related("tournament", "tournament__club")
        .order_by("-tournament__starts_at", "-pk")[:MOST_EVENTS]
    )
    if not entries:
        raise MissingError
    seated = seated_as([entry.pk for entry in entries], *[entry.tournament for entry in entries])
    seats = TableLine.objects.filter(entry__in=seated).exclude(table__status=Table.Status.BYE)
    newest = seats.order_by("-table__tournament__starts_at", "-table__number").values("table_id")[:MOST_MATCHES]
    matches: dict[int, list[Card]] = {}
    for card in cards(TableLine.objects.filter(table__in=list(newest.values_list("table_id", flat=True)))):
        for side in card.sides:
            for own in seated.get(side.entry or 0, ()):
                matches.setdefault(own, []).append(card)
    rounds = rounds_in_each([entry.tournament for entry in entries])
    in_force = Ruling.objects.filter(
        entry__in=[entry.pk for entry in entries],
        kind__in=KINDS,
        status=Ruling.Status.IN_FORCE,
        cancelled_at__isnull=True,
    ).select_related("table")
    penalties: dict[int, list[Ruling]] = {}
    for ruling in in_force.order_by("made_at", "pk"):
        penalties.setdefault(ruling.entry_id or 0, []).append(ruling)
    return Player(person, entries, matches, penalties, _met(matches, seated), rounds)


def _met(matches: Mapping[int, Sequence[Card]], seated: Collection[int]) -> Sequence[Opponent]:
    """Return the opponents at played tables, and which of them were met again; one query."""
    ahead, behind = Counter[int](), Counter[int]()
    for card in chain.from_iterable(matches.values()):
        own = next((side.place for side in card.sides if side.entry in seated), None)
        if not card.is_over or own is None:
            continue
        for side in card.sides:
            if side.entry is None or side.entry in seated or side.place is None:
                continue
            # Who shares the place counts for neither.
            if own < side.place:
                ahead[side.entry] += 1
            elif own > side.place:
                behind[side.entry] += 1
    rows = EntryMember.objects.filter(
        entry__in={*ahead, *behind}, person__anonymised_at__isnull=True, person__merged_into__isnull=True
    ).values_list("entry", "person", "person__given_name", "person__family_name")
    names: dict[int, str] = {}
    before, after = Counter[int](), Counter[int]()
    for entry, person, given, family in rows:
        names[person] = f"{given} {family}".strip()
        before[person] += ahead[entry]
        after[person] += behind[entry]
    found = [Opponent(person, name, before[person], after[person]) for person, name in names.items()]
    again = [each for each in found if each.ahead + each.behind > 1]
    return sorted(again, key=lambda each: (-each.ahead - each.behind, each.name))[:MOST_MET]


def with_duplicates(person: Person | None) -> list[Person]:
    """Return the person and everybody merged into them, at any depth."""
    found: list[Person] = []
    newest = [person] if person else []
    while newest:
        found += newest
        newest = list(Person.objects.filter(merged_into__in=newest))
    return found
