"""Clubs as the public and their administrators see them: events, logo, who runs them, presets; and who may name one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, IntegerField, Max, Min, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments import folding
from tournaments.events.reads.events import listed_events
from tournaments.frame import naming
from tournaments.frame.reads.years import year_of, years_between
from tournaments.models import (
    Circuit,
    Club,
    ClubLogo,
    ClubMembership,
    ClubPreset,
    Person,
    Tournament,
    User,
)

PAGE = 30
PAGE_OF_EVENTS = 5
MOST_CIRCUITS = 3


@dataclass(frozen=True, slots=True)
class ClubView:
    """A club's page: its public events (see ``listed_events``), its newest circuits, and how many people it has.

    ``years`` are those of its events, ``year`` is the one that was chosen.
    """

    events: "Page[Any]"
    circuits: Sequence[Circuit]
    has_more_circuits: bool
    people: int
    years: Sequence[int]
    year: int | None


def clubs(search: str = "", number: str = "1") -> "Page[Any]":
    """Return a page of the clubs by name, in two queries, and one for a search; see ``public_clubs``."""
    found = public_clubs()
    if search.strip():
        rows = Club.objects.filter(IS_PUBLIC).values_list("pk", "name", "circle")
        found = found.filter(pk__in=[pk for pk, name, circle in rows if folding.has(f"{name} {circle}", search)])
    return Paginator(found.order_by(naming.by_name(), "pk"), PAGE).get_page(number)


# Public clubs: somebody runs them, or their name is on a circuit or a public event. A name that was only typed with
# entries is no public club.
IS_PUBLIC = Exists(ClubMembership.objects.filter(club=OuterRef("pk"))) | (
    Exists(Tournament.objects.filter(club=OuterRef("pk")).exclude(status=Tournament.Status.DRAFT))
    | Exists(Circuit.objects.filter(club=OuterRef("pk")))
)


def unrun(search: str = "") -> Sequence[Club]:
    """Return clubs without an administrator, by name: from names typed with entries, or imported with an event."""
    found = Club.objects.filter(~Exists(ClubMembership.objects.filter(club=OuterRef("pk"))))
    return list(found.filter(naming.holding(search, naming.CLUB)).order_by(naming.by_name(), "pk")[:PAGE])


def is_public(club: Club) -> bool:
    """Return whether the club has a public page."""
    return Club.objects.filter(IS_PUBLIC, pk=club.pk).exists()


def club_by_key(pk: int) -> Club | None:
    """Return a club, public or not, to name it on an event or circuit."""
    return Club.objects.filter(pk=pk).first()


def public_clubs() -> QuerySet[Club]:
    """Return the public clubs, with ``events_held``, ``people_known`` and ``has_logo``."""
    # Each is counted by itself: events and people joined would be their product.
    held = Tournament.objects.filter(club=OuterRef("pk")).exclude(status=Tournament.Status.DRAFT)
    alive = Person.objects.filter(club=OuterRef("pk"), merged_into__isnull=True, anonymised_at__isnull=True)
    return Club.objects.filter(IS_PUBLIC).annotate(
        events_held=_count_of(held, "club"),
        people_known=_count_of(alive, "club"),
        has_logo=Exists(ClubLogo.objects.filter(club=OuterRef("pk"))),
    )


def _count_of(rows: QuerySet[Any], of: str) -> Coalesce:
    counted = rows.order_by().values(of).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def club_view(club: Club, *, year: str = "", number: str = "1") -> ClubView:
    """Return the page of a club, in five queries; anything that is no year of its events is no limit."""
    held = Tournament.objects.filter(club=club)
    public = held.exclude(status=Tournament.Status.DRAFT).order_by()
    years = years_between(public.aggregate(first=Min("starts_at"), last=Max("starts_at")))
    chosen = year_of(year, years)
    events = listed_events(held if chosen is None else held.filter(starts_at__year=chosen))
    circuits = list(Circuit.objects.filter(club=club).order_by("-pk")[: MOST_CIRCUITS + 1])
    return ClubView(
        events=Paginator(events, PAGE_OF_EVENTS).get_page(number),
        circuits=circuits[:MOST_CIRCUITS],
        has_more_circuits=len(circuits) > MOST_CIRCUITS,
        people=Person.objects.filter(club=club, merged_into__isnull=True, anonymised_at__isnull=True).count(),
        years=years,
        year=chosen,
    )


def events_of(club: Club, number: str = "1") -> "Page[Any]":
    """Return a page of all events of the club, also those in preparation, the newest first; in two queries."""
    found = Tournament.objects.filter(club=club).order_by("-starts_at", "-pk")
    return Paginator(found, PAGE_OF_EVENTS).get_page(number)


def last_event(club: Club) -> Tournament | None:
    """Return the event of the club with the latest date, in any state."""
    return Tournament.objects.filter(club=club).order_by("-starts_at", "-pk").first()


def admins(club: Club) -> list[ClubMembership]:
    """Return who runs the club, in one query."""
    return list(ClubMembership.objects.filter(club=club).select_related("user").order_by("user__name", "pk"))


def may_choose(account: User) -> QuerySet[Club]:
    """Return the clubs that the account may name on an event: those it runs; a superuser may name any."""
    if account.is_superuser:
        return Club.objects.order_by(naming.by_name(), "pk")
    mine = ClubMembership.objects.filter(club=OuterRef("pk"), user=account)
    return Club.objects.filter(Exists(mine)).order_by(naming.by_name(), "pk")


def has_logo(club: Club | None) -> bool:
    """Return whether a club has a logo, which ``club_logo`` serves."""
    return club is not None and ClubLogo.objects.filter(club=club).exists()


def logo_of(club: Club | None) -> str:
    """Return the logo of a club as PNG in Base64; empty where there is none."""
    return ClubLogo.objects.filter(club=club).values_list("png", flat=True).first() or ""


def presets_for(account: User | None, club_id: int | None = None) -> QuerySet[ClubPreset]:
    """Return the presets of the clubs that the account runs, or of the token's club; by club and name."""
    rows = ClubPreset.objects.select_related("club").order_by("club__name", "name", "pk")
    if account is None:
        return rows.filter(club=club_id)
    return rows.filter(club__in=may_choose(account).order_by().values("pk"))


def of_club(club: Club) -> list[ClubPreset]:
    """Return the presets of the club, by name, in one query."""
    return list(ClubPreset.objects.filter(club=club).order_by("name", "pk"))


def one_of(club: Club, preset_id: int) -> ClubPreset | None:
    """Return one of these presets."""
    return ClubPreset.objects.filter(club=club, pk=preset_id).first()
