"""A form that makes something is done once, however often it is sent: the answer to its key is kept with the effect.

The key stands in the form (``{% form_key %}``). The same key with other words in the form is another wish.
"""

import secrets
from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, QueryDict

from tournaments.services.transactions import idempotency
from tournaments.services.transactions.idempotency import Asked
from tournaments.services.transactions.transaction import alone

KEY = "key"
MOST_KEY = 64
OF_NO_WISH = frozenset({KEY, "csrfmiddlewaretoken"})
LEADS = "Location"


def new_key() -> str:
    """A name for one form as it is shown, so that sending it twice writes once."""
    return secrets.token_urlsafe(16)


def key_of(data: QueryDict) -> str | None:
    """The key of a form that was sent."""
    return data.get(KEY, "")[:MOST_KEY] or None


def once(request: HttpRequest, make: Callable[[], str]) -> str:
    """Where the form leads: the address that ``make`` answers, or answered when the form was sent before.

    ``make`` writes in the transaction that keeps the key, so whatever it refuses has taken nothing.
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
    """The wish: whose it is, where it is sent, its key and everything that is written in it."""
    written = sorted((name, values) for name, values in request.POST.lists() if name not in OF_NO_WISH)
    named = repr((request.path, request.POST[KEY], written)).encode("utf-8", "surrogatepass")
    digest = sha256(named).hexdigest()
    return Asked(owner=f"page:{request.user.pk or 0}", key=digest, fingerprint=digest)
