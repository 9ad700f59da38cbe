"""The description of the API as a program reads it: OpenAPI 3.1."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import documented
from tournaments.frame.policies import Door, Right


@cache
def description() -> dict[str, Any]:
    """The whole description; it changes with the program only."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return found


BEGINNING = OpenApiExample(
    "Its beginning",
    {"openapi": "3.1.0", "info": {"title": "Settebello", "version": "1"}, "paths": {}},
    response_only=True,
)


class Schema(Endpoint):
    """The description itself."""

    door = Door(reads=Right.BROWSE)
    group = "schema"

    @documented("schema_read", "This description, in OpenAPI 3.1.", answers=OpenApiTypes.OBJECT, examples=[BEGINNING])
    def get(self, request: Request) -> Response:
        return Response(description(), headers={"Cache-Control": "public, max-age=300"})
