"""Another address for an account: of two who confirm one at the same moment, one has it and the other is told."""

import pytest
from allauth.account.models import EmailAddress

from tests.tournaments import factories as make
from tests.tournaments.services.races import together
from tournaments.accounts.writes import accounts
from tournaments.models import AuditEntry, User

WANTED = "nuova@example.org"


def asked(email: str) -> EmailAddress:
    found = accounts.ask_for_address(account=make.user(email), email=WANTED)
    assert found is not None
    return found


@pytest.mark.django_db(transaction=True)
def test_of_two_accounts_that_confirm_one_address_at_once_one_has_it() -> None:
    both = [asked("ada@example.org"), asked("rosa@example.org")]

    found = together(*(lambda each=each: accounts.confirm_address(address=each) for each in both))

    assert sorted(found) == [False, True]
    assert User.objects.filter(email=WANTED).count() == 1
    assert AuditEntry.objects.filter(verb="email_changed").count() == 1


@pytest.mark.django_db
def test_the_database_lets_only_one_have_it_whatever_was_read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = asked("ada@example.org"), asked("rosa@example.org")
    assert accounts.confirm_address(address=first)
    monkeypatch.setattr("tournaments.accounts.reads.accounts.by_address", lambda _email: None)

    assert not accounts.confirm_address(address=second)
    assert User.objects.filter(email="rosa@example.org").exists()


@pytest.mark.django_db
@pytest.mark.parametrize("is_reset", [False, True])
def test_an_address_that_was_asked_for_is_wanted_no_more_after_a_new_password(is_reset: bool) -> None:
    account = make.user("ada@example.org")
    wanted = accounts.ask_for_address(account=account, email=WANTED)

    accounts.set_password(account=account, password="three silly words here", is_reset=is_reset)

    assert wanted is not None
    assert not accounts.confirm_address(address=wanted)
    assert [(row.email, row.verified) for row in EmailAddress.objects.all()] == [("ada@example.org", True)]


@pytest.mark.django_db
def test_a_link_to_an_address_that_is_wanted_no_more_changes_nothing() -> None:
    account = make.user("ada@example.org")
    old = accounts.ask_for_address(account=account, email=WANTED)
    accounts.ask_for_address(account=account, email="altra@example.org")

    assert old is not None
    assert not accounts.confirm_address(address=old)
    assert User.objects.get(pk=account.pk).email == "ada@example.org"
