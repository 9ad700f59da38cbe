"""Events for a calendar: one, or all public ones."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.events.reads.events import calendar_events
from tournaments.events.writes.calendars import CONTENT_TYPE, calendar_of
from tournaments.frame import access
from tournaments.frame.policies import Right, door
from tournaments.frame.visiting import visitor
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
