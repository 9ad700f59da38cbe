"""Database outages (no answer, disk full, read-only): the answer is 503 with a sentence and Retry-After.

Nothing is half saved, because nothing was committed. If it was committed and only the answer was lost, the form sent
again has the same idempotency key and counts once.
"""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults

from tournaments.frame.pages import measures
from tournaments.frame.serving.outages import AGAIN_SECONDS, is_outage

logger = logging.getLogger(__name__)


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Return 503 with a sentence, without a query."""
    measures.DATABASE_ERRORS.inc()
    logger.error("database does not serve %s %s: %s", request.method, request.path, error)
    page = render_to_string("503.html")
    return HttpResponse(page, status=503, headers={"Retry-After": str(AGAIN_SECONDS), "Cache-Control": "no-store"})


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the 500 page, or 503 for an outage outside a view, such as while the session is saved."""
    error = sys.exc_info()[1]
    if error is not None and is_outage(error):
        return unavailable(request, error)
    return defaults.server_error(request)
