"""Who asks: a program by its token, or a browser by its session, which must then prove that the page is ours."""

from hashlib import sha256
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, CSRFCheck, get_authorization_header
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tournaments.accounts.reads import accounts
from tournaments.accounts.writes import tokens
from tournaments.frame import access
from tournaments.frame.access import Visitor
from tournaments.frame.api.callers import Caller
from tournaments.frame.api.limits import count_wrong_token
from tournaments.frame.networks import address_of
from tournaments.frame.policies import limits_of
from tournaments.frame.serving.outages import is_outage
from tournaments.models import User

SCHEME = b"bearer"


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer sb_<prefix>_<secret>``; the sender is nobody else, whatever cookies come along."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, Caller] | None:
        words = get_authorization_header(request).split()
        if not words:
            return None
        token = (
            accounts.token_opened_by(words[1].decode("latin-1"))
            if len(words) == 2 and words[0].lower() == SCHEME
            else None
        )
        if token is None:
            count_wrong_token(address_of(request._request))
            raise exceptions.AuthenticationFailed
        try:
            tokens.note_use(token)
        except DatabaseError as error:
            # While the database cannot be written, the last use is not stored.
            if not is_outage(error):
                raise
        user = token.user or AnonymousUser()
        visitor = Visitor(
            user=user,
            limits=limits_of(token.scopes),
            club_id=token.club_id,
            token_maker=token.made_by_id if token.club else None,
            label=f"{token.club} · {token.name}" if token.club else "",
        )
        return user, Caller(visitor, f"token:{token.pk}")

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="settebello"'


class BrowserAuthentication(BaseAuthentication):
    """The session of a browser, with the passes it holds; what it writes needs the token of its own pages."""

    def authenticate(self, request: Request) -> tuple[Any, Caller]:
        plain = request._request
        visitor = access.visitor(plain)
        is_somebody = visitor.account is not None or bool(visitor.passes or visitor.entry_passes or visitor.practice)
        if request.method not in SAFE_METHODS and is_somebody:
            check = CSRFCheck(lambda _request: None)  # type: ignore[arg-type]
            check.process_request(plain)
            if check.process_view(plain, None, (), {}):  # type: ignore[arg-type]
                raise exceptions.PermissionDenied(code="csrf_failed")
        if visitor.account is not None:
            return visitor.user, Caller(visitor, f"user:{visitor.account.pk}")
        if is_somebody and plain.session.session_key:
            # Only its hash: who reads the table of answers must not be able to take the session over.
            return visitor.user, Caller(visitor, sha256(plain.session.session_key.encode()).hexdigest()[:32])
        return visitor.user, Caller(visitor, f"at:{address_of(plain)}")
