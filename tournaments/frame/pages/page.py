"""Frame of every organiser's page: the event, the tabs, the answer after a step."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.frame import access
from tournaments.frame.policies import Actor, Right
from tournaments.frame.visiting import visitor
from tournaments.models import Tournament

TABS = (
    ("organise", _("What now")),
    ("organise_entries", _("Entries")),
    ("organise_draw", _("Draw")),
    ("organise_rounds", _("Rounds")),
    ("organise_closing", _("Closing")),
    ("organise_jobs", _("Documents")),
    ("organise_roles", _("Roles")),
    ("organise_settings", _("Settings")),
    ("organise_rules", _("Rules")),
    ("organise_audit", _("Log")),
)


class SeeOther(HttpResponseRedirect):
    """A redirect after a POST (303)."""

    status_code = 303


def organised(request: HttpRequest, slug: str) -> tuple[Tournament, Actor]:
    """Return the event and its organiser, who sent the request."""
    return access.tournament(visitor(request), slug, Right.ORGANISE)


def show(
    request: HttpRequest, template: str, event: Tournament, current: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Show a page of the event in its frame."""
    return render(request, f"organiser/{template}", {**framed(event, current), **context}, status=status)


def framed(event: Tournament, current: str) -> dict[str, Any]:
    """Return the context of the frame."""
    return {"event": event, "crumbs": _crumbs(event, current), "tabs": _tabs(event, current)}


def _crumbs(event: Tournament, current: str) -> list[dict[str, Any]]:
    home = {"label": gettext("My events"), "url": reverse("my_events")}
    if current == "organise":
        return [home, {"label": event.name, "url": ""}]
    label = dict(TABS).get(current, "")
    return [home, {"label": event.name, "url": reverse("organise", args=[event.slug])}, {"label": label, "url": ""}]


def _tabs(event: Tournament, current: str) -> list[dict[str, Any]]:
    return [
        {"label": label, "url": reverse(name, args=[event.slug]), "current": name == current} for name, label in TABS
    ]


def to(name: str, *args: object) -> SeeOther:
    """Redirect to a page after a step."""
    return SeeOther(reverse(name, args=args))


def done(request: HttpRequest, text: str) -> None:
    """Add the message about a step, shown on the next page."""
    messages.success(request, text)


def wants_part(request: HttpRequest) -> bool:
    """Return whether a script (``post.js``) asks for a part of the page only."""
    return request.method == "POST" and "X-Part" in request.headers
