"""Every body and every answer in JSON has an example in the description, and each is of the form that is described."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
from django.conf import settings

from tests.tournaments.api.described import strict, told
from tournaments.frame.api.problem_codes import sentences


def operations() -> Iterator[tuple[str, Any]]:
    for methods in told()["paths"].values():
        for one in methods.values():
            yield one["operationId"], one


def contents(one: Any) -> Iterator[tuple[str, Any]]:
    """The bodies and the good answers of an operation that are JSON; a file is what it is."""
    good = [(status, answer) for status, answer in one["responses"].items() if status < "300"]
    for where, holder in (("body", one.get("requestBody", {})), *good):
        media = holder.get("content", {}).get("application/json")
        if media is not None and media["schema"].get("format") != "binary":
            yield where, media


MEDIA = [(f"{name} {where}", media) for name, one in operations() for where, media in contents(one)]


def test_every_body_and_every_answer_has_an_example() -> None:
    assert len(MEDIA) > 220
    assert [name for name, media in MEDIA if not media.get("examples")] == []


def test_an_example_is_what_the_description_says() -> None:
    """All in one document: to make the form of each costs more than to look at its examples."""
    forms = {name: {"additionalProperties": media["schema"]} for name, media in MEDIA}
    form = jsonschema_rs.Draft202012Validator({"properties": forms, "components": strict()}, validate_formats=True)
    examples = {name: {title: each["value"] for title, each in media["examples"].items()} for name, media in MEDIA}
    assert len(examples) == len(MEDIA)
    assert [f"{list(error.instance_path)}: {error.message}" for error in form.iter_errors(examples)] == []


def test_a_problem_of_every_code_is_what_the_description_says() -> None:
    form = jsonschema_rs.Draft202012Validator({"$ref": "#/components/schemas/Problem", "components": strict()})
    problem = {"type": "https://example.org/", "title": "Refused", "status": 422, "detail": "No."}
    for code in sentences():
        error = {"field": "seen", "code": code, "detail": "No."}
        assert form.is_valid({**problem, "code": code, "errors": [error]}), code
    assert not form.is_valid({**problem, "code": "nobodys_code"})


def test_the_draw_of_the_example_is_a_true_one() -> None:
    (document,) = (one["examples"] for name, one in MEDIA if name == "draw_document 200")
    done = subprocess.run(
        [sys.executable, settings.BASE_DIR / "docs" / "verify_draw.py"],
        input=json.dumps(next(iter(document.values()))["value"]),
        capture_output=True,
        text=True,
    )
    assert done.stdout == "OK\n"
