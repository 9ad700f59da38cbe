"""Accounts: logging in and out, registering, passwords."""

import pytest
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.models import AuditEntry, User

pytestmark = pytest.mark.django_db
PASSWORD = "tre scope e un re"


@pytest.fixture(autouse=True)
def _no_tries_yet():
    cache.clear()


@pytest.fixture
def account() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa", password=PASSWORD)


def log_in(client, email="rosa@example.org", password=PASSWORD, **extra):
    return client.post(reverse("login"), {"username": email, "password": password}, **extra)


def test_the_right_password_leads_to_my_events(account):
    client = make.client_of()

    answer = log_in(client, "ROSA@example.org")

    assert (answer.status_code, answer["Location"]) == (303, reverse("my_events"))
    assert client.session["_auth_user_id"] == str(account.pk)


def test_a_wrong_password_and_a_wrong_address_are_refused_alike(account):
    answers = [log_in(make.client_of(), "rosa@example.org", "sbagliata"), log_in(make.client_of(), "no@example.org")]

    said = [answer.content.decode().split('id="errors"')[1].split("</ul>")[0] for answer in answers]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert said[0] == said[1]


def test_ten_failures_hold_back_this_address_for_this_account_only(account):
    other = make.user("ugo@example.org", password=PASSWORD)
    for _try in range(10):
        log_in(make.client_of(), password="sbagliata")

    assert log_in(make.client_of()).status_code == 429
    assert log_in(make.client_of(), other.email).status_code == 303
    assert log_in(make.client_of(), REMOTE_ADDR="192.0.2.9").status_code == 303


def test_logging_out_is_a_post(account):
    client = make.client_of(account)

    assert client.get(reverse("logout")).status_code == 405
    client.post(reverse("logout"))

    assert "_auth_user_id" not in client.session


def register(client, **changes):
    data = {"name": "Ada Grosso", "email": "Ada@Example.org", "password": PASSWORD, **changes}
    return client.post(reverse("register"), data)


def test_registering_makes_the_account_and_logs_it_in():
    client = make.client_of()

    answer = register(client)

    made = User.objects.get(email="ada@example.org")
    assert (answer.status_code, answer["Location"]) == (303, reverse("my_events"))
    assert made.check_password(PASSWORD)
    assert client.get(reverse("my_events")).wsgi_request.user == made
    assert AuditEntry.objects.get(verb="account_made").actor == made


def test_a_taken_address_is_refused_without_naming_it(account):
    answer = register(make.client_of(), email="ROSA@example.org")

    said = answer.content.decode().split('id="errors"')[1].split("</ul>")[0]
    assert answer.status_code == 422
    assert "rosa" not in said.lower()
    assert User.objects.count() == 1


@pytest.mark.parametrize("weak", ["corta", "1234567890", "password123", "ada@example.org"])
def test_a_weak_password_makes_no_account(weak):
    assert register(make.client_of(), password=weak).status_code == 422
    assert not User.objects.exists()


def test_whoever_is_logged_in_needs_no_second_account(account):
    assert make.client_of(account).get(reverse("register"))["Location"] == reverse("my_events")


def test_a_forgotten_password_sends_a_link_to_an_account_and_says_the_same_to_a_stranger(account):
    client = make.client_of()

    answers = [client.post(reverse("password_reset"), {"email": email}) for email in (account.email, "no@example.org")]

    assert {answer["Location"] for answer in answers} == {reverse("password_reset_done")}
    assert [message.to for message in mail.outbox] == [[account.email]]


def test_the_link_sets_a_new_password(account):
    client = make.client_of()
    client.post(reverse("password_reset"), {"email": account.email})
    link = next(line for line in mail.outbox[0].body.splitlines() if "/password/" in line)
    form = client.get(link[link.index("/password/") :], follow=True)

    client.post(form.redirect_chain[-1][0], {"new_password1": "un altro mazzo", "new_password2": "un altro mazzo"})

    account.refresh_from_db()
    assert account.check_password("un altro mazzo")


def test_the_eleventh_link_in_a_quarter_of_an_hour_is_refused(account):
    client = make.client_of()
    for _try in range(10):
        client.post(reverse("password_reset"), {"email": account.email})

    assert client.post(reverse("password_reset"), {"email": account.email}).status_code == 429
    assert len(mail.outbox) == 10


def test_a_wrong_old_password_changes_nothing(account):
    client = make.client_of(account)
    new = {"new_password1": "un altro mazzo", "new_password2": "un altro mazzo"}

    answer = client.post(reverse("password_change"), {"old_password": "no", **new})

    account.refresh_from_db()
    assert answer.status_code == 422
    assert account.check_password(PASSWORD)
