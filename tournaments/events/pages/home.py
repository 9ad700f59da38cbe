"""The home page, and events as a calendar."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.events.reads.calendars import CONTENT_TYPE, calendar_of
from tournaments.events.reads.events import calendar_events, home_lists
from tournaments.events.words import sentences as words
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.models import Tournament


@door(reads=Right.BROWSE)
@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Return the public calendar for subscribers: running and coming events, and those of the last year."""
    return _answer(calendar_of((event, _address(event)) for event in calendar_events()), "settebello.ics")


@door(reads=Right.SEE)
@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    return _answer(calendar_of([(event, _address(event))]), f"{event.slug}.ics")


def _address(event: Tournament) -> str:
    return f"{settings.SITE_URL}{reverse('event', args=[event.slug])}"


def _answer(data: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        data,
        content_type=CONTENT_TYPE,
        headers={"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, max-age=300"},
    )


Status = Tournament.Status


@door(reads=Right.BROWSE)
def home(request: HttpRequest) -> HttpResponse:
    lists = home_lists(request.GET.get("page", 1))
    return render(
        request,
        "events/home.html",
        {
            "running": [card(event) for event in lists.running],
            "coming": [card(event) for event in lists.coming],
            "finished": [card(event) for event in lists.finished.object_list],
            "page": lists.finished,
            "games": [{"key": key, "name": words.game_name(key)} for key in registry.practice_keys()],
        },
    )


def card(event: Tournament) -> dict[str, object]:
    """Return an event for ``events/_home_list.html``."""
    winner = getattr(event, "winner", None)
    kinds = {Status.RUNNING: "live", Status.OPEN: "blue", Status.FINISHED: "gold"}
    return {
        "event": event,
        "eyebrow": words.eyebrow(event),
        "meta": words.meta(event, getattr(event, "entered", 0)),
        "pill": _("Winner: %(name)s") % {"name": winner} if winner else event.get_status_display(),
        "kind": kinds.get(Status(event.status), ""),
    }
