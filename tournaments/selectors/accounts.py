"""Who is logged in: asked by every request of an account, so by a statement that nothing has to compile."""

from typing import Any

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
