"""The documents that can be made of an event, and the page that each of them is printed from."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.views.organiser.paper import organise_poster, organise_print
from tournaments.views.public.bracket import event_bracket
from tournaments.views.public.lists import event_standings

Status = Tournament.Status
DRAWN = (Status.RUNNING, Status.FINISHED)
# What an answer depends on beside its address and the reader: for paper it is always the whole page, unpacked.
OF_THE_BROWSER = ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_HX_REQUEST")


@dataclass(frozen=True, slots=True)
class Document:
    """A document: what it is called, the page it is printed from, and when there is one."""

    label: Any
    view: Callable[..., HttpResponse]
    query: str
    statuses: Sequence[str] = tuple(Status)


DOCUMENTS = {
    "bracket-a4": Document(_("Bracket on A4"), event_bracket, "stampa=a4", DRAWN),
    "bracket-a3": Document(_("Bracket on A3"), event_bracket, "stampa=a3", DRAWN),
    "slips": Document(_("Table slips"), organise_print, "foglio=a6", (Status.RUNNING,)),
    "standings": Document(_("Standings"), event_standings, "", DRAWN),
    "poster": Document(_("Poster"), organise_poster, ""),
}


def offered(event: Tournament) -> list[dict[str, Any]]:
    """The documents that there are of the event now."""
    return [
        {"what": what, "label": document.label}
        for what, document in DOCUMENTS.items()
        if event.status in document.statuses
    ]


def page_of(request: HttpRequest, event: Tournament, what: str) -> str:
    """The page of a document as this reader sees it; empty where there is none yet."""
    document = DOCUMENTS[what]
    if event.status not in document.statuses:
        return ""
    asked = copy(request)
    asked.method = "GET"
    asked.GET = QueryDict(document.query)
    asked.META = {name: value for name, value in request.META.items() if name not in OF_THE_BROWSER}
    asked.__dict__.pop("headers", None)
    answer = document.view(asked, event.slug)
    return answer.content.decode() if answer.status_code == 200 else ""
