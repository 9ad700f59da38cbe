"""What feeds the hub: hints of this process and of the others, and the database twice a second, in case one is lost.

A thousand readers cost one question. Hints come through Redis where there is one, else through PostgreSQL; on SQLite
another process is heard by the question alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import get_channel_layer
from django.db import Error

from tournaments.live.hub import Hub
from tournaments.live.reading import read
from tournaments.outbox import fanout, postgres_hints
from tournaments.selectors.sessions import alive
from tournaments.selectors.versions import versions_of

POLL_SECONDS = 0.5
AGAIN_SECONDS = 1.0
# Whose log-in has ended sees the page no longer than five seconds: this, and the time to load it.
SESSION_SECONDS = 2.0
BATCH = 1000
logger = logging.getLogger(__name__)


async def run(hub: Hub) -> None:
    """Listen and ask until cancelled."""
    hub.open()
    loop = asyncio.get_running_loop()

    def tell(event: int, version: int) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(hub.tell, event, version)

    fanout.attach(tell)
    try:
        await asyncio.gather(*(_always(part, hub) for part in (ask, ask_sessions, hear, Hub.beat)))
    finally:
        fanout.attach(None)


async def _always(part: Callable[[Hub], Awaitable[None]], hub: Hub) -> None:
    """Begin a part anew whatever it fails of: readers whose hub has gone quiet would wait for ever and not know."""
    while True:
        try:
            await part(hub)
            return
        except Exception:
            logger.exception("the live hub stumbled: %s", part.__qualname__)
            await asyncio.sleep(AGAIN_SECONDS)


async def ask(hub: Hub) -> None:
    """The net below all hints: the versions of the events that are watched, as the database has them.

    An event that is public no more has no versions to tell: its streams end.
    """
    while True:
        await asyncio.sleep(POLL_SECONDS)
        if not hub.readers:
            continue
        watched = hub.watched
        try:
            found = await read(versions_of, watched)
        except Error as error:
            logger.warning("versions not read: %r", error)
            continue
        for event, version in found.items():
            hub.tell(event, version)
        for event in set(watched) - set(found):
            hub.cut(event)


async def ask_sessions(hub: Hub) -> None:
    """Whether those who listen are still logged in: a page that is open is nobody's once its log-in has ended."""
    while True:
        await asyncio.sleep(SESSION_SECONDS)
        asked = hub.sessions
        for start in range(0, len(asked), BATCH):
            some = asked[start : start + BATCH]
            try:
                hub.keep(some, await read(alive, some))
            except Error as error:
                logger.warning("sessions not read: %r", error)
                break


async def hear(hub: Hub) -> None:
    """Hints of the other processes; when their carrier fails, it is tried again every second."""
    carrier = fanout.carrier()
    if carrier is fanout.Carrier.NONE:
        return
    # Loaded where another process is heard: on a laptop none is.
    import psycopg
    from redis.exceptions import RedisError

    listen = _redis if carrier is fanout.Carrier.REDIS else _postgresql
    while True:
        try:
            await listen(hub)
        except (OSError, RedisError, psycopg.Error) as error:
            logger.warning("live hints not heard: %r", error)
        await asyncio.sleep(AGAIN_SECONDS)


async def _redis(hub: Hub) -> None:
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(fanout.GROUP, channel)
    while True:
        message = await layer.receive(channel)
        hub.tell(message["tournament"], message["version"])


async def _postgresql(hub: Hub) -> None:
    """One connection of this process's own: a pooled one would be taken away from the pages for ever."""
    import psycopg

    connection = await psycopg.AsyncConnection.connect(**postgres_hints.parameters(), autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {postgres_hints.CHANNEL}")
        async for notice in connection.notifies():
            event, _colon, version = notice.payload.partition(":")
            hub.tell(int(event), int(version))
