"""Where somebody is led after logging in: to a page of this host, whatever the address asks for."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make

pytestmark = pytest.mark.django_db
PASSWORD = "tre scope e un re"
TRICKS = [
    "https://evil.example/", "http://evil.example", "//evil.example/", "///evil.example", "////evil.example",
    "/\\evil.example", "\\\\evil.example", "https:evil.example", "https:/evil.example", "http:///evil.example",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", " //evil.example", "\t//evil.example",
    "\n//evil.example", "/\t/evil.example", "https://testserver@evil.example/", "https://testserver.evil.example/",
    "https://evil.example#testserver", "https://evil.example\\@testserver", "//evil.example\\..",
    "http://testserver:80@evil.example", "ftp://testserver/", "//evil%E3%80%82example", "https://ⓔvil.example",
]  # fmt: skip


@pytest.fixture
def account():
    return make.user("rosa@example.org", password=PASSWORD)


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("place", ["query", "form"])
def test_no_trick_leads_to_another_host(account, trick, place):
    data = {"login": account.email, "password": PASSWORD}
    if place == "form":
        answer = make.client_of().post(reverse("login"), {**data, "next": trick})
    else:
        answer = make.client_of().post(reverse("login"), data, query_params={"next": trick})

    assert (answer.status_code, answer["Location"]) == (303, reverse("my_events"))


@pytest.mark.parametrize("trick", TRICKS)
def test_no_trick_leads_away_who_is_logged_in(account, trick):
    answer = make.client_of(account).get(reverse("login"), {"next": trick})

    assert (answer.status_code, answer["Location"]) == (302, reverse("my_events"))


@pytest.mark.parametrize("trick", TRICKS)
def test_no_trick_leads_away_after_the_password_was_shown_again(account, trick):
    client = make.client_of(account)
    answer = client.post(reverse("account_reauthenticate"), {"password": PASSWORD}, query_params={"next": trick})

    assert (answer.status_code, answer["Location"]) == (303, reverse("my_events"))


def test_a_page_of_this_site_is_led_to(account):
    data = {"login": account.email, "password": PASSWORD, "next": "/e/serata/arbitro/?x=1"}

    assert make.client_of().post(reverse("login"), data)["Location"] == "/e/serata/arbitro/?x=1"


def test_another_host_in_the_request_leads_nowhere_but_here(account, settings):
    """A name that the server answers to is named by the browser; a mail never repeats it."""
    settings.ALLOWED_HOSTS = ["*"]
    data = {"login": account.email, "password": PASSWORD, "next": "http://testserver/regole/"}

    answer = make.client_of().post(reverse("login"), data, HTTP_HOST="other.example")

    assert answer["Location"] == reverse("my_events")


def test_who_makes_an_account_or_has_one_after_all_is_led_to_the_page_they_asked_for():
    wanted, client = reverse("event_create"), make.client_of()
    at_login = client.get(client.get(wanted)["Location"]).content.decode()
    to_register = f"{reverse('register')}?next={wanted}"
    assert f'href="{to_register}"' in at_login

    assert f'href="{reverse("login")}?next={wanted}"' in client.get(to_register).content.decode()
    new = {"name": "Ada Grosso", "email": "ada@example.org", "password": PASSWORD}
    assert client.post(to_register, new)["Location"] == wanted
