"""Refusals that reach the edge: a missing object and a foreign one look the same, a forbidden one says so."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotFound
from django.template.loader import render_to_string

from tournaments.errors import ForbiddenError, MissingError


class RefusalMiddleware:
    """Turns MissingError and ForbiddenError into pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, MissingError):
            return HttpResponseNotFound(render_to_string("404.html", request=request))
        if isinstance(exception, ForbiddenError):
            return HttpResponseForbidden(render_to_string("403.html", request=request))
        return None
