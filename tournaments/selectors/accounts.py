"""Who is logged in: asked by every request of an account, so by a statement that nothing has to compile."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.backends import ModelBackend

from tournaments.models import User
from tournaments.selectors.statements import Part, Statement

ACCOUNT = Statement([Part("account", User)], "SELECT * FROM tournaments_user account WHERE account.id = %s")


class AccountBackend(ModelBackend):
    """Django's own, with that statement."""

    def get_user(self, user_id: Any) -> User | None:
        for (account,) in ACCOUNT.rows(user_id):
            return account if self.user_can_authenticate(account) else None
        return None


def by_address(email: str) -> User | None:
    """The account that logs in with this address, whatever its capitals; one that only asked for it does not."""
    return User.objects.filter(email=email.strip().lower()).first()


def wanted_address(account: User) -> str:
    """The address that the account asked for and has not confirmed yet; empty where there is none."""
    asked = EmailAddress.objects.filter(user=account, verified=False).exclude(email=account.email).first()
    return asked.email if asked is not None else ""
