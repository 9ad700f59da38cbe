"""The live stream of an event: server-sent events that say which version the event has reached, and nothing else.

It is served straight on the loop, below Django: a reader who listens for an evening holds no thread and no database
connection. Only public events have a stream; everybody else's pages ask every few seconds.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from tournaments.live.hub import HUB, Hub
from tournaments.live.reading import read
from tournaments.selectors.versions import public_version

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]

HEARTBEAT_SECONDS = 15.0
# Results may come faster than anybody reads: a reader hears of the newest one, at most this often.
PAUSE_SECONDS = 0.25
RETRY_MS = 2000
MOST_READERS = 8000

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


def not_here(request: HttpRequest, slug: str) -> HttpResponse:
    """What the address answers where no loop serves it: the pages then ask every few seconds."""
    return HttpResponse(status=503, headers={"Retry-After": "60", "Cache-Control": "no-store"})


async def serve(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of every live stream."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    found = await _event(scope)
    if found is None:
        await _refuse(send, 404)
        return
    if HUB.is_closed or HUB.readers >= MOST_READERS:
        await _refuse(send, 503)
        return
    tournament_id, version = found
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    pump = asyncio.create_task(_pump(tournament_id, version, _last_seen(scope), send))
    gone = asyncio.create_task(_until_gone(receive))
    try:
        await asyncio.wait((pump, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (pump, gone):
            task.cancel()
        await asyncio.gather(pump, gone, return_exceptions=True)


async def _event(scope: Scope) -> tuple[int, int] | None:
    """The event that the address names and its version; None for anything that has no stream."""
    if scope["method"] != "GET":
        return None
    try:
        found = resolve(scope["path"])
    except Resolver404:
        return None
    if found.url_name != "event_live":
        return None
    try:
        return await read(public_version, found.kwargs["slug"])
    except DatabaseError:
        return None


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"cache-control", b"no-store"), (b"content-length", b"0"), (b"retry-after", b"60")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _last_seen(scope: Scope) -> int:
    """The version that the reader had when the stream broke."""
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value.isdigit() and len(value) < 19:
            return int(value)
    return 0


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _pump(tournament_id: int, version: int, seen: int, send: Send) -> None:
    async for message in messages(HUB, tournament_id, version, seen):
        await send({"type": "http.response.body", "body": message, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def messages(hub: Hub, tournament_id: int, version: int, seen: int) -> AsyncIterator[bytes]:
    """What one reader is sent, until the hub closes; ``version`` was read just before, ``seen`` is what he has."""
    queue = hub.subscribe(tournament_id)
    try:
        newest = max(version, hub.known(tournament_id))
        yield b"retry: %d\n\n" % RETRY_MS
        if newest > seen:
            yield _message(newest)
        while not hub.is_closed:
            told = await _next(queue)
            if told is None:
                yield b": still here\n\n"
            elif told > newest:
                newest = told
                yield _message(newest)
                await asyncio.sleep(PAUSE_SECONDS)
    finally:
        hub.unsubscribe(tournament_id, queue)


async def _next(queue: "asyncio.Queue[int]") -> int | None:
    """The next version; None when none came for as long as a proxy keeps a silent connection."""
    try:
        return await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
    except TimeoutError:
        return None


def _message(version: int) -> bytes:
    return b'id: %d\ndata: {"version": %d}\n\n' % (version, version)
