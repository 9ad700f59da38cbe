"""The home page: what runs, what comes, what is over, and the way in with a table code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.selectors.events import home_lists
from tournaments.views.public import words

Status = Tournament.Status


def home(request: HttpRequest) -> HttpResponse:
    lists = home_lists(request.GET.get("page", 1))
    return render(
        request,
        "home/page.html",
        {
            "running": [_card(event) for event in lists.running],
            "coming": [_card(event) for event in lists.coming],
            "finished": [_card(event) for event in lists.finished.object_list],
            "page": lists.finished,
        },
    )


def _card(event: Tournament) -> dict[str, object]:
    winner = getattr(event, "winner", None)
    kinds = {Status.RUNNING: "live", Status.OPEN: "blue", Status.FINISHED: "gold"}
    return {
        "event": event,
        "eyebrow": words.eyebrow(event),
        "meta": words.meta(event, getattr(event, "entered", 0)),
        "pill": _("Winner: %(name)s") % {"name": winner} if winner else event.get_status_display(),
        "kind": kinds.get(Status(event.status), ""),
    }
