"""T41: twenty bad log-ins are held back, and anybody who is attacked gets in all the same."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.frame.writes.rate_limits import failed_logins
from tournaments.models import Tries, User
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db
PASSWORD = "tre scope e un re"
ATTACKER, VICTIM = "198.51.100.7", "192.0.2.9"


@pytest.fixture
def account() -> User:
    return make.user("rosa@example.org", password=PASSWORD)


@pytest.fixture
def hashed(monkeypatch) -> list[str]:
    """The passwords that were hashed: what a log-in costs, whatever the machine."""
    done: list[str] = []
    plain = Argon2PasswordHasher.encode

    def encode(self, password, salt):
        done.append(password)
        return plain(self, password, salt)

    monkeypatch.setattr(Argon2PasswordHasher, "encode", encode)
    verify = Argon2PasswordHasher.verify

    def verified(self, password, encoded):
        done.append(password)
        return verify(self, password, encoded)

    monkeypatch.setattr(Argon2PasswordHasher, "verify", verified)
    return done


def log_in(address: str, email: str = "rosa@example.org", password: str = PASSWORD):
    return Client(REMOTE_ADDR=address).post(reverse("login"), {"login": email, "password": password})


def test_twenty_bad_log_ins_are_held_back_after_ten_with_a_sentence_and_a_time(account):
    answers = [log_in(ATTACKER, password=f"guess {n}") for n in range(20)]

    assert [answer.status_code for answer in answers] == [422] * 10 + [429] * 10
    assert all(0 < int(answer["Retry-After"]) <= 300 for answer in answers[10:])
    assert (
        "Troppi tentativi"
        in Client(REMOTE_ADDR=ATTACKER, headers={"accept-language": "it"})
        .post(reverse("login"), {"login": account.email, "password": PASSWORD})
        .content.decode()
    )


def test_a_guess_that_is_held_back_is_not_even_hashed(account, hashed):
    for n in range(12):
        log_in(ATTACKER, password=f"guess {n}")
    assert len(hashed) == 10


def test_the_victim_logs_in_from_another_address_while_the_attack_goes_on(account):
    for n in range(11):
        log_in(ATTACKER, password=f"guess {n}")

    assert log_in(VICTIM).status_code == 303


def test_the_victim_logs_in_by_code_even_from_the_attackers_address(account):
    for n in range(11):
        log_in(ATTACKER, password=f"guess {n}")
    client = Client(REMOTE_ADDR=ATTACKER)
    client.post(reverse("account_request_login_code"), {"email": account.email})
    outbox.drain(timezone.now())
    (code,) = re.findall(r"^\d{8}$", mail.outbox[-1].body, re.MULTILINE)

    assert client.post(reverse("account_confirm_login_code"), {"code": code}).status_code == 303
    assert "_auth_user_id" in client.session


def test_the_victim_logs_in_from_the_attackers_address_five_minutes_later(account):
    for n in range(11):
        log_in(ATTACKER, password=f"guess {n}")
    Tries.objects.update(since=timezone.now() - timedelta(minutes=5))

    assert log_in(ATTACKER).status_code == 303


def test_another_account_logs_in_from_the_same_hall(account):
    other = make.user("ugo@example.org", password=PASSWORD)
    for n in range(11):
        log_in(ATTACKER, password=f"guess {n}")

    assert log_in(ATTACKER, other.email).status_code == 303


def test_one_address_has_a_hundred_guesses_over_all_accounts(account):
    _of_one_account, of_all = failed_logins(ATTACKER, "")
    for n in range(10):
        assert log_in(ATTACKER, f"person{n}@example.org", "guess").status_code == 422
        # And nine guesses at other accounts.
        assert Tries.objects.filter(key=of_all.key).update(count=F("count") + 9) == 1

    assert log_in(ATTACKER).status_code == 429
    assert log_in(VICTIM).status_code == 303


def test_right_passwords_use_nothing_up(account):
    assert {log_in(ATTACKER).status_code for _time in range(12)} == {303}
    log_in(ATTACKER, password="a slip")
    assert log_in(ATTACKER).status_code == 303


def test_a_known_and_an_unknown_address_cost_the_same_hashing(account, hashed):
    make.user("closed@example.org", password=PASSWORD, name="x")
    User.objects.filter(email="closed@example.org").update(is_active=False)
    make.user("none@example.org")
    counts = []
    for email in ("rosa@example.org", "nobody@example.org", "closed@example.org", "none@example.org"):
        hashed.clear()
        assert log_in(VICTIM, email, "wrong").status_code == 422
        counts.append(len(hashed))
    assert counts == [1, 1, 1, 1]


def test_registering_a_taken_and_a_free_address_cost_the_same_hashing(account, hashed):
    counts = []
    for email in ("rosa@example.org", "free@example.org"):
        hashed.clear()
        Client().post(reverse("register"), {"name": "Ada", "email": email, "password": "un mazzo di carte"})
        counts.append(len(hashed))
    assert counts == [1, 1]


def test_the_password_that_is_asked_for_again_is_counted_too(account):
    client = make.client_of(account)
    answers = [client.post(reverse("account_reauthenticate"), {"password": f"guess {n}"}) for n in range(11)]

    assert [answer.status_code for answer in answers] == [422] * 10 + [429]


def test_the_old_password_is_counted_too(account):
    client = make.client_of(account)
    new = {"new_password1": "un altro mazzo", "new_password2": "un altro mazzo"}
    answers = [client.post(reverse("password_change"), {"old_password": f"guess {n}", **new}) for n in range(11)]

    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
