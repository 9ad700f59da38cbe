"""The bridge from the event loop to the pages: a thread gets a whole request, makes the whole answer, and is free.

Slow senders and slow readers occupy no thread, and a limited number of requests may wait for one (docs/adr/0009).
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings

from tournaments.config import proxies
from tournaments.config.bodies import Bodies, GoneError, Receive, hear_out
from tournaments.config.crowded import Answer, Headers, too_busy
from tournaments.frame.networks import SharedPlaces, house_of
from tournaments.frame.serving.bodies import REFUSED

Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]

# Requests that have a thread or wait for one: some seconds of work. An address may have at most the free places.
MOST_WAITING: Final = 2_000


class Threads:
    """A thread pool, and the requests that have a thread or wait for one."""

    def __init__(self, name: str, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._room = SharedPlaces(MOST_WAITING, MOST_WAITING)

    async def run(self, address: str, work: Callable[[], Answer]) -> Answer | None:
        """Run the work in a thread and return its result; None at once where too many wait."""
        if not self._room.has_place(address):
            return None
        self._room.enter(address)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, copy_context().run, work)
        finally:
            self._room.leave(address)


class Bridge:
    """An ASGI application that serves a WSGI one from a thread pool, and its static files from a second pool."""

    def __init__(self, pages: Any, workers: int) -> None:
        self._pages = pages
        self._bodies = Bodies()
        self._threads = Threads("pages", workers)
        self._files = Threads("files", 1)
        # The addresses of the files that were collected before the server started.
        root = Path(settings.STATIC_ROOT)
        self._known = frozenset(
            f"{settings.STATIC_URL}{each.relative_to(root).as_posix()}" for each in root.rglob("*.*")
        )

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        try:
            body = await self._bodies.read(scope, receive)
        except GoneError:
            return
        with body:
            # Headers with underscores in their names would collide with others: a proxy that sets X-Forwarded-For
            # passes X_Forwarded_For on unchanged.
            believed: Any = {
                **scope,
                "headers": [(name, value) for name, value in scope["headers"] if b"_" not in name],
            }
            environ = _environ(believed, body.file)
            environ["CONTENT_LENGTH"] = str(0 if body.refused else body.size)
            if body.refused:
                environ[REFUSED] = body.refused
            # A missing file gets a page that says so, and may query the database for the reader.
            threads = self._files if scope["path"] in self._known else self._threads
            address = house_of(proxies.trusted_proxies().reader_of(scope)["client"][0])
            made = await threads.run(address, partial(self._answer, environ))
            status, headers, content = made or too_busy(environ)
        if not body.is_whole:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": True})
        if not body.is_whole:
            await hear_out(receive)
        await send({"type": "http.response.body", "body": b""})

    def _answer(self, environ: dict[str, Any]) -> Answer:
        """Return status, headers and content, all made in this thread."""
        told: list[tuple[int, Headers]] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            written = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            told[:] = [(int(status[:3]), written)]

        parts = self._pages(environ, start)
        try:
            return *told[0], b"".join(parts)
        finally:
            parts.close()


def _environ(scope: dict[str, Any], body: IO[bytes]) -> dict[str, Any]:
    """Return a request as WSGI has it; how often a header may come is bounded by its bytes (connections.py)."""
    # The library has no types.
    translated: Any = WsgiToAsgiInstance
    request = translated(None, duplicate_header_limit=None)
    request.scope = scope
    environ: dict[str, Any] = request.build_environ(scope, body)
    return environ
