"""Long lists are read in pages that stay put while rows come and go: by a cursor, not by a number of pages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.utils.translation import gettext
from django_filters import FilterSet
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.frame.api.bodies import Body
from tournaments.frame.api.filtering import ill_formed
from tournaments.frame.api.problem_codes import PHRASES
from tournaments.frame.api.problems import QueryError
from tournaments.games.contract import Json

Batch: TypeAlias = Callable[[list[Any]], Sequence[Mapping[str, Json]]]
CURSOR, LIMIT = "cursor", "limit"
PARAMETERS = (CURSOR, LIMIT)
LONGEST_CURSOR = 400
PER_PAGE, MOST_PER_PAGE = 50, 200


class Pages(CursorPagination):
    """The framework's cursor pagination, except that an invalid limit is refused, not replaced."""

    cursor_query_param = CURSOR
    page_size_query_param = LIMIT
    page_size = PER_PAGE
    max_page_size = MOST_PER_PAGE

    def get_page_size(self, request: Request) -> int:
        stated = request.query_params.get(LIMIT)
        if stated is None:
            return PER_PAGE
        if not stated.isascii() or not stated.isdigit() or len(stated) > 4 or not 1 <= int(stated) <= MOST_PER_PAGE:
            raise _wrong(LIMIT, stated)
        return int(stated)


def _wrong(name: str, value: str) -> QueryError:
    detail = gettext(PHRASES["invalid_query"])
    return QueryError([{"field": name, "code": "invalid", "detail": detail, "value": value[:200]}])


def page(
    request: Request,
    rows: QuerySet[Any],
    filters: type[FilterSet] | None,
    make: Batch,
    order: str,
) -> Response:
    """The page of ``rows`` that the address asks for; ``order`` is a field that is unique."""
    if filters is not None:
        wrong = ill_formed(filters, request.query_params)
        if wrong:
            raise _wrong(wrong, request.query_params[wrong])
        asked = filters(request.query_params, queryset=rows)
        if not asked.is_valid():
            raise QueryError(
                [
                    {"field": name, "code": error["code"] or "invalid", "detail": error["message"]}
                    for name, errors in asked.form.errors.get_json_data().items()
                    for error in errors
                ]
            )
        rows = asked.qs
    if len(request.query_params.get(CURSOR, "")) > LONGEST_CURSOR:
        raise _wrong(CURSOR, request.query_params[CURSOR])
    pages = Pages()
    pages.ordering = (order,)
    try:
        found = pages.paginate_queryset(rows.order_by(order), request)
    except (NotFound, ValueError, ValidationError, OverflowError, DataError) as error:
        # Whatever was put into it: a cursor is only ever one that was given out here.
        raise _wrong(CURSOR, request.query_params.get(CURSOR, "")) from error
    return Response(
        {
            "next": pages.get_next_link(),
            "previous": pages.get_previous_link(),
            "results": make(found or []),
        }
    )


def a_page(row: object) -> OpenApiExample:
    """A page with that row, as an example."""
    return OpenApiExample("A page", {"next": None, "previous": None, "results": [row]}, response_only=True)


class PageQuery(Body):
    """Which page of what is ranked as a whole."""

    page = serializers.IntegerField(min_value=1, max_value=10_000, default=1, help_text="200 rows a page")
