"""The description of the API: what every endpoint shares is said once, here, by its door and its method."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from tournaments.frame import policies
from tournaments.frame.api import headers, pagination
from tournaments.frame.api.bodies import Body, Shape
from tournaments.frame.api.filtering import parameters_of
from tournaments.frame.api.problem_shapes import Problem
from tournaments.frame.policies import Door, Right

Method = TypeVar("Method", bound=Callable[..., Any])
NOT_MODIFIED = OpenApiResponse(None, "The caller has it: the ETag was sent back as If-None-Match")
# Of a number and a text in the path of an address.
HIGHEST_IN_ADDRESS = 2**31 - 1
LONGEST_IN_ADDRESS = 200
SAFE = ("GET", "HEAD", "OPTIONS")
# What is asked of nobody in particular.
OF_STRANGERS = policies.OF_EVERYBODY | {Right.BROWSE, Right.SEE_CLUB}
_EVENT = "/api/v1/events/{slug}/"


def describe(
    name: str,
    summary: str,
    *,
    answers: Any,
    takes: Any = None,
    status: int = 200,
    examples: Sequence[OpenApiExample] = (),
    group: str = "",
    not_modified: bool = False,
    located: bool = False,
    awaited: bool = False,
    kinds: Sequence[str] = (),
    **more: Any,
) -> Callable[[Method], Method]:
    """Describe a method: ``name`` of the operation, what it ``takes`` and ``answers``; problems are added by its door.

    ``answers`` is a Shape, ``many_of(Shape)``, ``listed(Shape)``, or None where there is no body (then 204).
    ``kinds`` are the media types of a file; with ``located`` the answer says where what was made is, with
    ``awaited`` when to ask again.
    """
    described = OpenApiResponse(answers, description=summary) if answers is not None else OpenApiResponse(None, summary)
    good: dict[Any, OpenApiResponse] = {(status, kind): described for kind in kinds}
    good = good or {204 if answers is None else status: described}
    own = [headers.IF_NONE_MATCH, headers.ETAG] if not_modified else []
    own += [headers.location(status)] if located else []
    own += [headers.again(status)] if awaited else []
    decorator: Callable[[Method], Method] = extend_schema(
        operation_id=name,
        summary=summary,
        request=takes,
        responses={**good, **({304: NOT_MODIFIED} if not_modified else {})},
        examples=list(examples),
        tags=[group] if group else None,
        parameters=own,
        **more,
    )

    def describe(method: Method) -> Method:
        described: Any = decorator(method)
        # What is held against a body before a transaction is opened.
        described.takes = takes
        return cast(Method, described)

    return describe


@cache
def page_of_shape(shape: type[Shape]) -> type[Shape]:
    """A page of a list of ``shape``."""
    fields = {
        "__doc__": f"A page of {shape.__name__}.",
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": shape(many=True),
    }
    return type(f"{shape.__name__}Page", (Shape,), fields)


@cache
def many_of(shape: type[Shape]) -> type[Shape]:
    """A whole list of ``shape``, that is never so long that it needs pages."""
    fields = {"__doc__": f"A list of {shape.__name__}.", "results": shape(many=True)}
    return type(f"{shape.__name__}List", (Shape,), fields)


class EndpointSchema(AutoSchema):
    """Adds what the door, the method and the class of an endpoint say already."""

    method: str
    path: str
    view: Any

    @property
    def door(self) -> Door:
        return getattr(type(self.view), "door", Door())

    def get_tags(self) -> list[str]:
        group: str = type(self.view).__module__.rpartition(".")[2]
        return [getattr(type(self.view), "group", group)]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """A stranger is let to what everybody is let to; elsewhere nothing is said without a token or a session."""
        found: list[dict[str, list[str]]] = super().get_auth()
        is_open = self.door.right(self.method) in OF_STRANGERS
        return [*found, {}] if is_open else found

    def _map_serializer_field(self, field: Any, direction: Direction, bypass_extensions: bool = False) -> Any:
        """Describe a field as the framework does, and add the most items of a list, which it does not write."""
        mapped = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        if mapped and mapped.get("oneOf") == [{}, {"type": "null"}]:
            # Anything at all is one of two where nothing is the other.
            del mapped["oneOf"]
        if isinstance(field, serializers.EmailField) and field.allow_blank and mapped:
            # Nothing at all is taken too, and is no address.
            address = {"type": "string", "format": "email", "maxLength": field.max_length}
            more = {name: value for name, value in mapped.items() if name not in address}
            return {"anyOf": [address, {"type": "string", "enum": [""]}], **more}
        most = getattr(field, "max_length", None)
        if isinstance(field, serializers.DictField) and mapped and most:
            return {**mapped, "maxProperties": most}
        is_list = isinstance(field, serializers.ListSerializer | serializers.ListField)
        if is_list and mapped.get("type") == "array":
            least = field.min_length or (0 if field.allow_empty else 1)
            bounds = {"minItems": least, "maxItems": field.max_length}
            return {**mapped, **{name: number for name, number in bounds.items() if number}}
        return mapped

    def _resolve_path_parameters(self, variables: Any) -> Any:
        """Describe path parameters as the framework does, and add their bounds."""
        found = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call]
        for parameter in found:
            is_number = parameter["schema"].get("type") == "integer"
            parameter["schema"] |= _KEY if is_number else {"maxLength": LONGEST_IN_ADDRESS}
        return found

    def get_override_parameters(self) -> list[Any]:
        found: list[Any] = [headers.LANGUAGE]
        if self.method not in SAFE:
            if not self.view.own_transactions:
                # The key of a write that is done once.
                found += [headers.IDEMPOTENCY, headers.replayed_header(200, 201, 202, 204)]
                # A write in an event is held against its version, one at a table against the table's.
                found += [headers.IF_MATCH] if self.path.startswith(_EVENT) else []
            return found
        found += [self.view.parameters] if self.view.parameters().fields else []
        if self.view.is_list:
            found += [_CURSOR, _LIMIT, *parameters_of(self.view.filters)]
        return found

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        """Describe answers as the framework does, and add the problems."""
        found: dict[str, Any] = super()._get_response_bodies(direction)
        problems = [400, 401, 429, 503]
        if self.door.right(self.method) not in (Right.BROWSE, Right.SEE) or self.method not in SAFE:
            problems.append(403)
        if "{" in self.path:
            problems.append(404)
        if self.method not in SAFE:
            # A body may name what is not there.
            problems += [404, 408, 409, 413, 415, 422]
        for status in problems:
            if str(status) not in found:
                self.resolve_serializer(Problem, "response")
                found[str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
        return dict(sorted(found.items()))


_KEY = {"minimum": 0, "maximum": HIGHEST_IN_ADDRESS}
_CURSOR = OpenApiParameter(
    pagination.CURSOR,
    {"type": "string", "maxLength": pagination.LONGEST_CURSOR},
    description="Where the page begins: as in “next” and “previous”",
)
_LIMIT = OpenApiParameter(
    pagination.LIMIT,
    {"type": "integer", "minimum": 1, "maximum": pagination.MOST_PER_PAGE, "default": pagination.PER_PAGE},
    description="Rows of a page",
)


class BodyExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A body takes no field that it does not name."""

    target_class = "tournaments.frame.api.bodies.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        mapped: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return {**mapped, "additionalProperties": False} if isinstance(self.target, Body) else mapped


class TokenExtension(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """A program's token."""

    target_class = "tournaments.accounts.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "sb_<prefix>_<secret>, made under “My tokens”"}


class BrowserExtension(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session of a browser that is logged in, or holds passes of the hall."""

    target_class = "tournaments.accounts.api.authentication.BrowserAuthentication"
    name = "session"
    cookie: ClassVar[str] = "sessionid"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": self.cookie,
            "description": "The session of a browser; writing needs the header X-CSRFToken of the same session",
        }


def only_the_api(endpoints: list[Any]) -> list[Any]:
    """Pages are no part of the description."""
    return [one for one in endpoints if one[0].startswith("/api/")]
