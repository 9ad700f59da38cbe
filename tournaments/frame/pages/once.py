"""Idempotent forms: a form sent twice has one effect. Its answer is saved with the effect, by key.

The key is a hidden field (``{% form_key %}``). The same key with other values is another request.
"""

import secrets
from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, QueryDict

from tournaments.frame.writes import idempotency
from tournaments.frame.writes.idempotency import Asked
from tournaments.frame.writes.transaction import alone

KEY = "key"
MOST_KEY = 64
OF_NO_WISH = frozenset({KEY, "csrfmiddlewaretoken"})
LEADS = "Location"


def new_key() -> str:
    """Return an idempotency key for a form that is shown."""
    return secrets.token_urlsafe(16)


def key_of(data: QueryDict) -> str | None:
    """Return the idempotency key of a form that was sent, or None."""
    return data.get(KEY, "")[:MOST_KEY] or None


def once(request: HttpRequest, make: Callable[[], str]) -> str:
    """Return the address to redirect to: from ``make``, or the saved one if the form was sent before.

    ``make`` writes in the same transaction as the key, so a refusal saves neither.
    """
    if not request.POST.get(KEY):
        return make()
    asked = _asked(request)
    with alone():
        before = idempotency.kept_answer(asked)
        if before is not None:
            return str(before.headers[LEADS])
        where = make()
        idempotency.keep_answer(asked, 303, "null", {LEADS: where})
    return where


def _asked(request: HttpRequest) -> Asked:
    """Return the identity of the request: the account, the address, the key and all values."""
    written = sorted((name, values) for name, values in request.POST.lists() if name not in OF_NO_WISH)
    named = repr((request.path, request.POST[KEY], written)).encode("utf-8", "surrogatepass")
    digest = sha256(named).hexdigest()
    return Asked(owner=f"page:{request.user.pk or 0}", key=digest, fingerprint=digest)
