"""Frame of the pages of administrators and owners: the club or circuit, the tabs, the answer to a form."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.reads import club_access
from tournaments.frame.access import visitor
from tournaments.frame.policies import Actor, Right
from tournaments.models import Circuit, Club

CLUB_TABS = (
    ("club_manage", pgettext_lazy("of a club", "Data")),
    ("club_events", _("Events")),
    ("club_people", _("People")),
    ("club_duplicates", _("Duplicates")),
    ("club_admins", _("Administrators")),
    ("club_tokens", _("For programs")),
)
# Pages that stand under the tab of another.
UNDER = {"club_webhooks": "club_tokens"}
CIRCUIT_TABS = (
    ("circuit_manage", _("Events")),
    ("circuit_season", _("Standings")),
    ("circuit_owners", _("Owners")),
    ("circuit_edit", pgettext_lazy("of a club", "Data")),
)


def managed_club(request: HttpRequest, pk: int) -> tuple[Club, Actor]:
    """Return the club and its administrator, who sent the request."""
    return club_access.club(visitor(request), pk, Right.MANAGE_CLUB)


def managed_circuit(request: HttpRequest, slug: str) -> tuple[Circuit, Actor]:
    """Return the circuit and its owner, who sent the request."""
    return club_access.circuit(visitor(request), slug, Right.MANAGE_CIRCUIT)


def show_club(
    request: HttpRequest, template: str, club: Club, current: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Show a page for the club's administrators in its frame."""
    return render(request, template, {**club_frame(club, current), **context}, status=status)


def club_frame(club: Club, current: str) -> dict[str, Any]:
    """Return the context of the frame of a club's pages."""
    public_url = reverse("club", args=[club.pk])
    return {"club": club, **_frame(CLUB_TABS, club.pk, club.name, public_url, UNDER.get(current, current))}


def show_circuit(
    request: HttpRequest, template: str, circuit: Circuit, current: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Show a page for the circuit's owners in its frame."""
    frame = _frame(CIRCUIT_TABS, circuit.slug, circuit.name, reverse("circuit", args=[circuit.slug]), current)
    return render(request, template, {"circuit": circuit, **frame, **context}, status=status)


def _frame(
    tabs: tuple[tuple[str, Any], ...], key: int | str, title: str, public_url: str, current: str
) -> dict[str, Any]:
    labels = dict(tabs)
    return {
        "title": title,
        "public_url": public_url,
        "crumbs": [
            {"label": gettext("My events"), "url": reverse("my_events")},
            {"label": title, "url": public_url},
            {"label": labels[current], "url": ""},
        ],
        "tabs": [
            {"label": label, "url": reverse(name, args=[key]), "current": name == current} for name, label in tabs
        ],
    }
