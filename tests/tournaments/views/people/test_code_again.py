"""Anybody who has neither password nor passkey types a mailed code before what opens the account is changed."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.models import OutboxMessage, User
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db
AGAIN = "account_code_again"


@pytest.fixture(autouse=True)
def _mail_arrives(settings):
    settings.MAIL_ARRIVES = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


@pytest.fixture
def account() -> User:
    found = make.user("rosa@example.org", name="Rosa Teppa")
    found.set_unusable_password()
    found.save()
    return found


def code() -> str:
    """The code that the outbox sends."""
    outbox.drain(timezone.now())
    (found,) = re.findall(r"^\d{8}$", mail.outbox[-1].body, re.MULTILINE)
    return found


def logged_in(account: User, ago: int = 0) -> Client:
    """A browser that logged in by a mailed code so many seconds ago."""
    client = Client(headers={"accept-language": "it"})
    client.post(reverse("account_request_login_code"), {"email": account.email})
    client.post(reverse("account_confirm_login_code"), {"code": code()})
    session = client.session
    session["account_authentication_methods"] = [
        {**each, "at": each["at"] - ago} for each in session["account_authentication_methods"]
    ]
    session.save()
    OutboxMessage.objects.all().delete()
    return client


@pytest.mark.parametrize("name", ["change_email", "passkey_add", "account_close"])
def test_an_open_browser_alone_changes_nothing(account, name):
    client = logged_in(account, ago=301)

    held = client.post(reverse(name), {"email": "evil@example.org", "word": "CHIUDI"}, follow=True)

    assert [where.partition("?")[0] for where, _status in held.redirect_chain] == [
        reverse("account_reauthenticate"),
        reverse(AGAIN),
    ]
    account.refresh_from_db()
    assert (account.is_active, account.email, OutboxMessage.objects.exists()) == (True, "rosa@example.org", False)


def test_who_logged_in_by_code_a_moment_ago_is_not_asked(account):
    assert logged_in(account, ago=290).get(reverse("change_email")).status_code == 200


def test_a_log_in_that_nothing_was_shown_for_is_asked(account):
    assert make.client_of(account).get(reverse("change_email")).status_code == 303


def test_a_mailed_code_leads_back_to_the_page_that_was_wanted(account):
    client = logged_in(account, ago=301)
    page = client.get(reverse("change_email"), follow=True)
    here = f"{reverse(AGAIN)}?next={reverse('change_email')}"

    asked = client.post(page.redirect_chain[-1][0])
    typing = client.get(asked["Location"])
    before = client.session.session_key
    back = client.post(asked["Location"], {"code": code()})

    assert "rosa@example.org" in page.content.decode()
    assert (asked.status_code, asked["Location"].replace("%2F", "/")) == (303, here)
    assert 'name="code"' in typing.content.decode()
    assert (back.status_code, back["Location"]) == (303, reverse("change_email"))
    assert client.get(reverse("change_email")).status_code == 200
    assert client.session.session_key != before
    assert client.session["_auth_user_id"] == str(account.pk)


def test_the_third_wrong_code_ends_it_and_the_account_stays_logged_in(account):
    client = logged_in(account, ago=301)
    client.post(reverse(AGAIN))
    sent = code()

    answers = [client.post(reverse(AGAIN), {"code": typed}) for typed in ("00000000", "1", "00000000", sent)]

    assert [answer.status_code for answer in answers] == [422, 422, 303, 303]
    assert client.get(reverse("change_email")).status_code == 303
    assert client.get(reverse("account")).status_code == 200


def test_copies_of_a_session_have_three_tries_together(account):
    client = logged_in(account, ago=301)
    client.post(reverse(AGAIN))
    sent, kept = code(), dict(client.session.items())
    for _try in range(3):
        client.post(reverse(AGAIN), {"code": "00000000"})
        session = client.session
        session.update(kept)
        session.save()

    client.post(reverse(AGAIN), {"code": sent})

    assert client.get(reverse("change_email")).status_code == 303


def test_a_code_of_another_account_shows_nothing(account):
    other = make.user("ugo@example.org")
    stranger = Client()
    stranger.post(reverse("account_request_login_code"), {"email": other.email})
    client = logged_in(account, ago=301)
    session = client.session
    session["account_login"] = stranger.session["account_login"]
    session.save()
    sent = code()

    client.post(reverse(AGAIN), {"code": sent})

    assert client.get(reverse("change_email")).status_code == 303


def test_the_eleventh_code_in_a_quarter_of_an_hour_is_refused(account):
    client = make.client_of(account)
    answers = [client.post(reverse(AGAIN)) for _try in range(11)]

    assert [answer.status_code for answer in answers] == [303] * 10 + [429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 900


def test_who_has_a_password_shows_that(account):
    account.set_password("tre scope e un re")
    account.save()
    client = make.client_of(account)

    answer = client.post(reverse(AGAIN))

    assert (answer.status_code, answer["Location"]) == (302, reverse("account_reauthenticate"))
    assert not OutboxMessage.objects.exists()


def test_where_no_mail_arrives_the_page_says_so(account, settings):
    settings.MAIL_ARRIVES = False
    page = make.client_of(account).get(reverse(AGAIN), headers={"accept-language": "it"}).content.decode()
    assert "non manda posta" in page
