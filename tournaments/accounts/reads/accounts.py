"""The logged-in account, loaded in every request by a statement that is compiled once."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.backends import ModelBackend

from tournaments.frame.reads.statements import Part, Statement
from tournaments.models import User

ACCOUNT = Statement([Part("account", User)], "SELECT * FROM tournaments_user account WHERE account.id = %s")


class AccountBackend(ModelBackend):
    """Django's backend, with that statement."""

    def get_user(self, user_id: Any) -> User | None:
        for (account,) in ACCOUNT.rows(user_id):
            return account if self.user_can_authenticate(account) else None
        return None


def by_address(email: str) -> User | None:
    """Return the account that logs in with this address, in any case; not one that only asked for the address."""
    return User.objects.filter(email=email.strip().lower()).first()


def wanted_address(account: User) -> str:
    """Return the address that the account has asked for and not confirmed yet; empty where there is none."""
    asked = EmailAddress.objects.filter(user=account, verified=False).exclude(email=account.email).first()
    return asked.email if asked is not None else ""
