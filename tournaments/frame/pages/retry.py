"""Retry a request once when its PostgreSQL connection broke, if the retry cannot repeat an effect.

Reading is safe. So is a form with an idempotency key: a service answers the same key in the same way. Any other write
may have been committed before the connection broke, so its sender is told about the outage (``outages``).
"""

import logging
import sys

from django.db import connection
from django.http import HttpRequest, HttpResponse

from tournaments.frame.serving.outages import is_outage

logger = logging.getLogger(__name__)

# SQLSTATE codes of a server that shuts down or starts. A connection that just broke has no code.
STOPPED = frozenset({"57P01", "57P02", "57P03"})
BROKEN = "08"


def is_connection_lost(error: Exception) -> bool:
    """Return whether the connection broke; False for a pool timeout, after which nobody should wait again."""
    # psycopg is never imported with SQLite.
    if not is_outage(error) or "psycopg" not in sys.modules:
        return False
    import psycopg
    from psycopg_pool import PoolTimeout

    cause = error.__cause__
    if not isinstance(cause, psycopg.Error) or isinstance(cause, PoolTimeout):
        return False
    return cause.sqlstate is None or cause.sqlstate in STOPPED or cause.sqlstate.startswith(BROKEN)


def may_be_repeated(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") or (request.method == "POST" and bool(request.POST.get("key")))


def served_again(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Return the view's answer on a new connection; None if the request must not be repeated."""
    found = request.resolver_match
    if found is None or not is_connection_lost(error) or not may_be_repeated(request):
        return None
    logger.warning("the connection to the database broke: %s is served once more", request.method)
    # Django opens a new connection with the next query.
    connection.close()
    answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
    return answer
