"""A person as the public sees them: the public events they took part in, and their matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.competition.discipline.penalties import KINDS
from tournaments.errors import MissingError
from tournaments.models import Entry, Person, Ruling, Table, TableLine, Tournament
from tournaments.selectors.cards import Card, cards

MOST_EVENTS = 50
MOST_MATCHES = 60
SHOWN = (Entry.Status.CONFIRMED, Entry.Status.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Player:
    """A person, their entries in public events (the newest first, each with its event), and by entry their tables
    and the penalties in force.
    """

    person: Person
    entries: Sequence[Entry]
    matches: dict[int, list[Card]]
    penalties: dict[int, list[Ruling]]


def player(person_id: int) -> Player:
    """Five queries; MissingError for somebody who has never taken part in a public event.

    Anybody who turned out to be somebody else is that one.
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
    return Player(person, entries, _matches(entries), _penalties(entries))


def _matches(entries: Sequence[Entry]) -> dict[int, list[Card]]:
    keys = {entry.pk for entry in entries}
    seats = TableLine.objects.filter(entry__in=keys).exclude(table__status=Table.Status.BYE)
    newest = seats.order_by("-table__tournament__starts_at", "-table__number").values("table_id")[:MOST_MATCHES]
    found: dict[int, list[Card]] = {}
    for card in cards(TableLine.objects.filter(table__in=list(newest.values_list("table_id", flat=True)))):
        for side in card.sides:
            if side.entry in keys:
                found.setdefault(side.entry, []).append(card)
    return found


def _penalties(entries: Sequence[Entry]) -> dict[int, list[Ruling]]:
    """The penalties in force of each entry, the oldest first."""
    rows = Ruling.objects.filter(
        entry__in=[entry.pk for entry in entries], kind__in=KINDS, status=Ruling.Status.IN_FORCE,
        cancelled_at__isnull=True,
    ).select_related("table")  # fmt: skip
    found: dict[int, list[Ruling]] = {}
    for ruling in rows.order_by("made_at", "pk"):
        found.setdefault(ruling.entry_id or 0, []).append(ruling)
    return found
