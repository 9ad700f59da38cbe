"""Deny by default, at run time: a view that does not say what it asks of its visitor opens to nobody.

What it says is held against what it does by tests; here only a mark is looked at, without a query.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from tournaments.errors import ForbiddenError, MissingError
from tournaments.policies import PAGE_READS, PAGE_WRITES, Door, door_of
from tournaments.views.refusals import RefusalMiddleware

logger = logging.getLogger(__name__)

# What a key can be in the database; an address may say more, and nothing has it.
MOST_KEY = 2**63 - 1


def taken(marked: Door) -> list[str]:
    """The methods that a page with this mark takes."""
    reads = PAGE_READS if marked.reads is not None else ()
    writes = PAGE_WRITES if marked.writes is not None else ()
    return [*reads, *writes]


class DoorMiddleware:
    """403 for a view without a mark, which is a mistake of ours; 405 for a method that the mark does not name."""

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
        # An endpoint of the API answers in its own words to a method that it does not take.
        if hasattr(view, "cls") or request.method in taken(marked):
            return None
        return HttpResponseNotAllowed(taken(marked))
