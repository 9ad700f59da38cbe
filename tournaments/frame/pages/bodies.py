"""Limits of a request's body: refuse it unread if it is too big, and refuse NUL characters."""

from collections.abc import Callable
from typing import Any

from django.db import DataError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from tournaments.frame.serving.bodies import AGAIN_SECONDS, limit_of, refused_sentence, refused_status

NUL = "\x00"


def says_so_itself(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a view that checks its body itself, in order to answer with a better message."""
    view.says_so_itself = True  # type: ignore[attr-defined]
    return view


class BodyMiddleware:
    """Refuses bodies that are too big or incomplete, and 400 for a NUL, which PostgreSQL cannot store."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if getattr(view, "says_so_itself", False):
            return None
        status = refused_status(request, limit_of(view))
        if status:
            return refused(request, status)
        return render(request, "400.html", status=400) if _holds_nul(request.GET) else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return 400 if the database refused a NUL; forms refuse it earlier, on their field."""
        if isinstance(exception, DataError) and _holds_nul(request.POST):
            return render(request, "400.html", status=400)
        return None


def refused(request: HttpRequest, status: int) -> HttpResponse:
    """Return the page that says why a body was not read."""
    answer = render(request, "400.html", {"text": refused_sentence(status)}, status=status)
    if status == 429:
        answer.headers["Retry-After"] = str(AGAIN_SECONDS)
    return answer


def _holds_nul(query: QueryDict) -> bool:
    return any(NUL in str(text) for name, values in query.lists() for text in (name, *values))
