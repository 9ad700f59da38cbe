"""The description has every code that the program can answer, each with its sentence."""

import ast
import importlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from rest_framework import serializers

from script import places
from tournaments.frame.api.bodies import Body
from tournaments.frame.api.description import description
from tournaments.frame.api.problem_codes import FIELDS, PHRASES, TITLES, sentences
from tournaments.games import registry

# Whose first argument is a code, and where it stands in each.
RAISED = {"RefusedError": 0, "StaleVersionError": 0, "IllegalActionError": 0, "UnknownScaleError": 0, "problem": 1}
CODE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+")
SOURCES = [path for name in ("tournaments", *settings.GAMES) for path in (settings.BASE_DIR / name).rglob("*.py")]


def calls(paths: Sequence[Path]) -> Iterator[tuple[str, ast.Call]]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield ast.unparse(node.func).rpartition(".")[2], node


def texts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def told(name: str) -> Any:
    return description()["components"]["schemas"][name]


def below(kind: type[Body]) -> Iterator[type[Body]]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)


def codes_of(field: Any) -> Iterator[str]:
    """What the framework says of a field, and of whatever is in it."""
    yield from field.error_messages
    yield from (one.code for one in field.validators if hasattr(one, "code"))
    children = field.fields.values() if isinstance(field, serializers.Serializer) else ()
    for child in (*children, *([field.child] if hasattr(field, "child") else [])):
        yield from codes_of(child)


def test_the_codes_of_problems_are_those_that_the_program_has_sentences_for() -> None:
    assert told("ProblemCode")["enum"] == sorted(sentences())
    assert told("ProblemCode")["x-codes"] == sentences()
    assert told("FieldCode")["x-codes"] == FIELDS
    assert told("Problem")["properties"]["code"] == {"$ref": "#/components/schemas/ProblemCode"}


def test_every_code_that_is_raised_anywhere_is_in_the_description() -> None:
    raised = {
        code
        for name, call in calls(SOURCES)
        if name in RAISED and len(call.args) > RAISED[name]
        for code in texts(call.args[RAISED[name]])
    }
    found = {code for code in raised if CODE.fullmatch(code)}
    assert len(found) > 200
    assert found - set(told("ProblemCode")["enum"]) == set()


def test_the_codes_of_the_api_itself_are_in_the_description() -> None:
    assert set(PHRASES) <= set(told("ProblemCode")["enum"])
    assert {f"Problem{status}" for status in TITLES if status != 500} == set(description()["components"]["responses"])


def test_a_label_of_a_game_is_no_code() -> None:
    labels = {code for key in settings.GAMES for code, said in registry.game(key).phrases.items() if said[-1] != "."}
    assert len(labels) > 10
    assert labels & set(sentences()) == set()


def test_everything_that_can_be_wrong_with_a_field_is_in_the_description() -> None:
    for path in places.floors("api"):
        importlib.import_module(places.module(path))
    found = {code for kind in set(below(Body)) for code in codes_of(kind())}
    assert len(found) > 15
    assert found - set(told("FieldCode")["enum"]) == set()


def test_what_the_bodies_refuse_themselves_is_in_the_description() -> None:
    known = {*told("FieldCode")["enum"], *told("ProblemCode")["enum"]}
    words = [
        word.value
        for name, call in calls(places.floors("api"))
        if name in ("ValidationError", "ErrorDetail")
        for word in call.keywords
        if word.arg == "code"
    ]
    written = {code for word in words for code in texts(word)}
    assert len(written) > 4
    assert written - known == set()


@pytest.mark.django_db
def test_the_list_that_is_served_is_the_one_that_is_described() -> None:
    rows = Client().get("/api/v1/problems/", headers={"accept-language": "en"}).json()["results"]
    assert {row["code"]: row["detail"] for row in rows} == told("ProblemCode")["x-codes"]
