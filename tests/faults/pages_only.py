"""A web process that leaves deadlines and mail to others: it serves pages and streams, and sweeps nothing.

Served instead of ``tournaments.config.asgi``, so that what is done was done by the worker that is killed.
"""

import asyncio

from tournaments.config.asgi import application
from tournaments.live import ticker

__all__ = ["application"]


async def _nothing() -> None:
    await asyncio.Event().wait()


ticker.run = _nothing
