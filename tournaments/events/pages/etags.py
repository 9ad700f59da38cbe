"""The ETags of an event's tables, which every open sheet polls; computed once a version for all readers."""

import json

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.events.pages.event_page import answer_text
from tournaments.frame import access
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.etags import marks
from tournaments.frame.visiting import visitor
from tournaments.models import Tournament


@door(reads=Right.SEE)
def event_marks(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    return answer_text(request, event, "marks", "application/json", lambda: _marks(event))


def _marks(event: Tournament) -> str:
    return json.dumps({"version": event.version, "tables": marks(event, timezone.now())}, separators=(",", ":"))
