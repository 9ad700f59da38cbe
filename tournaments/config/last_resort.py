"""The fallback for errors that nothing else answered: a problem document for programs, a page for people."""

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from tournaments.frame.pages import middleware

OF_PROGRAMS = "/api/v1/"


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown address."""
    if not request.path.startswith(OF_PROGRAMS):
        return defaults.page_not_found(request, exception)
    # The API is in memory only once it was asked for (on_demand).
    from tournaments.frame.api import problems as nowhere

    return nowhere.not_found()


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a bug, or an outage that neither an endpoint nor a view has handled."""
    if not request.path.startswith(OF_PROGRAMS):
        return middleware.server_error(request)
    from tournaments.frame.api import problems as nowhere

    return nowhere.server_error()
