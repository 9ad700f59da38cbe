"""Passkeys without a browser: what is refused, to who, and where none are offered."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.models import AuditEntry, OutboxMessage, User

pytestmark = pytest.mark.django_db
PASSWORD = "tre scope e un re"
JUNK = ["", "{", "null", "[]", "7", '"x"', "{}", '{"id": "x"}',
        '{"id": "eA", "rawId": "eA", "response": {}, "type": "x"}',
        json.dumps({"id": "eA", "rawId": "eA", "type": "public-key", "response": {
            "clientDataJSON": "e30", "attestationObject": "oA", "authenticatorData": "AA", "signature": "AA",
            "userHandle": "MQ"}})]  # fmt: skip


@pytest.fixture
def account() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa", password=PASSWORD)


@pytest.fixture
def client(account) -> Client:
    """The account on a host that keys are made for, its password just shown."""
    here = Client(SERVER_NAME="localhost", headers={"accept-language": "it"})
    here.force_login(account)
    here.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return here


def key_of(account: User, name: str = "telefono") -> Authenticator:
    return Authenticator.objects.create(user=account, type="webauthn", data={"name": name, "credential": {}})


@pytest.mark.parametrize("junk", JUNK)
def test_what_no_browser_wrote_adds_no_key(client, junk):
    client.get(reverse("passkey_add"))

    answer = client.post(reverse("passkey_add"), {"name": "x", "passwordless": "True", "credential": junk})

    assert answer.status_code == 422
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("junk", JUNK)
def test_what_no_browser_wrote_opens_nothing(account, junk):
    stranger = Client(SERVER_NAME="localhost")
    stranger.get(reverse("mfa_login_webauthn"))

    answer = stranger.post(reverse("mfa_login_webauthn"), {"credential": junk})

    assert (answer.status_code, answer["Location"]) == (303, reverse("login"))
    assert "_auth_user_id" not in stranger.session


def test_nothing_at_all_opens_nothing():
    answer = Client().post(reverse("mfa_login_webauthn"))

    assert (answer.status_code, answer["Location"]) == (303, reverse("login"))


@pytest.mark.parametrize("junk", JUNK)
def test_what_no_browser_wrote_shows_nothing_again(account, junk):
    key_of(account).delete()
    here = Client(SERVER_NAME="localhost")
    here.force_login(account)

    answer = here.post(reverse("mfa_reauthenticate_webauthn"), {"credential": junk})

    # Without a key the password is asked for.
    assert (answer.status_code, answer["Location"]) == (302, reverse("account_reauthenticate"))


def test_a_key_is_renamed_and_taken_away_by_its_owner_who_is_told(client, account):
    key = key_of(account)

    client.post(reverse("passkey_rename", args=[key.pk]), {"name": "portatile"})
    renamed = Authenticator.objects.get().data["name"]
    client.post(reverse("passkey_remove", args=[key.pk]))

    assert renamed == "portatile"
    assert not Authenticator.objects.exists()
    assert list(AuditEntry.objects.order_by("id").values_list("verb", "before", "after")) == [
        ("passkey_renamed", "telefono", "portatile"),
        ("passkey_removed", "portatile", None),
    ]
    assert OutboxMessage.objects.get().kind == "account_passkey_removed"


@pytest.mark.parametrize("name", ["passkey_rename", "passkey_remove"])
def test_somebody_elses_key_looks_like_a_missing_one(client, name):
    foreign = key_of(make.user("ugo@example.org"))
    answers = [
        answer
        for pk in (foreign.pk, 99999)
        for answer in (client.get(reverse(name, args=[pk])), client.post(reverse(name, args=[pk]), {"name": "x"}))
    ]

    assert [answer.status_code for answer in answers] == [404] * 4
    assert Authenticator.objects.get().data["name"] == "telefono"


def test_a_passkey_is_not_asked_for_after_the_password(account):
    key_of(account)
    answer = Client().post(reverse("login"), {"login": account.email, "password": PASSWORD})

    assert answer["Location"] == reverse("my_events")


@pytest.mark.parametrize(
    ("host", "offered"), [("localhost", True), ("127.0.0.1", False), ("192.168.1.4", False), ("hall.example", False)]
)
def test_keys_are_offered_where_browsers_offer_them(host, offered):
    page = Client(SERVER_NAME=host).get(reverse("login")).content.decode()
    assert ('data-behaviour="passkey"' in page) is offered


def test_the_question_to_the_browser_is_for_the_sites_own_host():
    asked = Client(SERVER_NAME="localhost").get(reverse("mfa_login_webauthn"))
    assert asked.json()["options"]["publicKey"]["rpId"] == "localhost"
    assert asked.json()["options"]["publicKey"]["userVerification"] == "required"
