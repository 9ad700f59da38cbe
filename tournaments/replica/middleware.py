"""The refusal of everything that would write where another computer has gone on with the evening."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.replica.watching import WATCH

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")


class PassedMiddleware:
    """503 with a sentence for everything that would write; reading goes on. The database is shut beneath it too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not WATCH.is_passed or request.method in SAFE:
            return self.get_response(request)
        # The page on which the evening can be kept here all the same, of any event.
        if request.path_info.endswith(reverse("organise_stick", args=["-"]).rpartition("-")[2]):
            return self.get_response(request)
        # Every start would load the words of the log for this.
        from tournaments.replica.words import passed_sentence

        text = passed_sentence(WATCH.state.report)
        if request.path_info.startswith("/api/"):
            problem = {"type": "about:blank", "status": 503, "code": "gone_on", "title": text}
            return JsonResponse(problem, status=503, content_type="application/problem+json")
        return render(request, "503.html", {"text": text}, status=503)
