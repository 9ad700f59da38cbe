"""The description of the API is complete; `script/lint` holds the committed copy against the code."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openapi_spec_validator import validate
from rest_framework.utils.encoders import JSONEncoder

from tournaments.frame.api.description import description

UNSAFE = ("post", "put", "patch", "delete")


def told() -> Any:
    return json.loads(json.dumps(description(), cls=JSONEncoder))


def operations() -> list[tuple[str, str, Any]]:
    return [(path, method, one) for path, methods in told()["paths"].items() for method, one in methods.items()]


def test_it_is_openapi_3_1() -> None:
    assert told()["openapi"].startswith("3.1")


def test_a_strict_validator_finds_nothing() -> None:
    validate(told())


def test_every_operation_says_what_it_may_answer() -> None:
    for path, method, one in operations():
        expected = {"400", "401", "429", "503"} | ({"404"} if "{" in path else set())
        expected |= {"403", "409", "413", "415", "422"} if method in UNSAFE else set()
        assert expected <= set(one["responses"]), (method, path)
        assert [status for status in one["responses"] if status < "300"], (method, path)
        assert one["summary"], (method, path)
        assert one["operationId"], (method, path)


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [one["operationId"] for _path, _method, one in operations()]
    assert len(names) == len(set(names))


def test_what_is_taken_takes_nothing_else() -> None:
    schemas = told()["components"]["schemas"]
    for path, method, one in operations():
        for media in one.get("requestBody", {}).get("content", {}).values():
            reference = media["schema"].get("$ref", "").removeprefix("#/components/schemas/")
            assert not reference or schemas[reference]["additionalProperties"] is False, (method, path)


def headers(method: str, path: str, status: str) -> set[str]:
    """The headers that an answer of an operation has."""
    return set(told()["paths"][path][method]["responses"][status].get("headers", ()))


def taken(one: Any) -> set[str]:
    """The headers that an operation understands."""
    return {each["$ref"].rpartition("/")[2] for each in one.get("parameters", ()) if "$ref" in each}


def test_every_operation_says_which_headers_it_understands() -> None:
    for path, method, one in operations():
        assert "Accept-Language" in taken(one), (method, path)
        # Guesses and courtesies are counted also when the call is refused, figures are reckoned anew, and what is
        # asked of an online match has a name of its own in the body.
        apart = ("/passes/open/", "/codes/open/", "/commands/", "/orders/", "/courtesies/")
        is_once = method in UNSAFE and not path.endswith(apart) and "/calculators/" not in path
        assert ("Idempotency-Key" in taken(one)) is is_once, (method, path)
        assert ("If-None-Match" in taken(one)) is ("304" in one["responses"]), (method, path)


def test_answers_say_which_headers_they_have() -> None:
    assert headers("get", "/api/v1/events/{slug}/state/", "200") == {"ETag"}
    assert headers("get", "/api/v1/events/{slug}/state/", "304") == {"ETag"}
    assert headers("post", "/api/v1/events/", "201") == {"Location", "Idempotency-Replayed"}
    assert headers("post", "/api/v1/events/{slug}/jobs/", "202") == {"Location", "Idempotency-Replayed"}
    assert headers("post", "/api/v1/imports/", "202") == {"Location", "Idempotency-Replayed"}
    shared = {name: set(one.get("headers", ())) for name, one in told()["components"]["responses"].items()}
    assert shared["Problem429"] == shared["Problem503"] == {"Retry-After"}
    assert shared["Problem401"] == {"WWW-Authenticate"}
    assert shared["Problem422"] == {"Idempotency-Replayed"}


@pytest.mark.django_db
def test_it_is_served_and_can_be_read() -> None:
    client = Client()
    page = client.get(reverse("api"), headers={"accept-language": "it"})
    assert page.status_code == 200
    # The addresses of the API are known once something has asked for it.
    assert client.get(reverse("api_schema")).json() == told()
    text = page.content.decode()
    for path, _method, one in operations():
        assert f'id="{one["operationId"]}"' in text
        assert path in text
    assert "Per i programmi" in text
