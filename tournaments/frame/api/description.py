"""The description of the API, as programs and as people read it."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.problem_codes import problem_sentences
from tournaments.frame.api.schema import describe
from tournaments.frame.policies import Door, Right, door
from tournaments.games.contract import Json


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

    @describe("schema_read", "This description, in OpenAPI 3.1.", answers=OpenApiTypes.OBJECT, examples=[BEGINNING])
    def get(self, request: Request) -> Response:
        return Response(description(), headers={"Cache-Control": "public, max-age=300"})


METHODS = ("get", "post", "put", "patch", "delete")
REFERENCE = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a body or an answer, or a parameter."""

    name: str
    kind: str
    is_needed: bool
    about: str


@dataclass(frozen=True, slots=True)
class Example:
    """An example as it is written."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class DescribedOperation:
    """One thing that a program can do."""

    key: str
    method: str
    path: str
    summary: str
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    sent: tuple[Example, ...]
    statuses: tuple[tuple[str, str], ...]
    answer: tuple[Field, ...]
    answered: tuple[Example, ...]


@door(reads=Right.BROWSE)
def page(request: HttpRequest) -> HttpResponse:
    """Show every operation of the API by group, and every problem code."""
    schema = description()
    groups: dict[str, list[DescribedOperation]] = {}
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                group = methods[method]["tags"][0]
                groups.setdefault(group, []).append(_operation(schema, path, method, methods[method]))
    context = {"groups": sorted(groups.items()), "codes": problem_sentences()}
    return render(request, "frame/api.html", context)


def _operation(schema: Json, path: str, method: str, found: Json) -> DescribedOperation:
    taken = _media(found.get("requestBody", {}))
    good = {status: answer for status, answer in found["responses"].items() if status < "300"}
    answer = _media(next(iter(good.values()), {}))
    parameters = []
    for each in found.get("parameters", ()):
        # A header is said once for all operations.
        said = schema["components"]["parameters"][each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        where = {"path": "{…}", "query": "?", "header": "header"}.get(said["in"], said["in"])
        name, kind = f"{said['name']} ({where})", _kind(said.get("schema", {}))
        parameters.append(Field(name, kind, bool(said.get("required")), said.get("description", "")))
    statuses = []
    for status, told in found["responses"].items():
        # Problems share one text for all operations, in the reader's language.
        problem = told.get("$ref", "").rpartition("/")[2]
        shared = schema["components"]["responses"][problem]["description"] if problem else ""
        statuses.append((status, gettext(shared) if problem else told.get("description", "")))
    return DescribedOperation(
        key=found["operationId"],
        method=method.upper(),
        path=path,
        summary=found.get("summary", ""),
        parameters=tuple(parameters),
        body=_fields(schema, taken.get("schema", {})),
        sent=_examples(taken),
        statuses=tuple(statuses),
        answer=_fields(schema, answer.get("schema", {})),
        answered=_examples(answer),
    )


def _media(holder: Json) -> Json:
    """Return the schema entry of the first content type."""
    return next(iter(holder.get("content", {}).values()), {})


def _fields(schema: Json, described: Json) -> tuple[Field, ...]:
    """The fields of an object, those of the rows of its lists by their name only."""
    reference = described.get("$ref", "")
    named = schema["components"]["schemas"][reference.removeprefix(REFERENCE)] if reference else described
    needed = named.get("required", ())
    return tuple(
        Field(name, _kind(each), name in needed, each.get("description", ""))
        for name, each in named.get("properties", {}).items()
    )


def _kind(described: Json) -> str:
    """“integer 1–200”, “EventShape”, “list of string”."""
    if "$ref" in described:
        return str(described["$ref"]).removeprefix(REFERENCE)
    for several in ("oneOf", "allOf", "anyOf"):
        if several in described:
            return " | ".join(_kind(each) for each in described[several])
    if "enum" in described:
        return " | ".join(str(each) for each in described["enum"])
    kind: Any = described.get("type", "JSON")
    if kind == "array":
        return f"[{_kind(described.get('items', {}))}]"
    words = " | ".join(kind) if isinstance(kind, list) else str(kind)
    if "minimum" in described and "maximum" in described:
        return f"{words} {described['minimum']}–{described['maximum']}"
    if "maxLength" in described:
        return f"{words} ≤ {described['maxLength']}"
    return words if "format" not in described else f"{words} ({described['format']})"


def _examples(media: Json) -> tuple[Example, ...]:
    return tuple(
        Example(each.get("summary", name), json.dumps(each.get("value"), indent=2, ensure_ascii=False, default=str))
        for name, each in media.get("examples", {}).items()
    )
