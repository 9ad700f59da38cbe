"""What answers when nothing else did: a program is told as programs are told, people get a page."""

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from tournaments.views import outages

OF_PROGRAMS = "/api/v1/"


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that is none."""
    if not request.path.startswith(OF_PROGRAMS):
        return defaults.page_not_found(request, exception)
    # The API is in memory where it is asked only (on_demand).
    from tournaments.api import not_found as nowhere

    return nowhere.not_found()


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of the program, or an outage that neither an endpoint nor a view has seen."""
    if not request.path.startswith(OF_PROGRAMS):
        return outages.server_error(request)
    from tournaments.api import not_found as nowhere

    return nowhere.server_error()
