"""A database that does not answer, is full or only to be read: people are told so in words and asked to come again.

What they sent is not half saved, for nothing was committed; and where it was, and the answer was lost, the same form
sent again has the same key and counts once.
"""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults

from tournaments.serving.outages import AGAIN_SECONDS, is_outage
from tournaments.views.service import measures

logger = logging.getLogger(__name__)


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """503 with a sentence; the page asks nothing of the database."""
    measures.DATABASE_ERRORS.inc()
    logger.error("database does not serve %s %s: %s", request.method, request.path, error)
    page = render_to_string("503.html")
    return HttpResponse(page, status=503, headers={"Retry-After": str(AGAIN_SECONDS), "Cache-Control": "no-store"})


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of last resort: an outage that no view saw, as when a session is saved, or a fault of the program."""
    error = sys.exc_info()[1]
    if error is not None and is_outage(error):
        return unavailable(request, error)
    return defaults.server_error(request)
