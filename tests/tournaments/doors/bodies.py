"""What is sent to write: of an endpoint the least that its description asks for, of a page the words of its forms."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings

from tests.tournaments.doors.addresses import Route

Schema = Mapping[str, Any]
FORMATS = {
    "date-time": "2026-12-20T20:30:00+01:00",
    "date": "2026-12-20",
    "email": "x@example.org",
    "uri": "https://hooks.example.org/",
}
# What a body names that must be there, by the name of its field.
NAMED = {"event": "event-home"}
# So far that the page looks at the thing of its address; what is still missing of a form comes after that.
FORM = {
    "step": "call",
    "reason": "x",
    "decision": "accept",
    "field": "checked_in",
    "value": "1",
    "kind": "warning",
    "name": "x",
    "confirm": "1",
}

STEPS = {key: {"what": "stop"} for key in ("organise_webhooks_step", "club_webhooks_step")}


@cache
def description_read() -> Any:
    """The description of the API as everybody reads it: another test holds the committed copy against the code."""
    return json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())


@cache
def described() -> Mapping[str, Any]:
    """Its operations by address and method, the parameters of addresses without their names."""
    return {re.sub(r"{\w+}", "{}", path): methods for path, methods in description_read()["paths"].items()}


@cache
def body(path: str, method: str) -> str:
    """The least that an operation takes, as JSON."""
    operation = described().get(path, {}).get(method.lower(), {})
    media = operation.get("requestBody", {}).get("content", {}).get("application/json")
    return json.dumps(least(media["schema"]) if media else {})


@cache
def query(path: str) -> Mapping[str, Any]:
    """The least that an address takes after its question mark."""
    asked = described().get(path, {}).get("get", {}).get("parameters", ())
    return {each["name"]: least(each["schema"]) for each in asked if each.get("in") == "query" and each.get("required")}


@cache
def kind_of_body(path: str, method: str) -> str:
    """The media type that an operation takes."""
    content = described().get(path, {}).get(method.lower(), {}).get("requestBody", {}).get("content", {})
    return "application/json" if not content or "application/json" in content else str(next(iter(content)))


def least(schema: Schema) -> Any:
    """The smallest value of a schema."""
    if "$ref" in schema:
        return least(description_read()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    for several in ("allOf", "oneOf", "anyOf"):
        if several in schema:
            return least(schema[several][0])
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type", "object")
    kind = next(each for each in kind if each != "null") if isinstance(kind, list) else kind
    if kind == "object":
        return {name: NAMED.get(name) or least(schema["properties"][name]) for name in schema.get("required", ())}
    if kind == "array":
        return [least(schema["items"])] * schema.get("minItems", 0)
    if kind == "string":
        return FORMATS.get(schema.get("format", ""), "x" * max(1, schema.get("minLength", 1)))
    return True if kind == "boolean" else max(1, schema.get("minimum", 1))


def sent(route: Route, method: str) -> dict[str, Any]:
    """What a client sends with this method to this address."""
    if method in ("GET", "HEAD", "OPTIONS"):
        return {"data": query(route.path)} if route.is_api and method != "OPTIONS" else {}
    if route.is_api:
        return {"data": body(route.path, method), "content_type": kind_of_body(route.path, method)}
    return {"data": FORM | STEPS.get(route.name, {})} if method == "POST" else {}
