"""Deny by default at run time: a view without a declared right (``@door``) is closed to everybody.

Tests check that the declaration is true. This middleware only looks for the mark, without a query.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from tournaments.errors import ForbiddenError, MissingError
from tournaments.frame.pages.refusals import RefusalMiddleware
from tournaments.frame.policies import PAGE_READS, PAGE_WRITES, Door, door_of

logger = logging.getLogger(__name__)

# The largest primary key. An address may have a larger number, which no row has.
MOST_KEY = 2**63 - 1


def taken(marked: Door) -> list[str]:
    """Return the HTTP methods that a page with this mark accepts."""
    reads = PAGE_READS if marked.reads is not None else ()
    writes = PAGE_WRITES if marked.writes is not None else ()
    return [*reads, *writes]


class DoorMiddleware:
    """403 for a view without a mark, which is a bug; 405 for a method that the mark does not allow."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        marked = door_of(view)
        if marked is None:
            logger.error("%s.%s names no right and is opened to nobody", view.__module__, view.__qualname__)
            return RefusalMiddleware.page(request, ForbiddenError())
        if any(isinstance(value, int) and value > MOST_KEY for value in kwargs.values()) and not hasattr(view, "cls"):
            return RefusalMiddleware.page(request, MissingError())
        # An endpoint of the API answers 405 itself, as a problem document.
        if hasattr(view, "cls") or request.method in taken(marked):
            return None
        return HttpResponseNotAllowed(taken(marked))
