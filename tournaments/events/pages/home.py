"""The home page: running, coming and past events, and the field for a table code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.events.reads.events import home_lists
from tournaments.events.words import sentences as words
from tournaments.frame.policies import Right, door
from tournaments.models import Tournament

Status = Tournament.Status


@door(reads=Right.BROWSE)
def home(request: HttpRequest) -> HttpResponse:
    lists = home_lists(request.GET.get("page", 1))
    return render(
        request,
        "home/page.html",
        {
            "running": [card(event) for event in lists.running],
            "coming": [card(event) for event in lists.coming],
            "finished": [card(event) for event in lists.finished.object_list],
            "page": lists.finished,
        },
    )


def card(event: Tournament) -> dict[str, object]:
    """Return an event for ``home/_list.html``."""
    winner = getattr(event, "winner", None)
    kinds = {Status.RUNNING: "live", Status.OPEN: "blue", Status.FINISHED: "gold"}
    return {
        "event": event,
        "eyebrow": words.eyebrow(event),
        "meta": words.meta(event, getattr(event, "entered", 0)),
        "pill": _("Winner: %(name)s") % {"name": winner} if winner else event.get_status_display(),
        "kind": kinds.get(Status(event.status), ""),
    }
