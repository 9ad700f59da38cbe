"""Every write that understands If-Match says so in the description, and no other one does."""

import pytest

from tests.tournaments.doors.addresses import Route, routes, targets
from tests.tournaments.doors.bodies import described, sent
from tests.tournaments.doors.stage import Stage, read, taken_back

pytestmark = pytest.mark.django_db
UNREADABLE = "if_match_unreadable"
WRITES = [
    (route, method)
    for route in routes()
    if route.is_api
    for method in route.methods
    if method != "GET" and route.path.startswith("/api/v1/events/")
]


def is_told(route: Route, method: str) -> bool:
    parameters = described()[route.path][method.lower()].get("parameters", ())
    return {"$ref": "#/components/parameters/If-Match"} in parameters


def understands(route: Route, method: str, stage: Stage) -> bool:
    """What says no version is refused by name where a version is looked for."""
    somebody = stage.people["organiser"]
    client = somebody.client()
    with taken_back():
        address = targets(route, stage, somebody)[0].address
        headers = {"if-match": "yesterday's"}
        answer = read(getattr(client, method.lower())(address, **sent(route, method), headers=headers))
    return UNREADABLE.encode() in answer.content


def test_a_write_that_is_held_against_a_version_says_so(stage: Stage) -> None:
    told = {f"{method} {route.path}" for route, method in WRITES if is_told(route, method)}
    held = {f"{method} {route.path}" for route, method in WRITES if understands(route, method, stage)}
    assert len(held) > 60
    assert (held - told, told - held) == (set(), set())
