"""Turn errors into answers.

Missing and foreign objects look alike (404), forbidden is 403, an outage 503, and an event whose rules cannot be read
is 500: that event alone.
"""

import logging
from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotFound
from django.template.loader import render_to_string

from tournaments.errors import ForbiddenError, MissingError, UnreadableError
from tournaments.frame.pages import outages, pass_refusal, retry
from tournaments.frame.serving.outages import is_outage

logger = logging.getLogger(__name__)


class RefusalMiddleware:
    """Turns MissingError, ForbiddenError, UnreadableError and a database outage into pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        try:
            answer = retry.served_again(request, exception)
        except (MissingError, ForbiddenError, UnreadableError, Error) as second:
            answer, exception = None, second
        return answer if answer is not None else self.page(request, exception)

    @staticmethod
    def page(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, MissingError):
            why = pass_refusal.of_request(request)
            if why:
                return pass_refusal.page(request, why)
            return HttpResponseNotFound(render_to_string("404.html", request=request))
        if isinstance(exception, ForbiddenError):
            return HttpResponseForbidden(render_to_string("403.html", request=request))
        if isinstance(exception, UnreadableError):
            logger.error("the rules of event %s cannot be read", exception)
            return HttpResponse(render_to_string("unreadable.html", request=request), status=500)
        if is_outage(exception):
            return outages.unavailable(request, exception)
        return None
