"""The public page of a person: their public events and matches, and who they met."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Max, Min

from tournaments.competition.discipline import KINDS
from tournaments.errors import MissingError
from tournaments.events.reads.rounds import rounds_in_each
from tournaments.frame.reads.entry_places import entries_at_table
from tournaments.frame.reads.years import year_of, years_between
from tournaments.models import Entry, EntryMember, Person, Ruling, Table, TableLine, Tournament
from tournaments.tables.reads.cards import Card, cards

PAGE = 5
MOST_EVENTS = 30
MOST_MATCHES = 60
MOST_MET = 20
DONE: Final = Table.Status.DONE
SHOWN = (Entry.Status.CONFIRMED, Entry.Status.WITHDRAWN)


class Opponent(NamedTuple):
    """An opponent of a person: how often the person came out ahead, and how often behind."""

    person: int
    name: str
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Player:
    """A person and a page of their entries in public events, newest first, each with its event.

    Of the first entry its tables and the penalties in force, with the rounds of its event. The opponents met more than
    once in the newest matches, most often first. ``years`` are those of the events, ``year`` is the one that was
    chosen.
    """

    person: Person
    entries: "Page[Any]"
    matches: list[Card]
    penalties: list[Ruling]
    met: Sequence[Opponent]
    rounds: int
    years: Sequence[int]
    year: int | None


def player(person_id: int, *, year: str = "", number: str = "1") -> Player:
    """Return a person's events, in a number of queries that no event adds to.

    Raises MissingError for a person without a public event. A duplicate that was merged is the person it was merged
    into.
    """
    person = Person.objects.select_related("club").filter(pk=person_id).first()
    if person is not None and person.merged_into_id is not None:
        return player(person.merged_into_id, year=year, number=number)
    if person is None:
        raise MissingError
    # Keys first: an event that is asked for outside would go through every entry of the installation.
    shown = EntryMember.objects.filter(person=person, entry__status__in=SHOWN).order_by()
    shown = shown.exclude(entry__tournament__status=Tournament.Status.DRAFT)
    years = years_between(
        shown.aggregate(first=Min("entry__tournament__starts_at"), last=Max("entry__tournament__starts_at"))
    )
    if not years:
        raise MissingError
    chosen = year_of(year, years)
    ordered = shown.order_by("-entry__tournament__starts_at", "-entry").values_list("entry", flat=True)
    limited = ordered if chosen is None else ordered.filter(entry__tournament__starts_at__year=chosen)
    entries: Page[Any] = Paginator(limited, PAGE).get_page(number)
    rows = Entry.objects.filter(pk__in=list(entries.object_list)).select_related("tournament", "tournament__club")
    entries.object_list = list(rows.order_by("-tournament__starts_at", "-pk"))
    matches: list[Card] = []
    penalties: list[Ruling] = []
    rounds = 0
    if entries.object_list:
        first = entries.object_list[0]
        own = entries_at_table([first.pk], first.tournament)
        seats = TableLine.objects.filter(entry__in=own).exclude(table__status=Table.Status.BYE)
        matches = list(cards(TableLine.objects.filter(table__in=list(seats.values_list("table_id", flat=True)))))
        rounds = rounds_in_each([first.tournament])[first.tournament_id]
        in_force = Ruling.objects.filter(
            entry=first, kind__in=KINDS, status=Ruling.Status.IN_FORCE, cancelled_at__isnull=True
        )
        penalties = list(in_force.select_related("table").order_by("made_at", "pk"))
    return Player(
        person, entries, matches, penalties, _opponents(person, list(ordered[:MOST_EVENTS])), rounds, years, chosen
    )


def _opponents(person: Person, entries: Sequence[int]) -> Sequence[Opponent]:
    """Return the opponents at the newest tables that are over, and which of them were met again; in four queries."""
    # What a pair of one round plays is each member's own.
    pairs = EntryMember.objects.filter(person=person, of__in=entries).order_by().values_list("entry", flat=True)
    played = TableLine.objects.filter(entry__in=[*entries, *pairs], table__status=DONE)
    newest = dict(played.order_by("-table", "index").values_list("table", "entry")[:MOST_MATCHES])
    seats = TableLine.objects.filter(table__in=newest, entry__isnull=False, place__isnull=False)
    places: dict[int, dict[int, int]] = {}
    for table, entry, place in seats.order_by().values_list("table", "entry", "place"):
        places.setdefault(table, {})[entry or 0] = place or 0
    ahead, behind = Counter[int](), Counter[int]()
    for table, at in places.items():
        own = at.get(newest[table] or 0)
        for entry, place in at.items():
            # Who shares the place counts for neither.
            if own is not None and own < place:
                ahead[entry] += 1
            elif own is not None and own > place:
                behind[entry] += 1
    rows = EntryMember.objects.filter(
        entry__in={*ahead, *behind}, person__anonymised_at__isnull=True, person__merged_into__isnull=True
    ).values_list("entry", "person", "person__given_name", "person__family_name")
    names: dict[int, str] = {}
    before, after = Counter[int](), Counter[int]()
    for key, met, given, family in rows:
        names[met] = f"{given} {family}".strip()
        before[met] += ahead[key]
        after[met] += behind[key]
    found = [Opponent(met, name, before[met], after[met]) for met, name in names.items()]
    again = [each for each in found if each.ahead + each.behind > 1]
    return sorted(again, key=lambda each: (-each.ahead - each.behind, each.name))[:MOST_MET]
