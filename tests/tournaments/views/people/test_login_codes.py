"""Logging in by a mailed code: eight digits, three tries, ten minutes, and the same words for a stranger."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.accounts.writes import accounts
from tournaments.models import OutboxMessage, User
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db
ASK, TYPE = "account_request_login_code", "account_confirm_login_code"


@pytest.fixture
def account() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa")


def ask(client: Client, email: str = "rosa@example.org", **extra):
    return client.post(reverse(ASK), {"email": email, **extra})


def code() -> str:
    """The code that the outbox sends."""
    outbox.drain(timezone.now())
    (found,) = re.findall(r"^\d+$", mail.outbox[-1].body, re.MULTILINE)
    return found


def type_code(client: Client, typed: str):
    return client.post(reverse(TYPE), {"code": typed})


def test_the_mailed_code_logs_in(account):
    client = make.client_of()

    asked = ask(client, "Rosa@Example.org")
    sent = code()
    entered = type_code(client, sent)

    assert (asked.status_code, asked["Location"]) == (303, reverse(TYPE))
    assert len(sent) == 8
    assert (entered.status_code, entered["Location"]) == (303, reverse("my_events"))
    assert client.session["_auth_user_id"] == str(account.pk)


def test_who_registered_somebody_elses_address_does_not_share_the_account(settings):
    settings.MAIL_ARRIVES, settings.ACCOUNT_EMAIL_VERIFICATION = True, "mandatory"
    login = {"login": "rosa@example.org", "password": "tre scope e un re"}
    make.client_of().post(
        reverse("register"), {"name": "Mallory", "email": login["login"], "password": login["password"]}
    )
    owner, other = make.client_of(), make.client_of()
    ask(owner)

    type_code(owner, code())
    other.post(reverse("login"), login)

    assert owner.get(reverse("account")).status_code == 200
    assert "_auth_user_id" not in other.session
    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.primary) == ("rosa@example.org", True, True)


def test_a_code_leaves_the_password_of_who_has_confirmed_the_address(account):
    account.set_password("tre scope e un re")
    account.save()
    accounts.vouch(account=account)
    client = make.client_of()
    ask(client)
    type_code(client, code())
    account.refresh_from_db()
    assert account.check_password("tre scope e un re")


def test_a_code_opens_the_browser_that_asked_for_it_and_no_other(account):
    ask(make.client_of())
    other = make.client_of()
    assert type_code(other, code())["Location"] == reverse(ASK)
    assert "_auth_user_id" not in other.session


def test_a_code_is_used_up(account):
    client = make.client_of()
    ask(client)
    sent = code()
    type_code(client, sent)
    client.post(reverse("logout"))

    assert type_code(client, sent)["Location"] == reverse(ASK)
    assert "_auth_user_id" not in client.session


def test_the_third_wrong_code_ends_it_even_for_the_right_one(account):
    client = make.client_of()
    ask(client)
    sent = code()

    answers = [type_code(client, "00000000") for _try in range(3)]

    assert [answer.status_code for answer in answers] == [422, 422, 303]
    assert type_code(client, sent)["Location"] == reverse(ASK)
    assert "_auth_user_id" not in client.session


def test_many_answers_at_once_are_three_tries_too(account):
    """Anybody who sends a hundred answers before the first is counted in the session has three as well."""
    client = make.client_of()
    ask(client)
    sent, kept = code(), dict(client.session.items())
    for _try in range(3):
        type_code(client, "00000000")
        session = client.session
        session.update(kept)
        session.save()

    assert type_code(client, sent).status_code == 303
    assert "_auth_user_id" not in client.session


def test_copies_of_a_session_have_three_tries_together(account):
    """Requests that renew the key of a session at the same moment leave as many sessions, each with the code."""
    client = make.client_of()
    ask(client)
    browsers = []
    for _copy in range(4):
        copy = SessionStore()
        copy.update(client.session.items())
        copy.save()
        browsers.append(make.client_of())
        browsers[-1].cookies[settings.SESSION_COOKIE_NAME] = copy.session_key
    sent = code()

    answers = [type_code(browser, typed) for browser, typed in zip(browsers, ["00000000"] * 3 + [sent], strict=True)]

    assert [answer.status_code for answer in answers] == [422, 422, 422, 303]
    assert answers[-1]["Location"] == reverse(ASK)
    assert "_auth_user_id" not in browsers[-1].session


def test_a_code_is_good_for_ten_minutes(account, monkeypatch):
    client = make.client_of()
    ask(client)
    sent = code()
    session = client.session
    login = session["account_login"]
    login["state"]["stages"]["login_by_code"]["data"]["at"] -= 601
    session["account_login"] = login
    session.save()

    assert type_code(client, sent)["Location"] == reverse(ASK)
    assert "_auth_user_id" not in client.session


def test_a_stranger_is_answered_like_an_account_at_every_step(account):
    pages = []
    for email in ("rosa@example.org", "nobody@example.org"):
        client = make.client_of()
        asked = ask(client, email)
        answers = [asked, client.get(reverse(TYPE)), *(type_code(client, "00000000") for _try in range(3))]
        pages.append(
            [
                (each.status_code, each.get("Location"), re.sub(r'value="\w{64}"', "", each.content.decode()))
                for each in answers
            ]
        )
    known, unknown = pages
    assert known == [(s, w, page.replace("nobody@", "rosa@")) for s, w, page in unknown]
    assert OutboxMessage.objects.count() == 1


def test_nobody_else_learns_a_code_from_what_is_kept(account):
    ask(make.client_of())
    code()
    assert "secret" not in OutboxMessage.objects.get().payload


def test_a_code_that_could_not_be_sent_in_time_is_not_sent_later(account):
    ask(make.client_of())
    OutboxMessage.objects.update(payload={**OutboxMessage.objects.get().payload, "until": timezone.now().isoformat()})

    outbox.drain(timezone.now() + timedelta(minutes=11))

    assert mail.outbox == []
    row = OutboxMessage.objects.get()
    assert (bool(row.done_at), "secret" in row.payload) == (True, False)


def test_the_eleventh_code_in_a_quarter_of_an_hour_is_refused(account):
    client = make.client_of()
    answers = [ask(client) for _try in range(11)]

    assert [answer.status_code for answer in answers] == [303] * 10 + [429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 900
    assert ask(Client(REMOTE_ADDR="192.0.2.9")).status_code == 303


def test_a_closed_account_gets_no_code(account):
    account.is_active = False
    account.save()

    assert ask(make.client_of()).status_code == 303
    assert not OutboxMessage.objects.exists()


def test_a_code_leads_to_the_page_that_was_wanted(account):
    client = make.client_of()
    asked = client.post(f"{reverse(ASK)}?next=/regole/", {"email": account.email})

    entered = client.post(asked["Location"], {"code": code()})

    assert entered["Location"] == "/regole/"
