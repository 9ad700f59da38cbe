"""What is sent is of the kind that the schema tells, and an address that nothing stands behind says so in JSON."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("body", [{"name": 7}, {"name": "Circolo", "circle": True}, {"name": ["Circolo"]}])
def test_a_number_is_no_name(body: dict[str, Any]) -> None:
    answer = Asker(key_of(make.user())).post("clubs/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


@pytest.mark.parametrize("seen", ["3", True, 3.5])
def test_what_looks_like_a_number_is_none(seen: Any) -> None:
    boss = make.user()
    event = make.knockout(make.organiser(boss))
    answer = Asker(key_of(boss)).patch(f"events/{event.slug}/", {"seen": seen, "venue": "Sala"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "seen")


@pytest.mark.parametrize("asked", ["starts_to=", "club=0.5", "club=", "status="])
def test_nothing_and_half_a_number_narrow_no_list(asked: str) -> None:
    answer = Asker().get(f"events/?{asked}")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, asked.partition("=")[0])


def test_an_address_that_nothing_stands_behind_is_told_as_a_problem() -> None:
    answer = Client(headers={"accept-language": "en"}).get("/api/v1/events/x/tables/none/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "not_found"
    assert Client().get("/nowhere/")["Content-Type"].startswith("text/html")
