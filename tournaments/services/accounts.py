"""Accounts: made by the people who will log in with them."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from tournaments.errors import RefusedError
from tournaments.models import User
from tournaments.policies import Actor
from tournaments.services.writing import record


def register(*, name: str, email: str, password: str) -> User:
    """A new account; a taken address is refused in the words of any other failure: nobody learns who has one."""
    # Hashing is slow on purpose: nobody else's write waits for it.
    account = User(email=email.strip().lower(), name=name, password=make_password(password))
    try:
        with transaction.atomic():
            account.save()
            record(by=Actor(user=account, label=str(account)), verb="account_made", target=account, tournament=None)
    except IntegrityError as taken:
        raise RefusedError("account_not_made") from taken
    return account
