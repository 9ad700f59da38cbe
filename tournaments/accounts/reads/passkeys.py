"""The passkeys of an account."""

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator

from tournaments.errors import MissingError
from tournaments.models import User


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key by the name that its owner gave it."""

    pk: int
    name: str
    since: datetime
    last_used: datetime | None


def own(account: User) -> list[Passkey]:
    held = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).order_by("pk")
    return [Passkey(key.pk, str(key.data["name"]), key.created_at, key.last_used_at) for key in held]


def one(account: User, passkey_id: int) -> Passkey:
    """Return a key of this account; raises the same MissingError for somebody else's as for a missing key."""
    for key in own(account):
        if key.pk == passkey_id:
            return key
    raise MissingError
