"""Tells the live hub of this process, and through the channel layer those of the others, that an event moved on.

A message says "event 12 is at version 345" and nothing else; losing one costs a reader half a second, never a fact.
"""

import asyncio
import logging
from concurrent.futures import Future

from channels.layers import get_channel_layer
from django.db import transaction

GROUP = "versions"
logger = logging.getLogger(__name__)
_loop: asyncio.AbstractEventLoop | None = None


def attach(loop: asyncio.AbstractEventLoop | None) -> None:
    """Name the event loop that live readers of this process are served by; None when it stops."""
    global _loop
    _loop = loop


def announce(tournament_id: int, version: int) -> None:
    """Once the running transaction is committed, hint that the event is at ``version``."""
    transaction.on_commit(lambda: _hint(tournament_id, version))


def _hint(tournament_id: int, version: int) -> None:
    layer = get_channel_layer()
    if layer is None or _loop is None or _loop.is_closed():
        return
    message = {"type": "version.changed", "tournament": tournament_id, "version": version}
    future = asyncio.run_coroutine_threadsafe(asyncio.wait_for(layer.group_send(GROUP, message), 1), _loop)
    future.add_done_callback(_note_failure)


def _note_failure(future: "Future[None]") -> None:
    if not future.cancelled() and future.exception() is not None:
        logger.warning("live hint not sent: %r", future.exception())
