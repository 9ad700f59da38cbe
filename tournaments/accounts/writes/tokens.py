"""API tokens: made and shown once, used, revoked."""

import secrets
import string
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.accounts.reads.accounts import is_token_open, token_hash, tokens_of
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.policies import SCOPES, Actor
from tournaments.frame.writes.transaction import alone, hold, record
from tournaments.models import ApiToken, Club, User

PREFIX_LETTERS = string.ascii_lowercase + string.digits
SECRET_LETTERS = string.ascii_letters + string.digits
PREFIX_LENGTH = 12
# 40 letters of 62 are more than 238 bits.
SECRET_LENGTH = 40
MOST_TOKENS = 50
LONGEST_DAYS = 3660
# Seconds between two updates of a token's last use, so that a busy program does not write with every request.
NOTED_EVERY = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Made:
    """A new token with its key, which is shown this once."""

    token: ApiToken
    key: str


def _letters(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))


def make_token(*, by: Actor, owner: User | Club, name: str, scopes: Iterable[str], days: int | None = None) -> Made:
    """Make a token of a person or a club; it expires after ``days``, or never with None."""
    wanted = sorted(set(scopes))
    if not name.strip():
        raise RefusedError("token_name_missing", field="name")
    for scope in wanted:
        if scope not in SCOPES:
            raise RefusedError("unknown_scope", field="scopes", value=scope, scopes=", ".join(SCOPES))
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise RefusedError("token_days_range", field="days", value=days, most=LONGEST_DAYS)
    secret = _letters(SECRET_LETTERS, SECRET_LENGTH)
    with alone():
        hold(owner)
        if len(tokens_of(owner)) >= MOST_TOKENS:
            raise RefusedError("too_many_tokens", most=MOST_TOKENS)
        token = ApiToken.objects.create(
            name=name.strip(),
            prefix=_letters(PREFIX_LETTERS, PREFIX_LENGTH),
            secret_hash=token_hash(secret),
            user=owner if isinstance(owner, User) else None,
            club=owner if isinstance(owner, Club) else None,
            scopes=wanted,
            made_by=by.user,
            expires_at=timezone.now() + timedelta(days=days) if days is not None else None,
        )
        record(by=by, verb="token.made", target=_target(token), tournament=None, after=_token_for_log(token))
    return Made(token, f"sb_{token.prefix}_{secret}")


def revoke_token(*, by: Actor, owner: User | Club, token_id: int) -> ApiToken:
    """Revoke a token of this owner; one that has ended already stays as it is."""
    with alone():
        mine = ApiToken.objects.filter(user=owner) if isinstance(owner, User) else ApiToken.objects.filter(club=owner)
        token = mine.select_for_update().filter(pk=token_id).first()
        if token is None:
            raise MissingError
        if token.revoked_at is None:
            token.revoked_at = timezone.now()
            token.save(update_fields=["revoked_at"])
            record(by=by, verb="token.revoked", target=_target(token), tournament=None, before=_token_for_log(token))
    return token


def revoke_all(*, by: Actor, owner: User | Club) -> None:
    """Revoke every token of this owner."""
    for token in tokens_of(owner):
        revoke_token(by=by, owner=owner, token_id=token.pk)


def revoke_all_made(*, by: Actor, maker: User) -> None:
    """Revoke every token that ``maker`` made, also for clubs: its maker has seen its key."""
    revoke_all(by=by, owner=maker)
    of_clubs = ApiToken.objects.filter(made_by=maker, club__isnull=False, revoked_at__isnull=True)
    for token in of_clubs.select_related("club"):
        if token.club is not None and is_token_open(token):
            revoke_token(by=by, owner=token.club, token_id=token.pk)


def note_use(token: ApiToken) -> None:
    """Record the last use of a token, to the minute."""
    now = timezone.now()
    if token.last_used_at is not None and now - token.last_used_at < NOTED_EVERY:
        return
    with alone():
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _target(token: ApiToken) -> str:
    return f"token {token.prefix}"


def _token_for_log(token: ApiToken) -> dict[str, object]:
    ends: datetime | None = token.expires_at
    return {"name": token.name, "scopes": token.scopes, "expires_at": ends.isoformat() if ends else None}
