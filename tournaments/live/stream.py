"""The live stream of an event: server-sent events with the version of the event, and nothing else.

It is served on the loop, below Django: a reader who listens for an evening holds no thread and no database connection.
Only public events have a stream; pages of other events poll every few seconds.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.urls import Resolver404, resolve

from tournaments.frame.networks import peer_of
from tournaments.frame.policies import Right, door
from tournaments.live.finding import FINDER
from tournaments.live.hub import HUB
from tournaments.live.reader import Send

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]

# A reader refused for lack of room or of a database reconnects after so many seconds, and polls pages meanwhile.
AGAIN_SECONDS = 30
SESSION = re.compile(r"[a-z0-9]{8,40}")

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


@door(reads=Right.SEE)
def not_here(request: HttpRequest, **_named: str | int) -> HttpResponse:
    """Return the answer of a stream or a socket where no loop serves it: the pages then poll every few seconds."""
    return HttpResponse(status=503, headers={"Retry-After": str(AGAIN_SECONDS), "Cache-Control": "no-store"})


async def serve(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve every live stream (the ASGI application)."""
    try:
        match = resolve(scope["path"]) if scope["method"] == "GET" else None
    except Resolver404:
        match = None
    if match is None or match.url_name != "event_live":
        await _refuse(send, 404)
        return
    address = peer_of(scope)
    try:
        found = await FINDER.find(str(match.kwargs["slug"])) if HUB.has_room(address) else None
    except Error:
        await _refuse(send, 503)
        return
    # Others may have come while the event was being found.
    if not HUB.has_room(address):
        await _refuse(send, 503)
        return
    if found is None:
        await _refuse(send, 404)
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    # The version that the reader had when the stream broke.
    last = (value for name, value in headers if name == b"last-event-id" and value.isdigit() and len(value) < 19)
    # The name of the browser's session; none for a stranger and for a malformed name.
    cookies = next((value for name, value in headers if name == b"cookie"), b"").decode("latin-1")
    session = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")
    if not SESSION.fullmatch(session):
        session = ""
    reader = HUB.join(*found, int(next(last, 0)), address, send, session)
    try:
        # Until the end of the connection the hub writes to it.
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        HUB.leave(reader)


async def _refuse(send: Send, status: int) -> None:
    again = b"%d" % AGAIN_SECONDS
    headers = [(b"cache-control", b"no-store"), (b"content-length", b"0"), (b"retry-after", again)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
