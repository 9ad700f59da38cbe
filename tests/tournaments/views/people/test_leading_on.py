"""Where somebody is led after logging in: to a page of this host, whatever the address asks for."""

import re

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.upkeep.writes import outbox

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


@pytest.fixture
def _mail_arrives(settings):
    settings.MAIL_ARRIVES = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def the_letter() -> str:
    """The text of the one letter that is sent now."""
    mail.outbox.clear()
    outbox.drain(timezone.now())
    (letter,) = mail.outbox
    return letter.body


def link_in(letter: str) -> str:
    """The address that the letter's link leads to, as a browser asks this site for it."""
    (link,) = re.findall(r"^http://127\.0\.0\.1:8000(/\S+)$", letter, re.MULTILINE)
    return link


@pytest.mark.usefixtures("_mail_arrives")
def test_the_letter_of_a_new_account_leads_to_the_page_that_was_asked_for():
    wanted, client = f"{reverse('event_create')}?gioco=scopa&x=1", make.client_of()
    at_login = client.get(client.get(wanted)["Location"]).content.decode()
    (to_register,) = re.findall(rf'href="({reverse("register")}\?[^"]+)"', at_login)

    new = {"name": "Ada Grosso", "email": "ada@example.org", "password": PASSWORD}
    waiting = client.post(to_register.replace("&amp;", "&"), new)["Location"]
    # Who logs in before the letter was opened is led on just so.
    assert waiting.startswith(f"{reverse('registered')}?next=")
    assert f'href="{reverse("login")}?{waiting.partition("?")[2]}"' in client.get(waiting).content.decode()

    link, phone = link_in(the_letter()), make.client_of()
    assert phone.get(link).status_code == 200
    assert phone.post(link, {"password": PASSWORD})["Location"] == wanted
    # Opened again by somebody who is not in: the way on is the same.
    assert f'href="{reverse("login")}?{waiting.partition("?")[2]}"' in make.client_of().get(link).content.decode()


def test_a_new_password_by_letter_leads_to_the_page_that_was_asked_for(account):
    wanted, client = reverse("event_create"), make.client_of()
    at_login = client.get(client.get(wanted)["Location"]).content.decode()
    to_reset = f"{reverse('password_reset')}?next={wanted}"
    assert f'href="{to_reset}"' in at_login

    client.post(to_reset, {"email": account.email})
    phone = make.client_of()
    shown = phone.get(link_in(the_letter()))["Location"]
    (action,) = re.findall(r'class="form" method="post" action="([^"]+)"', phone.get(shown).content.decode())
    new = "un altro mazzo"
    done = phone.post(action, {"new_password1": new, "new_password2": new})

    assert done.status_code == 303
    assert f'href="{reverse("login")}?next={wanted}"' in phone.get(done["Location"]).content.decode()


def test_three_wrong_codes_lose_nothing_of_the_way(account):
    ask = f"{reverse('account_request_login_code')}?next=/regole/"
    client = make.client_of()
    typing = client.post(ask, {"email": account.email})["Location"]
    for _try in range(3):
        answer = client.post(typing, {"code": "00000000"})

    assert answer["Location"] == ask


def test_who_is_logged_in_is_led_from_the_form_of_an_account_to_the_page_they_asked_for(account):
    answer = make.client_of(account).get(reverse("register"), {"next": "/regole/"})

    assert (answer.status_code, answer["Location"]) == (302, "/regole/")


@pytest.mark.usefixtures("_mail_arrives")
@pytest.mark.parametrize("trick", [*TRICKS, "http://testserver/regole/", "/" + "a" * 500])
def test_no_letter_repeats_an_address_of_elsewhere(account, trick):
    client = make.client_of()
    client.post(reverse("password_reset"), {"email": account.email}, query_params={"next": trick})

    assert "next=" not in link_in(the_letter())
