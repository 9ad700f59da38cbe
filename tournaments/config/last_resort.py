"""What answers when nothing else did: a program is told as programs are told, people get a page."""

from django.http import HttpRequest, HttpResponse

from tournaments.api import nowhere
from tournaments.views import outages


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of the program, or an outage that neither an endpoint nor a view has seen."""
    answer = nowhere.server_error if request.path.startswith(nowhere.ADDRESSES) else outages.server_error
    return answer(request)
