"""A request whose connection to PostgreSQL broke under it is served once more, where that can do nothing twice.

Reading can; so can a form with a key, for the services give the same key the same answer. Anything else may have been
committed before the connection broke, and is left to anybody who sent it, who is told so (``outages``).
"""

import logging
import sys

from django.db import connection
from django.http import HttpRequest, HttpResponse

from tournaments.serving.outages import is_outage

logger = logging.getLogger(__name__)

# The server is being stopped or was, in PostgreSQL's words; a connection that broke without a word has no code.
STOPPED = frozenset({"57P01", "57P02", "57P03"})
BROKEN = "08"


def is_connection_lost(error: Exception) -> bool:
    """Whether the connection broke; not, when none could be had for so long that nobody should wait again."""
    # A laptop with SQLite never loads it.
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
    """What the same view answers on another connection; None where it must not be asked again."""
    found = request.resolver_match
    if found is None or not is_connection_lost(error) or not may_be_repeated(request):
        return None
    logger.warning("the connection to the database broke: %s is served once more", request.method)
    connection.close()
    answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
    return answer
