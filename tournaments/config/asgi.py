"""The site for an ASGI server: pages, live streams, and the sweeper that runs beside them."""

import asyncio
import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
pages = get_asgi_application()

from tournaments.live import hub, ticker  # noqa: E402 - the apps must be loaded first


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve pages; on start and stop of the server, start and stop what runs beside them."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    await pages(scope, receive, send)


async def _lifespan(receive: Any, send: Any) -> None:
    running: list[asyncio.Task[None]] = []
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            running = [asyncio.create_task(hub.HUB.run()), asyncio.create_task(ticker.run())]
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await send({"type": "lifespan.shutdown.complete"})
            return
