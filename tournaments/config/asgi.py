"""The site for an ASGI server: pages in a thread pool, streams and sockets on the event loop, the sweeper beside them.

Pages go through a bridge to WSGI: Django's own way from the loop to a synchronous view doubles the time of a page, and
permanent threads keep their database connection (docs/adr/0009).
"""

import asyncio
import gc
import logging
import os
from threading import Thread
from typing import Any

from django.core.wsgi import get_wsgi_application

from tournaments.config.allocator import share_arenas

share_arenas()
# Objects loaded here live until the end: garbage collection skips them. To look for garbage among them first takes an
# eighth of the start and finds 3,000 objects of 190,000, which free no page of memory.
gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
wsgi: Any = get_wsgi_application()

from django.db import Error, connection  # noqa: E402
from django.db.models.signals import post_save  # noqa: E402
from django.urls import reverse  # noqa: E402

from tournaments.config import crowded, proxies  # noqa: E402
from tournaments.config.bridge import Bridge  # noqa: E402
from tournaments.config.on_demand import load, load_pages  # noqa: E402
from tournaments.config.urls import API  # noqa: E402
from tournaments.frame import metrics, networks  # noqa: E402
from tournaments.live import descriptors, feeds, hub, stopping, stream, ticker  # noqa: E402 - the apps must be loaded first
from tournaments.live.matches import rooms, socket  # noqa: E402
from tournaments.models import ApiToken  # noqa: E402
from tournaments.replica.watching import WATCH  # noqa: E402

metrics.READERS.set_function(lambda: hub.HUB.readers)
networks.LISTENERS.set_function(hub.HUB.addresses)
metrics.TOLD.set_function(lambda: hub.HUB.broadcasts)
metrics.SOCKETS.set_function(lambda: rooms.ROOMS.sockets)
gc.freeze()
# A request makes thousands of objects that end with it, and few reference cycles: collecting garbage less often than
# Python's default saves a twentieth of the time. The rows of a large state are so many that they were looked at while
# they were made; without that the state of 1,024 entries takes a fifteenth less.
gc.set_threshold(30_000, 20, 20)
gc.enable()

logger = logging.getLogger(__name__)

# The endings of the addresses of live streams; everything else is a page.
STREAM = "/live/"
pages = Bridge(wsgi, workers=8)
# Answered on the loop: a process whose threads all wait for the database is alive, and starting another does not help.
ALIVE = "/livez"


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve pages, streams and sockets; start and stop the background tasks with the server."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "websocket":
        await socket.serve(proxies.trusted_proxies().reader_of(scope), receive, send)
    elif scope["path"] == ALIVE:
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"alive\n"})
    elif not scope["path"].endswith(STREAM):
        await pages(scope, receive, send)
    else:
        await stream.serve(proxies.trusted_proxies().reader_of(scope), receive, send)


def load_rest() -> None:
    """Load all pages, and the API where a program has a token: nobody's first page, or result, waits for that.

    Beside the first pages and not before them. A site without programs keeps the 25 MB of the API free.
    """
    try:
        load_pages()
        crowded.make_ready()
        if _has_programs():
            API.load()
        # Brings the names of all addresses together.
        reverse("home")
    except Exception:
        # Nobody waits for this: what cannot be loaded fails again in its first request, and the rest is served.
        logger.exception("not all pages could be loaded")
    # It stays until the end, as all that was loaded before.
    gc.freeze()


def _has_programs() -> bool:
    try:
        return ApiToken.objects.filter(revoked_at=None).exists()
    except Error:
        logger.warning("nobody knows whether programs use the API: the first call will load it", exc_info=True)
        return False
    finally:
        connection.close()


def load_for_token(*, created: bool, **_more: object) -> None:
    """Load the API beside the page that shows a new token: the first call of its program does not wait for that."""
    if created:
        Thread(target=API.load, name="api", daemon=True).start()


async def sweep() -> None:
    """Sweep until cancelled. What that needs is loaded beside the first pages, a sixth of the start."""
    try:
        await asyncio.to_thread(load, "tournaments.upkeep.writes.sweeping")
    except Exception:
        logger.exception("deadlines, mail and long work cannot be loaded")
        raise
    await ticker.run()


async def _lifespan(receive: Any, send: Any) -> None:
    running: list[asyncio.Task[None]] = []
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                descriptors.take_room()
                await asyncio.to_thread(WATCH.start_if_chosen)
                # Where another computer has gone on with these data, nothing is written here.
                if not WATCH.is_passed:
                    await ticker.open_up()
                stopping.on_signal(hub.HUB.close, rooms.ROOMS.close)
            except Exception:
                # A server takes an error here for a program that has no start: it would serve pages without what
                # sweeps deadlines, mail and long work.
                logger.exception("the site cannot start")
                await send({"type": "lifespan.startup.failed", "message": "the site cannot start, see above"})
                return
            post_save.connect(load_for_token, sender=ApiToken)
            running = [asyncio.create_task(feeds.run(hub.HUB, rooms.ROOMS)), asyncio.create_task(sweep())]
            await send({"type": "lifespan.startup.complete"})
            running.append(asyncio.create_task(asyncio.to_thread(load_rest)))
        elif message["type"] == "lifespan.shutdown":
            post_save.disconnect(load_for_token, sender=ApiToken)
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            # After the last writing, which then is in the copy too.
            await asyncio.to_thread(WATCH.stop)
            await send({"type": "lifespan.shutdown.complete"})
            return
