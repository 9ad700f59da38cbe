"""Circuits: seasons as the public sees them, and the table of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet, Sum

from tournaments.competition.discipline import VP as VP_PENALTY
from tournaments.competition.season.options import VP, SeasonOptions, season_from_json
from tournaments.competition.season.table import Result, Row, table
from tournaments.events.reads.events import listed_events
from tournaments.frame.reads.entry_places import members_of
from tournaments.models import (
    Circuit,
    CircuitOwner,
    Club,
    EntryMember,
    Membership,
    Ruling,
    Table,
    TableLine,
    Tournament,
    User,
)

PAGE = 30
PAGE_OF_EVENTS = 8
MOST_EVENTS = 120


def circuits(number: str = "1", club: Club | None = None) -> "Page[Any]":
    """Return a page of the circuits by name, in two queries: of one club, or all."""
    found = all_circuits() if club is None else all_circuits().filter(club=club)
    return Paginator(found.order_by("name", "pk"), PAGE).get_page(number)


def all_circuits() -> QuerySet[Circuit]:
    """Return every circuit with its club, and ``events_held``."""
    shown = Count("tournaments", filter=~Q(tournaments__status=Tournament.Status.DRAFT))
    return Circuit.objects.select_related("club").annotate(events_held=shown)


def public_events(circuit: Circuit) -> QuerySet[Tournament]:
    """Return the public events of a circuit by date, each with ``entered`` and ``winner``."""
    return listed_events(Tournament.objects.filter(circuit=circuit)).order_by("starts_at", "pk")


def season(circuit: Circuit, number: str = "1") -> "Page[Any]":
    """Return a page of these events in two queries: the first has the newest, each is in the order of play."""
    return _newest(public_events(circuit), number)


def _newest(events: QuerySet[Tournament], number: str) -> "Page[Any]":
    found: Page[Any] = Paginator(events.order_by("-starts_at", "-pk"), PAGE_OF_EVENTS).get_page(number)
    found.object_list = list(reversed(found.object_list))
    return found


def owners(circuit: Circuit) -> list[CircuitOwner]:
    """Return the owners of the circuit, in one query."""
    return list(CircuitOwner.objects.filter(circuit=circuit).select_related("user").order_by("user__name", "pk"))


def page_of_events_in(circuit: Circuit, number: str = "1") -> "Page[Any]":
    """Return a page of all events of the circuit, also those in preparation, as ``season`` does."""
    return _newest(Tournament.objects.filter(circuit=circuit), number)


def events_in(circuit: Circuit) -> list[Tournament]:
    """Return every event of the circuit, also those in preparation, by date."""
    return list(Tournament.objects.filter(circuit=circuit).order_by("starts_at", "pk"))


def events_to_add(account: User) -> list[Tournament]:
    """Return the events in no circuit that the account organises itself or for its club, newest first."""
    organises = Q(memberships__user=account, memberships__role=Membership.Role.ORGANISER)
    mine = organises | Q(club__memberships__user=account)
    free = Tournament.objects.filter(mine, circuit__isnull=True).distinct()
    return list(free.order_by("-starts_at", "-pk")[:MOST_EVENTS])


FINISHED = Tournament.Status.FINISHED


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The rows of a table with the names of persons by their keys, and those of events by their slugs."""

    options: SeasonOptions
    rows: Sequence[Row]
    people: Mapping[int, str]
    events: Mapping[str, str]


def season_table(circuit: Circuit) -> SeasonTable | None:
    """Return the table, or None for a circuit without one. One query; three for a table by VP.

    VP are those of an entry at its tables, less its penalties (R-SEA-01). What a pair of one round has belongs to both
    (R-ROT-01).
    """
    if not circuit.season:
        return None
    options = season_from_json(circuit.season)
    vp: dict[int, int] = {}
    if options.scoring == VP:
        lines = TableLine.objects.filter(table__tournament__circuit=circuit, table__tournament__status=FINISHED)
        # The rest of somebody who had left before counts never (R-STG-13).
        counted = lines.exclude(is_absent=True, table__status=Table.Status.BYE).exclude(vp=None)
        vp = dict(counted.order_by().values_list("entry").annotate(sum=Sum("vp")))
        penalties = Ruling.objects.filter(
            tournament__circuit=circuit,
            tournament__status=FINISHED,
            status=Ruling.Status.IN_FORCE,
            kind=VP_PENALTY,
            entry__isnull=False,
        )
        for key, taken in penalties.order_by().values_list("entry").annotate(sum=Sum("value")):
            vp[key] = vp.get(key, 0) - (taken or 0)
        for pair, both in members_of(list(vp)).items():
            for own in both:
                vp[own] = vp.get(own, 0) + vp.get(pair, 0)
    # Everybody who has a final place in a finished event, in the order of play.
    placed = EntryMember.objects.filter(
        entry__tournament__circuit=circuit, entry__tournament__status=FINISHED, entry__final_place__isnull=False
    )
    # Plain values: a season has thousands of them.
    rows = placed.values_list(
        "entry__tournament__slug",
        "entry__tournament__name",
        "entry",
        "entry__final_place",
        "person",
        "person__given_name",
        "person__family_name",
    ).order_by(
        "entry__tournament__starts_at",
        "entry__tournament__pk",
        "entry__final_place",
        "person__family_name",
        "person__given_name",
        "person",
    )
    people: dict[int, str] = {}
    events: dict[str, str] = {}
    results: list[Result] = []
    for slug, event, entry, place, person, given, family in rows:
        people[person], events[slug] = f"{given} {family}".strip(), event
        results.append(Result(person, slug, place or 0, vp.get(entry, 0)))
    return SeasonTable(options, table(results, options), people, events)
