"""Where no endpoint answers, told to a program as everything is told to programs: no such address, and a fault."""

import sys

from django.http import HttpResponse
from rest_framework.response import Response

from tournaments.frame.api.codes import MEDIA_TYPE
from tournaments.frame.api.negotiation import JsonRenderer
from tournaments.frame.api.problems import answer_to, problem


def not_found() -> HttpResponse:
    """404 as a problem document."""
    return _written(problem(404, "not_found"))


def server_error() -> HttpResponse:
    """Return the problem for an error that no endpoint handled: 503 if the database is away, else 500."""
    error = sys.exc_info()[1]
    told = answer_to(error) if isinstance(error, Exception) else None
    return _written(told or problem(500, "fault"))


def _written(told: Response) -> HttpResponse:
    headers = {name: value for name, value in told.headers.items() if name != "Content-Type"}
    body = JsonRenderer().render(told.data)
    return HttpResponse(body, status=told.status_code, headers=headers, content_type=MEDIA_TYPE)
