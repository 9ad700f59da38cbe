"""Accounts and roles, invitations to events and clubs, tokens by their key; and how Django finds an account."""

import hmac
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.db.models import Q
from django.utils import timezone

from tournaments.frame.reads.statements import Part, Statement
from tournaments.models import ApiToken, Circuit, Club, Invitation, Membership, Tournament, User

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


def roles(tournament: Tournament) -> list[Membership]:
    """Return the roles of an event with their accounts, in one query."""
    return list(Membership.objects.filter(tournament=tournament).select_related("user").order_by("role", "user__name"))


MOST = 60


def invitations(to: Tournament | Club | Circuit) -> list[Invitation]:
    """Return the open and the accepted invitations, newest first; in one query."""
    about = {type(to).__name__.lower(): to}
    shown = Q(accepted_at__isnull=False) | Q(revoked_at__isnull=True, expires_at__gt=timezone.now())
    rows = Invitation.objects.filter(shown, **about).select_related("accepted_by", "made_by")
    return list(rows.order_by("-pk")[:MOST])


def is_invited(account: User, invitation: Invitation) -> bool:
    """Return whether the account may accept: where mail is set up, it has to have confirmed the invited address.

    Elsewhere no address is confirmed, and the inviter hands the link over.
    """
    if not settings.MAIL_ARRIVES:
        return True
    confirmed = {each.email.lower(): each.verified for each in EmailAddress.objects.filter(user=account)}
    # Accounts from before, or from the command line, are trusted: the administrator of the site made them.
    return confirmed.get(invitation.email, False) if confirmed else account.email.lower() == invitation.email


KEY = re.compile(r"sb_([a-z0-9]{12})_([A-Za-z0-9]{32,64})")
MOST_SHOWN = 200
# Compared where there is no such token, so that this takes as long as a wrong secret.
NOTHING = "0" * 64
TOKEN = Statement(
    [Part("token", ApiToken), Part("owner", User, of="token.user"), Part("club", Club, of="token.club")],
    """
    SELECT * FROM tournaments_apitoken token
    LEFT JOIN tournaments_user owner ON owner.id = token.user_id
    LEFT JOIN tournaments_club club ON club.id = token.club_id
    WHERE token.prefix = %s
    """,
)


def token_hash(secret: str) -> str:
    """Return the stored hash of a secret, which is random and long: it needs neither salt nor a slow hash."""
    return sha256(secret.encode()).hexdigest()


def token_opened_by(key: str) -> ApiToken | None:
    """Return the token of that key, if it works; one query."""
    found = KEY.fullmatch(key)
    if found is None:
        return None
    prefix, secret = found.groups()
    rows = TOKEN.rows(prefix)
    token: ApiToken | None = rows[0][0] if rows else None
    is_right = hmac.compare_digest(token.secret_hash if token else NOTHING, token_hash(secret))
    return token if token is not None and is_right and is_token_open(token) else None


def is_token_open(token: ApiToken) -> bool:
    """Return whether it is neither revoked nor expired, and its owner may still log in."""
    if token.revoked_at is not None or (token.expires_at is not None and token.expires_at <= timezone.now()):
        return False
    return token.user is None or token.user.is_active


def tokens_of(owner: User | Club) -> Sequence[ApiToken]:
    """Return the tokens that still work, newest first."""
    mine = Q(user=owner) if isinstance(owner, User) else Q(club=owner)
    open_now = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return list(ApiToken.objects.filter(mine, open_now, revoked_at__isnull=True).select_related("made_by")[:MOST_SHOWN])
