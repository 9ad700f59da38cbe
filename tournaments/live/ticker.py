"""The sweeper of the web process: deadlines, messages and long work beside the pages, each in a thread of its own."""

import asyncio
import logging

from django.conf import settings
from django.db import Error, close_old_connections

from tournaments.services.sweeper.sweeping import Sweeper
from tournaments.services.timing import downtime

# How long a server that stops waits for what its sweeper is at.
GRACE = 5.0
logger = logging.getLogger(__name__)


async def run() -> None:
    """Sweep until cancelled."""
    sweeper = Sweeper()
    sweeper.start()
    try:
        await asyncio.Event().wait()
    finally:
        sweeper.stop()
        await asyncio.to_thread(sweeper.wait, GRACE)


async def open_up() -> None:
    """Before the first page is served, give the clocks the time in which nobody could be."""
    await asyncio.to_thread(_close_gap)


def _close_gap() -> None:
    """A database that does not answer yet is no reason not to start: the sweeper closes the gap before it fires."""
    try:
        downtime.close_gap()
        if settings.SERVES_TABLES:
            downtime.serve_tables()
    except Error:
        logger.exception("gap not closed at the start")
    finally:
        close_old_connections()
