"""Keys of another club's evening, put into every form and every question of one's own: nothing of it comes back."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.searching import FULL
from tests.tournaments.doors.addresses import Route, routes, targets
from tests.tournaments.doors.bodies import body, query
from tests.tournaments.doors.oracle import BY_THE_LOOP, SECRETS
from tests.tournaments.doors.stage import HIDDEN, Somebody, Stage, is_told_of_others, read, taken_back
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ROUTES = routes()

# A short run tries every fourth address with one of the keys, each in turn, as the organiser, and every sixteenth as
# the others: the matrix of rights looks for the same words in each of its answers.
ONE_IN = {"organiser": 4}
OTHERS_ONE_IN = 16
# Fields of forms that name a thing; the rest is what makes a form look at it.
KEYS = (
    "entry", "entry_id", "first", "second", "a", "b", "line", "line_id", "table", "table_id", "tavolo", "linea",
    "membership", "membership_id", "job", "job_id", "draw", "draw_id", "ruling", "pk", "club", "club_id", "circuit",
    "person", "person_id", "delivery", "hook", "token", "invitation", "round", "q", "chi", "cosa", "turno", "part",
)  # fmt: skip
WORDS = {"step": "call", "reason": "x", "decision": "accept", "field": "checked_in", "value": "1", "kind": "warning"}


def foreign(stage: Stage) -> list[Any]:
    things = stage.evenings[HIDDEN].things
    return [things["entry"], things["person"], things["membership"], things["slug"]]


def keys(stage: Stage, name: str, route: Route) -> list[Any]:
    """The keys that are put into the fields of an address."""
    found = foreign(stage)
    if FULL:
        return found
    at, one_in = ROUTES.index(route), ONE_IN.get(name, OTHERS_ONE_IN)
    return [] if at % one_in else [found[at // one_in % len(found)]]


def filled(least: Any, value: Any) -> Any:
    """The least body of an endpoint, with another evening's key wherever a number or a word is asked for."""
    if isinstance(least, dict):
        return {name: filled(each, value) for name, each in least.items()}
    if isinstance(least, list):
        return [filled(each, value) for each in least] or [value]
    if isinstance(least, bool):
        return least
    return value if isinstance(value, int) == isinstance(least, int) else least


def answers(stage: Stage, somebody: Somebody, route: Route, value: Any) -> Iterator[tuple[str, Any]]:
    """What the own address answers when another evening's key is in every field."""
    own = targets(route, stage, somebody)[0].address
    fields = dict.fromkeys(KEYS, str(value))
    for method in route.methods:
        sent: dict[str, Any] = {"data": {**WORDS, **fields}}
        if route.is_api and method == "GET":
            sent = {"data": dict.fromkeys(query(route.path) or ["search"], str(value))}
        elif route.is_api:
            least = json.loads(body(route.path, method))
            sent = {"data": json.dumps(filled(least, value)), "content_type": "application/json"}
        client = somebody.client()
        client.raise_request_exception = False
        with taken_back():
            yield f"{method} {own} {value}", read(getattr(client, method.lower())(own, **sent))


@pytest.mark.parametrize("name", ["organiser", "referee", "club_admin", "player"])
def test_no_byte_of_another_clubs_evening_comes_back(name: str, stage: Stage, record_property: Any) -> None:
    somebody = stage.people[name]
    # Anybody who holds the link of a letter is told what it is about; the loop of live pages serves its own.
    asked = [route for route in ROUTES if route.name not in SECRETS.keys() | BY_THE_LOOP]
    before = Tournament.objects.get(slug=stage.evenings[HIDDEN].event.slug).version
    told, cases = [], 0
    for route in asked:
        for value in keys(stage, name, route):
            for asking, answer in answers(stage, somebody, route, value):
                cases += 1
                if answer.status_code >= 500 or is_told_of_others(answer, somebody):
                    told.append(f"{asking}: {answer.status_code}")
    record_property("search among tenants", (cases, len(told)))
    assert told == []
    assert Tournament.objects.get(slug=stage.evenings[HIDDEN].event.slug).version == before


def test_the_canary_sings_to_those_who_may_hear_it(stage: Stage) -> None:
    """Who organises the hidden evening reads it, so that the search would find what it looks for."""
    slug = stage.evenings[HIDDEN].event.slug
    boss, stranger = stage.people["organiser_elsewhere"], stage.people["organiser"]
    for address in (
        f"/organizza/{slug}/iscritti/",
        f"/organizza/{slug}/ruoli/",
        f"/e/{slug}/",
        f"/api/v1/events/{slug}/",
    ):
        answer = boss.client().get(address)
        assert (answer.status_code, is_told_of_others(answer, stranger)) == (200, True), address
