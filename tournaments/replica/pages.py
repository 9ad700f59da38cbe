"""The page of the copy, its line on the organiser's first page; and the refusal where another computer has gone on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.frame.pages.steps import officials, organiser_of, say_done, show, to
from tournaments.frame.policies import Right
from tournaments.models import Tournament
from tournaments.replica import places
from tournaments.replica.watching import WATCH
from tournaments.replica.words import passed_sentence, words_of

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
PAGE: Final = "organise_stick"


def shown_copy(event: Tournament) -> dict[str, Any]:
    """Return what the first page shows of the copy, from memory: the words, and whether a stick could be chosen."""
    words = words_of(WATCH.state)
    return {
        "slug": event.slug,
        "words": words,
        "is_offered": words is None and settings.EMBEDDED and places.stick_folders(),
    }


@officials(reads=Right.ORGANISE)
def organise_stick_line(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the line and the alarm alone, for a page that is open."""
    event, _actor = organiser_of(request, slug)
    return render(request, "replica/parts.html", {"copy": shown_copy(event)})


@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_stick(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the copy and the folders that were found; choose one, try again, or keep the evening on this computer."""
    event, _actor = organiser_of(request, slug)
    folders = places.stick_folders() if settings.EMBEDDED else []
    if request.method == "POST":
        match request.POST.get("step"):
            case "try":
                WATCH.order(do="try")
                say_done(request, _("It is tried again."))
            case "take" if WATCH.is_passed:
                WATCH.order(do="take")
                say_done(request, _("The evening is kept on this computer. Switch the other one off."))
            case "use":
                # A folder that was found, and no other: nobody names a path of this computer.
                for folder in folders:
                    if str(folder) == request.POST.get("folder"):
                        WATCH.use(Path(folder))
                        say_done(request, _("The copy begins on this stick."))
        return to(PAGE, slug)
    state = WATCH.state
    context: dict[str, Any] = {
        "words": words_of(state),
        "folder": state.report.folder,
        "folders": [str(folder) for folder in folders if str(folder) != state.report.folder],
        "is_embedded": settings.EMBEDDED,
    }
    return show(request, "replica/stick.html", event, "organise", **context)


class PassedMiddleware:
    """503 with a sentence for everything that would write; reading goes on. The database is shut beneath it too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not WATCH.is_passed or request.method in SAFE:
            return self.get_response(request)
        # The page on which the evening can be kept here all the same, of any event.
        if request.path_info.endswith(reverse(PAGE, args=["-"]).rpartition("-")[2]):
            return self.get_response(request)
        text = passed_sentence(WATCH.state.report)
        if request.path_info.startswith("/api/"):
            problem = {"type": "about:blank", "status": 503, "code": "gone_on", "title": text}
            return JsonResponse(problem, status=503, content_type="application/problem+json")
        return render(request, "503.html", {"text": text}, status=503)
