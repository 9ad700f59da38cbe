"""The program, which ends at one point of writing a result as if the power had gone: ``CRASH_POINT`` names it.

Served instead of ``tournaments.config.asgi``; the program itself knows nothing of it. Only the thread that enters a
result is struck: sessions and the sweeper commit as ever.
"""

import os
import threading
from collections.abc import Callable
from typing import Any

from tests.faults.crashing_points import EXIT
from tournaments.config import asgi

POINT = os.environ["CRASH_POINT"]

from django.db.backends.base.base import BaseDatabaseWrapper  # noqa: E402 - the apps must be loaded first

from tournaments.frame.writes import transaction  # noqa: E402
from tournaments.outbox import fanout  # noqa: E402
from tournaments.tables.writes import scoresheets  # noqa: E402

_thread = threading.local()


def _is_struck() -> bool:
    return getattr(_thread, "enters", False)


def _end() -> None:
    if _is_struck():
        os._exit(EXIT)


def _around(original: Callable[..., Any], *, before: bool) -> Callable[..., Any]:
    """``original`` with the end of the process before it or after it."""

    def struck(*args: Any, **kwargs: Any) -> Any:
        if before:
            _end()
        done = original(*args, **kwargs)
        if not before:
            _end()
        return done

    return struck


def _entering(original: Callable[..., Any]) -> Callable[..., Any]:
    def enter(**values: Any) -> Any:
        _thread.enters = True
        try:
            return original(**values)
        finally:
            _thread.enters = False

    return enter


scoresheets.enter = _entering(scoresheets.enter)
if POINT == "before_lock":
    transaction.lock_and_ask = _around(transaction.lock_and_ask, before=True)
elif POINT == "after_insert":
    scoresheets.append = _around(scoresheets.append, before=False)
elif POINT in ("before_commit", "after_commit"):
    BaseDatabaseWrapper._commit = _around(BaseDatabaseWrapper._commit, before=POINT == "before_commit")
elif POINT == "before_hint":
    fanout._hint = _around(fanout._hint, before=True)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The site; at ``after_ack`` it ends when the whole answer to a result is out."""
    is_result = scope["type"] == "http" and scope["method"] == "POST" and "/tavoli/" in scope["path"]

    async def sent(message: dict[str, Any]) -> None:
        await send(message)
        is_last = message["type"] == "http.response.body" and not message.get("more_body")
        if POINT == "after_ack" and is_result and is_last:
            os._exit(EXIT)

    await asgi.application(scope, receive, sent)
