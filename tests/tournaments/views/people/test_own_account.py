"""My account: where it is open, and another address; changed only by anybody who has just shown that it is theirs."""

from html import unescape
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.models import AuditEntry, OutboxMessage, User
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db
PASSWORD = "tre scope e un re"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"


@pytest.fixture
def account() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa", password=PASSWORD)


@pytest.fixture
def _mail_arrives(settings):
    settings.MAIL_ARRIVES = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def logged_in(account: User, agent: str = FIREFOX) -> Client:
    client = Client(headers={"accept-language": "it", "user-agent": agent})
    assert client.post(reverse("login"), {"login": account.email, "password": PASSWORD}).status_code == 303
    return client


def shown_again(client: Client) -> Client:
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 303
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("my_events")).status_code == 200


def test_the_list_names_each_browser_and_marks_this_one(account):
    here = logged_in(account)
    logged_in(account, PHONE)

    page = here.get(reverse("account")).content.decode()

    assert "Firefox – Linux" in page
    assert "Safari – iPhone" in page
    assert page.count("questo</span>") == 1


def test_a_browser_from_before_the_list_is_on_it(account):
    client = make.client_of(account)
    assert client.get(reverse("account")).content.decode().count("questo</span>") == 1


def test_ending_one_logs_that_browser_out_and_no_other(account):
    here, phone, third = logged_in(account), logged_in(account, PHONE), logged_in(account)
    pk = account.usersession_set.get(session_key=phone.session.session_key).pk

    answer = here.post(reverse("session_end", args=[pk]))

    assert (answer.status_code, answer["Location"]) == (303, reverse("account"))
    assert [is_in(here), is_in(phone), is_in(third)] == [True, False, True]
    assert AuditEntry.objects.get(verb="session_ended").actor == account


def test_ending_this_one_logs_out(account):
    here = logged_in(account)
    pk = account.usersession_set.get().pk

    assert here.post(reverse("session_end", args=[pk]))["Location"] == reverse("login")
    assert not is_in(here)


def test_ending_all_others_keeps_this_one(account):
    here, others = logged_in(account), [logged_in(account) for _browser in range(3)]
    stranger = logged_in(make.user("ugo@example.org", password=PASSWORD))

    here.post(reverse("sessions_end_others"))

    assert [is_in(here), is_in(stranger), *map(is_in, others)] == [True, True, False, False, False]
    assert AuditEntry.objects.get(verb="sessions_ended").after == {"sessions": 3}


def test_somebody_elses_session_looks_like_a_missing_one(account):
    other = make.user("ugo@example.org", password=PASSWORD)
    logged_in(other)
    here = logged_in(account)
    foreign = here.post(reverse("session_end", args=[other.usersession_set.get().pk]))
    missing = here.post(reverse("session_end", args=[99999]))

    assert (foreign.status_code, missing.status_code) == (404, 404)
    assert other.usersession_set.count() == 1


def test_the_page_asks_as_often_for_three_browsers_as_for_one(account):
    here = logged_in(account)
    counts = []
    for _turn in range(2):
        here.get(reverse("account"))
        with CaptureQueriesContext(connection) as asked:
            here.get(reverse("account"))
        counts.append(len(asked))
        logged_in(account), logged_in(account)
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", ["change_email", "passkey_add"])
def test_what_opens_the_account_is_changed_after_the_password_is_shown_again(account, name):
    client = logged_in(account)

    held = client.get(reverse(name))
    back = client.post(held["Location"], {"password": PASSWORD})

    assert held["Location"].startswith(reverse("account_reauthenticate"))
    assert back["Location"] == reverse(name)
    assert client.get(reverse(name)).status_code == 200


def test_showing_the_password_renews_the_key_of_the_session(account):
    client = logged_in(account)
    before = client.cookies["sessionid"].value
    shown_again(client)

    thief = Client()
    thief.cookies["sessionid"] = before
    assert client.cookies["sessionid"].value != before
    assert (is_in(client), is_in(thief)) == (True, False)
    assert account.usersession_set.get().session_key == client.cookies["sessionid"].value


def test_showing_the_password_holds_for_five_minutes(account):
    client = shown_again(logged_in(account))
    session = client.session
    session["account_authentication_methods"] = [
        {**each, "at": each["at"] - 301} for each in session["account_authentication_methods"]
    ]
    session.save()

    assert client.get(reverse("change_email")).status_code == 303


def test_a_step_that_comes_too_late_changes_nothing(account):
    client = logged_in(account)
    answer = client.post(reverse("change_email"), {"email": "new@example.org"})

    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not OutboxMessage.objects.exists()


def asked_link(client: Client, email: str) -> str:
    client.post(reverse("change_email"), {"email": email})
    outbox.drain(timezone.now())
    body = mail.outbox[-1].body
    return next(line for line in body.splitlines() if "/email/conferma/" in line).removeprefix("http://127.0.0.1:8000")


@pytest.mark.usefixtures("_mail_arrives")
def test_another_address_counts_once_its_mail_is_opened_and_the_old_one_is_told(account):
    client = shown_again(logged_in(account))
    link = asked_link(client, "Rosa.New@Example.org")
    account.refresh_from_db()
    before = account.email
    waits = client.get(reverse("account")).content.decode()

    client.get(link)
    client.post(link)

    account.refresh_from_db()
    assert (before, account.email) == ("rosa@example.org", "rosa.new@example.org")
    assert "rosa.new@example.org" in waits
    assert [(row.email, row.verified, row.primary) for row in EmailAddress.objects.all()] == [
        ("rosa.new@example.org", True, True)
    ]
    assert OutboxMessage.objects.get(kind="account_email_changed").payload["to"] == "rosa@example.org"
    assert AuditEntry.objects.get(verb="email_changed").actor == account


@pytest.mark.usefixtures("_mail_arrives")
def test_another_address_is_confirmed_on_another_device_with_the_password(account):
    link = asked_link(shown_again(logged_in(account)), "new@example.org")
    phone = Client()

    stranger = phone.post(link)
    account.refresh_from_db()
    before = account.email
    owner = phone.post(link, {"password": PASSWORD})

    account.refresh_from_db()
    assert (stranger.status_code, before) == (422, "rosa@example.org")
    assert (owner.status_code, owner["Location"], account.email) == (303, reverse("my_events"), "new@example.org")
    assert is_in(phone)


@pytest.mark.usefixtures("_mail_arrives")
def test_an_account_without_a_password_logs_in_before_another_address_is_its_own(account):
    link = asked_link(shown_again(logged_in(account)), "new@example.org")
    account.set_unusable_password()
    account.save()
    phone = Client()

    page = phone.get(link).content.decode()
    answer = phone.post(link, {"password": "!"})

    account.refresh_from_db()
    assert f"{reverse('login')}?next={link}" in unescape(unquote(page))
    assert (answer.status_code, account.email) == (422, "rosa@example.org")


@pytest.mark.usefixtures("_mail_arrives")
def test_an_address_of_somebody_else_is_answered_like_a_free_one(account):
    make.user("ugo@example.org")
    client = shown_again(logged_in(account))

    answers = [client.post(reverse("change_email"), {"email": email}) for email in ("ugo@example.org", "x@example.org")]

    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(303, reverse("account"))}
    assert sorted(OutboxMessage.objects.values_list("kind", "payload__to")) == [
        ("account_confirm", "x@example.org"),
        ("account_exists", "ugo@example.org"),
    ]


@pytest.mark.usefixtures("_mail_arrives")
def test_an_address_that_somebody_took_meanwhile_stays_theirs(account):
    client = shown_again(logged_in(account))
    link = asked_link(client, "new@example.org")
    other = make.user("new@example.org")

    answer = client.post(link)

    account.refresh_from_db()
    assert answer.status_code == 422
    assert account.email == "rosa@example.org"
    assert User.objects.get(email="new@example.org") == other


@pytest.mark.usefixtures("_mail_arrives")
def test_an_address_that_was_only_asked_for_opens_nothing(account):
    client = shown_again(logged_in(account))
    asked_link(client, "new@example.org")

    answer = Client().post(reverse("login"), {"login": "new@example.org", "password": PASSWORD})

    assert answer.status_code == 422


def test_without_a_mail_server_the_address_stays(account):
    client = shown_again(logged_in(account))

    page = client.get(reverse("change_email")).content.decode()
    client.post(reverse("change_email"), {"email": "new@example.org"})

    assert "non manda posta" in page
    assert not OutboxMessage.objects.exists()
