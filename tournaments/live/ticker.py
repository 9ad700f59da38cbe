"""The sweeper of the web process: deadlines, messages and long work beside the pages, each in its own thread."""

import asyncio
import logging

from django.conf import settings
from django.db import Error, close_old_connections

from tournaments.replica.watching import WATCH
from tournaments.timing.writes import downtime

# How long a stopping server waits for the sweeper's current work.
GRACE = 5.0
logger = logging.getLogger(__name__)


async def run() -> None:
    """Sweep until cancelled."""
    # With it comes all that deadlines, mail and long work need: loaded after the start (``config.asgi``).
    from tournaments.upkeep.writes.sweeping import Sweeper

    sweeper = Sweeper(is_held=lambda: WATCH.is_passed)
    sweeper.start()
    try:
        await asyncio.Event().wait()
    finally:
        sweeper.stop()
        await asyncio.to_thread(sweeper.wait, GRACE)


async def open_up() -> None:
    """Give the clocks back the time in which the service was away, before the first page is served."""
    await asyncio.to_thread(_close_gap)


def _close_gap() -> None:
    """Close the gap. If the database does not answer, start anyway: the sweeper closes it before it fires deadlines."""
    try:
        downtime.close_gap()
        if settings.SERVES_TABLES:
            downtime.serve_tables()
    except Error:
        logger.exception("gap not closed at the start")
    finally:
        close_old_connections()
