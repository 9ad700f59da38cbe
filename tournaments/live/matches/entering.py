"""Who opens the socket of an online table: from the site's own pages only, identified by the browser's session."""

import re
from io import BytesIO
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import get_language_from_request

from tournaments.errors import MissingError
from tournaments.frame.access import visitor
from tournaments.live.matches.connection import Guest
from tournaments.live.matches.frames import LARGEST
from tournaments.online.reads import live_matches
from tournaments.tables.reads import seats
from tournaments.timing.reads import ms_of

SESSION: Final = re.compile(r"[a-z0-9]{8,40}")


def request_of(scope: dict[str, Any]) -> HttpRequest:
    """Return the request that opens a socket, in the form of a page's request."""
    return ASGIRequest({**scope, "type": "http", "method": "GET"}, BytesIO())


def is_own_page(request: HttpRequest) -> bool:
    """Return whether a page of this site opens the socket: the browser sends the origin, which no page can forge."""
    try:
        own = f"{'https' if request.is_secure() else 'http'}://{request.get_host()}"
    except DisallowedHost:
        return False
    return request.headers.get("Origin") in (own, *settings.CSRF_TRUSTED_ORIGINS)


def guest(request: HttpRequest, match_id: int) -> Guest | None:
    """Return the guest who asks for a match; None if there is no such match, or they may not see it."""
    name = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    store: type[SessionBase] = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    request.session = held = store(name if SESSION.fullmatch(name) else None)
    request.user = get_user(request)
    try:
        row = live_matches.match(match_id)
    except MissingError:
        return None
    known = visitor(request)
    place = seats.place(known, row)
    if not place.may_see:
        return None
    age = _number(request, "age")
    return Guest(
        match_id=match_id,
        event_id=row.table.tournament_id if row.table is not None else None,
        visitor=known,
        place=place,
        language=get_language_from_request(request),
        session=held.session_key or "",
        opened=0 if age is None else ms_of(timezone.now()) - age,
        since=_number(request, "since") or 0,
        is_shown=bool(row.chairs.get("shown")),
        said=row.said,
    )


def _number(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name, "")
    return min(int(given), LARGEST) if given.isascii() and given.isdigit() and len(given) < 17 else None
