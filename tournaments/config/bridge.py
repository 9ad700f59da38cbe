"""From the loop to the pages and back: a thread gets a whole request, makes the whole answer, and is free.

Neither who sends slowly nor who reads slowly keeps a thread (docs/adr/0009).
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeAlias

from a2wsgi.wsgi import build_environ

from tournaments.config.bodies import Bodies, Body, GoneError, Receive, hear_out
from tournaments.serving.bodies import REFUSED

Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
Headers: TypeAlias = list[tuple[bytes, bytes]]


class Bridge:
    """An ASGI application that serves a WSGI one from a pool of threads."""

    def __init__(self, pages: Any, workers: int) -> None:
        self._pages = pages
        self._bodies = Bodies()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pages")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        try:
            body = await self._bodies.read(scope, receive)
        except GoneError:
            return
        with body.file:
            status, headers, content = await asyncio.get_running_loop().run_in_executor(
                self._threads, copy_context().run, self._answer, _environ(scope, body)
            )
        if not body.is_whole:
            headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": True})
        if not body.is_whole:
            await hear_out(receive)
        await send({"type": "http.response.body", "body": b""})

    def _answer(self, environ: dict[str, Any]) -> tuple[int, Headers, bytes]:
        """Status, headers and content, all made in this thread."""
        told: list[tuple[int, Headers]] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            written = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            told[:] = [(int(status[:3]), written)]

        parts = self._pages(environ, start)
        try:
            return *told[0], b"".join(parts)
        finally:
            parts.close()


def _environ(scope: dict[str, Any], body: Body) -> dict[str, Any]:
    environ: dict[str, Any] = dict(build_environ(scope, body.file))  # type: ignore[arg-type]
    environ["CONTENT_LENGTH"] = str(0 if body.refused else body.size)
    if body.refused:
        environ[REFUSED] = body.refused
    return environ
