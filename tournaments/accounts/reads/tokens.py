"""API tokens: the one that a key opens, and those of a person or a club."""

import hmac
import re
from collections.abc import Sequence
from hashlib import sha256

from django.db.models import Q
from django.utils import timezone

from tournaments.frame.reads.statements import Part, Statement
from tournaments.models import ApiToken, Club, User

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


def hash_of(secret: str) -> str:
    """Return the stored hash of a secret, which is random and long: it needs neither salt nor a slow hash."""
    return sha256(secret.encode()).hexdigest()


def opened_by(key: str) -> ApiToken | None:
    """Return the token of that key, if it works; one query."""
    found = KEY.fullmatch(key)
    if found is None:
        return None
    prefix, secret = found.groups()
    token: ApiToken | None = next((token for token, *_owners in TOKEN.rows(prefix)), None)
    is_right = hmac.compare_digest(token.secret_hash if token else NOTHING, hash_of(secret))
    return token if token is not None and is_right and is_open(token) else None


def is_open(token: ApiToken) -> bool:
    """Return whether it is neither revoked nor expired, and its owner may still log in."""
    if token.revoked_at is not None or (token.expires_at is not None and token.expires_at <= timezone.now()):
        return False
    return token.user is None or token.user.is_active


def tokens_of(owner: User | Club) -> Sequence[ApiToken]:
    """Return the tokens that still work, newest first."""
    mine = Q(user=owner) if isinstance(owner, User) else Q(club=owner)
    open_now = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return list(ApiToken.objects.filter(mine, open_now, revoked_at__isnull=True).select_related("made_by")[:MOST_SHOWN])
