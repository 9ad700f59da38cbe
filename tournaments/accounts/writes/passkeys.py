"""Passkeys of an account: added, named and removed by its owner, who is told each time by mail."""

from typing import Any

from allauth.mfa.models import Authenticator

from tournaments.errors import MissingError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, record
from tournaments.models import User
from tournaments.outbox.messages import to_account


def add(*, account: User, name: str, credential: dict[str, Any]) -> None:
    """Store the public key of a passkey that the browser has just proven to hold."""
    # The library is loaded with the first passkey.
    from allauth.mfa.webauthn.internal.auth import WebAuthn

    with alone():
        WebAuthn.add(account, name, credential)
        _record(account, "passkey_added", after=name)
        to_account("account_passkey_added", account.email)


def rename(*, account: User, passkey_id: int, name: str) -> None:
    with alone():
        key = _own(account, passkey_id)
        before, key.data["name"] = str(key.data["name"]), name
        key.save(update_fields=["data"])
        _record(account, "passkey_renamed", before, name)


def remove(*, account: User, passkey_id: int) -> None:
    with alone():
        key = _own(account, passkey_id)
        key.delete()
        _record(account, "passkey_removed", before=str(key.data["name"]))
        to_account("account_passkey_removed", account.email)


def forget_all(*, account: User) -> None:
    """Remove every passkey, as a part of another write, whose mail mentions it."""
    for key in Authenticator.objects.filter(user=account):
        key.delete()
        _record(account, "passkey_removed", before=str(key.data.get("name", "")))


def _own(account: User, passkey_id: int) -> Authenticator:
    found = Authenticator.objects.filter(user=account, pk=passkey_id, type=Authenticator.Type.WEBAUTHN).first()
    if found is None:
        raise MissingError
    return found


def _record(account: User, verb: str, before: str | None = None, after: str | None = None) -> None:
    by = Actor(user=account, label=str(account))
    record(by=by, verb=verb, target=account, tournament=None, before=before, after=after)
