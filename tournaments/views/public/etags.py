"""The ETags of an event's tables, which every open sheet polls; computed once a version for all readers."""

import json

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.models import Tournament
from tournaments.policies import Right, door
from tournaments.selectors import access
from tournaments.selectors.etags import marks
from tournaments.views.public.event_page import answer_text
from tournaments.visiting import visitor


@door(reads=Right.SEE)
def event_marks(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    return answer_text(request, event, "marks", "application/json", lambda: _marks(event))


def _marks(event: Tournament) -> str:
    return json.dumps({"version": event.version, "tables": marks(event, timezone.now())}, separators=(",", ":"))
