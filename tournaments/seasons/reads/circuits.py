"""Circuits: seasons as the public sees them, and the lists of their owners."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from tournaments.events.reads.events import listed
from tournaments.models import Circuit, CircuitOwner, Membership, Tournament, User

PAGE = 30
MOST_EVENTS = 120


@dataclass(frozen=True, slots=True)
class Season:
    """The public events of a circuit by date, each with ``entered`` and ``winner``."""

    events: Sequence[Tournament]


def circuits(number: str = "1") -> "Page[Any]":
    """Return a page of the circuits by name, in two queries."""
    return Paginator(all_circuits().order_by("name", "pk"), PAGE).get_page(number)


def all_circuits() -> QuerySet[Circuit]:
    """Return every circuit with its club, and ``events_held``."""
    shown = Count("tournaments", filter=~Q(tournaments__status=Tournament.Status.DRAFT))
    return Circuit.objects.select_related("club").annotate(events_held=shown)


def season(circuit: Circuit) -> Season:
    """Return the page of a circuit, in one query."""
    events = listed(Tournament.objects.filter(circuit=circuit)).order_by("starts_at", "pk")
    return Season(list(events[:MOST_EVENTS]))


def owners(circuit: Circuit) -> list[CircuitOwner]:
    """Return the owners of the circuit, in one query."""
    return list(CircuitOwner.objects.filter(circuit=circuit).select_related("user").order_by("user__name", "pk"))


def events_in(circuit: Circuit) -> list[Tournament]:
    """Return every event of the circuit, also those in preparation, by date."""
    return list(Tournament.objects.filter(circuit=circuit).order_by("starts_at", "pk"))


def events_to_add(account: User) -> list[Tournament]:
    """Return the events in no circuit that the account organises itself or for its club, newest first."""
    organises = Q(memberships__user=account, memberships__role=Membership.Role.ORGANISER)
    mine = organises | Q(club__memberships__user=account)
    free = Tournament.objects.filter(mine, circuit__isnull=True).distinct()
    return list(free.order_by("-starts_at", "-pk")[:MOST_EVENTS])
