"""A body, an address or a header holds so much and no more, and what is too long is refused before it is looked at."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, asker_of, key_of
from tests.tournaments.api.table_sheets import at
from tournaments.frame.policies import Role

DESCRIPTION = json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())
PARTS = DESCRIPTION["components"]
BOUNDS_OF_TEXT = {"maxLength", "enum", "const"}
BOUNDED_FORMATS = {"date", "date-time", "binary"}


def inputs() -> Iterator[tuple[str, Any]]:
    """Every parameter, header and body of every operation, with its name and its schema."""
    for path, methods in DESCRIPTION["paths"].items():
        for method, one in methods.items():
            for parameter in one.get("parameters", ()):
                known = PARTS["parameters"][parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter
                yield f"{method} {path} {known['name']}", known["schema"]
            for media in one.get("requestBody", {}).get("content", {}).values():
                yield f"{method} {path} body", media["schema"]


def unbounded(where: str, schema: Any, seen: set[str]) -> Iterator[str]:
    """Every place of a schema that takes a list, an object, a text or a number of any size."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            yield from unbounded(name, PARTS["schemas"][name], seen)
        return
    either = [one for kind in ("allOf", "anyOf", "oneOf") for one in schema.get(kind, ())]
    for one in either:
        yield from unbounded(where, one, seen)
    kinds = schema.get("type", [])
    kinds = {kinds} if isinstance(kinds, str) else set(kinds)
    if not kinds and not either and not {"enum", "const"} & set(schema):
        yield f"{where}: anything at all"
    if "array" in kinds and "maxItems" not in schema:
        yield f"{where}: a list"
    if "string" in kinds and not BOUNDS_OF_TEXT & set(schema) and schema.get("format") not in BOUNDED_FORMATS:
        yield f"{where}: a text"
    if {"integer", "number"} & kinds and "enum" not in schema and not {"minimum", "maximum"} <= set(schema):
        yield f"{where}: a number"
    more = schema.get("additionalProperties", True)
    if "object" in kinds and more is not False and "maxProperties" not in schema:
        yield f"{where}: an object"
    below = [*schema.get("properties", {}).items(), *([("*", more)] if isinstance(more, dict) else [])]
    below += [("0", schema["items"])] if "items" in schema else []
    for name, inner in below:
        yield from unbounded(f"{where}.{name}", inner, seen)


def test_nothing_that_is_sent_is_without_a_bound() -> None:
    seen: set[str] = set()
    assert [each for where, schema in inputs() for each in unbounded(where, schema, seen)] == []


def test_the_walk_finds_what_has_no_bound() -> None:
    wrong = {
        "type": "object",
        "properties": {
            "list": {"type": "array", "items": {"type": "string"}},
            "number": {"type": ["integer", "null"], "minimum": 0},
            "either": {"anyOf": [{"type": "object", "additionalProperties": {}}]},
        },
        "additionalProperties": False,
    }
    assert list(unbounded("body", wrong, set())) == [
        "body.list: a list",
        "body.list.0: a text",
        "body.number: a number",
        "body.either: an object",
        "body.either.*: anything at all",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "body", "field", "count", "bound"),
    [
        ("score", {"games": [{"deals": []}] * 5_000}, "games", 5_000, 9),
        ("score", {"games": [{"deals": [{}] * 20_000}]}, "games.0.deals", 20_000, 60),
        ("deal", {"values": dict.fromkeys(map(str, range(5_000)), "1")}, "values", 5_000, 60),
        ("deal", dict.fromkeys(map(str, range(5_000)), "1"), "body", 5_000, 100),
    ],
)
def test_what_is_too_long_is_refused_unseen(path: str, body: Any, field: str, count: int, bound: int) -> None:
    event = make.called(entries=8)
    asker = asker_of(make.with_role(event, Role.REFEREE))
    address = at(make.tables_of(event)[0], path)
    assert asker.post(address).status_code == 422
    text = json.dumps(body)
    began = time.process_time()
    json.loads(text)
    reading = time.process_time() - began
    with CaptureQueriesContext(connection) as asked:
        began = time.process_time()
        answer = asker.post(address, text)
        taken = time.process_time() - began
    assert answer.status_code == 400
    problem = answer.json()
    assert (problem["code"], problem["errors"][0]["code"]) == ("too_many", "max_length")
    assert problem["detail"] == f"{field}: {count} are too many; at most {bound} are taken."
    assert not [each for each in asked if "SAVEPOINT" in each["sql"] or "tournaments_table" in each["sql"]]
    # To read it and to look for what cannot be written takes as long whatever it is; nothing is done with its parts.
    assert taken < 0.05 + 20 * reading


@pytest.mark.django_db
def test_a_document_is_as_long_as_documents_are() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    new = {"name": "Gara", "game": "scopa", "preset": "valliadi_2022", "starts_at": "2026-12-20T20:30:00+01:00"}
    for more in (
        {"rules": {"x": [[1] * 61]}},
        {"discipline": {"ladder": [{}] * 61}},
        {"terms": {"a": {"b": [0] * 61}}},
    ):
        answer = asker.post("events/", {**new, **more})
        assert (answer.status_code, answer.json()["code"]) == (400, "too_many"), more
    for long in ({"rules": {"x": "y" * 401}}, {"format": {"y" * 401: 1}}):
        answer = asker.post("events/", {**new, **long})
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "max_length"), long


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["accept_language", "if_none_match"])
def test_a_header_is_as_long_as_headers_are(header: str) -> None:
    event = make.called(entries=4)
    assert Asker().get(f"events/{event.slug}/bracket/", **{header: "x" * 500}).status_code == 200
    refused = Asker().get(f"events/{event.slug}/bracket/", **{header: "x" * 501})
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "max_length")
    assert refused.json()["errors"][0]["field"].lower().replace("-", "_") == header


@pytest.mark.django_db
def test_a_cursor_is_as_long_as_cursors_are() -> None:
    refused = Asker().get(f"events/?cursor={'x' * 401}")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "cursor")
