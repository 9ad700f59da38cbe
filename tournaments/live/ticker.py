"""The sweeper of the web process: once a second, in a thread of its own."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, close_old_connections

from tournaments.services.sweeping import sweep

INTERVAL = 1.0
logger = logging.getLogger(__name__)


async def run() -> None:
    """Sweep until cancelled."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(1, thread_name_prefix="sweeper") as thread:
        while True:
            await loop.run_in_executor(thread, _sweep_once)
            await asyncio.sleep(INTERVAL)


def _sweep_once() -> None:
    """One turn; a database that does not answer now is asked again in a second."""
    close_old_connections()
    try:
        sweep()
    except DatabaseError:
        logger.exception("sweep failed")
    finally:
        close_old_connections()
