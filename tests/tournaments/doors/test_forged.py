"""What another site can make a browser do: post without our token, and be sent somewhere else by our address."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from django.test import Client

from tests.searching import FULL
from tests.tournaments.doors.addresses import Route, routes, targets
from tests.tournaments.doors.bodies import sent
from tests.tournaments.doors.oracle import BY_THE_LOOP
from tests.tournaments.doors.stage import HOME, PASSWORD, Stage, read, taken_back, without_text
from tournaments.frame.policies import OF_EVERYBODY, Right

pytestmark = pytest.mark.django_db

# They stand on pages that are the same for everybody, and change a stranger's language or size of text (adr/0008).
# To follow a pair takes the keys of a browser's own subscription; the page with the button is the same for everybody.
WITHOUT_TOKEN = frozenset({"set_language", "text_size", "event_follow", "push_moved"})
NAMES = ("next", "back", "url", "redirect", "redirect_to", "return", "continue", "goto", "Referer", "to", "da")
ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "///evil.example",
    "http:///evil.example",
    "/%09/evil.example",
    " https://evil.example",
)
# Names of pages and of modules, words, characters and brackets that a program may take for something else.
ODD = (
    "carte", "home", "decks", "organise_event", "tournaments.views", "a word", "", ".", "..", "?x=1", "#x", "è", "%",
    "%00", "\x00", "/\n", "/\r\nX: y", "[", "//[", "http://[", "http://testserver", "x" * 3_000, "/" + "x" * 3_000,
)  # fmt: skip
# The forms that read one of the names: one of each way to read them is tried with all of these, each other with so
# many. Each form that reads none is tried with another site alone.
EACH_WAY = ("set_language", "login", "account_reauthenticate")
ASKED = {
    *EACH_WAY,
    "text_size",
    "decks",
    "mfa_login_webauthn",
    "mfa_reauthenticate_webauthn",
    "round_clock",
    "organise_arrivals",
    "penalty_apply",
}
A_FORM = 4
# What forms of choices take, so that they go on to where they were asked to.
FILLED = {"game": "scopa", "deck": "piacentine", "language": "it", "text_size": "large"}
ROUTES = routes()


def own(route: Route, stage: Stage) -> str:
    return targets(route, stage)[0].address


@pytest.mark.parametrize("is_api", [False, True])
def test_what_is_posted_without_our_token_is_refused(stage: Stage, *, is_api: bool) -> None:
    """By everybody's hands, also those of somebody who may do everything."""
    cookies = stage.people["superuser"].cookies
    taken = [
        route for route in ROUTES if route.is_api is is_api and route.door.writes and route.name not in WITHOUT_TOKEN
    ]
    assert taken
    wrong = []
    for route in taken:
        for method in set(route.methods) - {"GET"}:
            client = Client(enforce_csrf_checks=True, raise_request_exception=False)
            for name, value in cookies.items():
                client.cookies[name] = value
            sent: dict[str, Any] = {"data": "{}", "content_type": "application/json"} if is_api else {}
            with taken_back(), without_text():
                answer = getattr(client, method.lower())(own(route, stage), **sent)
            if answer.status_code != 403:
                wrong.append(f"{method} {own(route, stage)}: {answer.status_code}")
    assert wrong == []


def test_a_table_code_is_no_key_for_other_sites_either(stage: Stage) -> None:
    slug = stage.evenings[HOME].event.slug
    for address, form in (
        (f"/e/{slug}/tavoli/1/", {}),
        (f"/api/v1/events/{slug}/tables/1/call-referee/", {"data": "{}", "content_type": "application/json"}),
    ):
        client = Client(enforce_csrf_checks=True)
        for name, value in stage.people["table_code"].cookies.items():
            client.cookies[name] = value
        assert client.post(address, **form).status_code == 403, address


def tries(name: str, route: Route) -> bool:
    """Whether somebody tries a page: a short run asks it as one of those who may open it, or where to go as both."""
    is_open = bool({route.door.reads, route.door.writes} & (OF_EVERYBODY | {Right.BROWSE}))
    return FULL or route.name in ASKED or is_open is (name == "anonymous")


def leads_away(answer: Any) -> bool:
    return leads(answer.headers.get("Location", ""))


def leads(location: str) -> bool:
    to = urlsplit(location)
    return "evil" in to.netloc or to.scheme not in ("", "http", "https") or location.startswith(("//", "/\\", "\\"))


@pytest.mark.parametrize("name", ["anonymous", "superuser"])
def test_no_address_leads_to_another_site(name: str, stage: Stage) -> None:
    pages = [route for route in ROUTES if not route.is_api and route.name not in BY_THE_LOOP and tries(name, route)]
    away = []
    for route in pages:
        for place in ELSEWHERE if route.name in WITHOUT_TOKEN else ELSEWHERE[:1]:
            # The forms that do not ask where to go are sent with it below.
            for method in route.methods if FULL or route.name in ASKED else {"GET"} & {*route.methods}:
                client = stage.people[name].client()
                client.raise_request_exception = False
                with taken_back(), without_text():
                    data = dict.fromkeys(NAMES, place)
                    answer = read(
                        getattr(client, method.lower())(own(route, stage), data, headers={"referer": place.strip()})
                    )
                if leads_away(answer):
                    away.append(f"{method} {route.name} {place}: {answer.headers['Location']}")
    assert away == []


def is_of_this_site(location: str) -> bool:
    to = urlsplit(location)
    return location.startswith("/") and not leads(location) if not to.scheme else to.netloc == "testserver"


def odd_words(number: int, route: Route) -> Sequence[str]:
    """All of them for each way to ask where to go; the others that ask for it share them out."""
    if FULL or route.name in EACH_WAY:
        return ODD
    if route.name not in ASKED:
        return ELSEWHERE[:1]
    return [ODD[(number * A_FORM + each) % len(ODD)] for each in range(A_FORM)]


@pytest.mark.parametrize("name", ["anonymous", "superuser"])
def test_no_form_fails_or_leads_nowhere_by_an_odd_word_for_where_to_go(name: str, stage: Stage) -> None:
    forms = [route for route in ROUTES if not route.is_api and route.door.writes and route.name not in BY_THE_LOOP]
    assert {route.name for route in forms} >= ASKED
    wrong = []
    for number, route in enumerate(forms):
        for place in odd_words(number, route) if tries(name, route) else ():
            client = stage.people[name].client()
            client.raise_request_exception = False
            data = {**sent(route, "POST").get("data", {}), **FILLED, **dict.fromkeys(NAMES, place)}
            with taken_back():
                answer = read(client.post(own(route, stage), data, headers={"referer": quote(place)}))
            location = answer.headers.get("Location")
            if answer.status_code >= 500 or (location is not None and not is_of_this_site(location)):
                wrong.append(f"{route.name} {place[:40]!r}: {answer.status_code} {location}")
    assert wrong == []


def test_a_choice_leads_back_to_the_page_that_it_was_made_on(stage: Stage) -> None:
    client = stage.people["anonymous"].client()
    for address in ("/carte/", "/lingua/"):
        answer = client.post(address, {**FILLED, "next": "/regole/?x=1"})
        assert answer.headers["Location"] == "/regole/?x=1"


def test_who_logs_in_is_not_sent_to_another_site(stage: Stage) -> None:
    account = stage.people["referee"].account
    assert account is not None
    for place in (*ELSEWHERE, *ODD):
        with taken_back():
            answer = Client().post(
                "/entra/", {"login": account.email, "username": account.email, "password": PASSWORD, "next": place}
            )
        assert answer.status_code in (302, 303) and is_of_this_site(answer.headers["Location"]), place


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "testserver:80@evil.example", "evil.example:80"]
)
def test_a_host_that_is_not_ours_is_served_nothing(host: str, stage: Stage, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    for address in ("/", "/entra/", "/api/v1/events/"):
        assert Client().get(address, headers={"host": host}).status_code == 400
