"""Ends the live streams when the server is told to stop: it would wait for their readers otherwise."""

import asyncio
import signal
import threading
from types import FrameType

from tournaments.live.hub import HUB

SIGNALS = (signal.SIGTERM, signal.SIGINT)


def end_streams_on_signal() -> None:
    """Close the hub on the signals that stop a server, and then do what the server does."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        _before(number, loop)


def _before(number: signal.Signals, loop: asyncio.AbstractEventLoop) -> None:
    servers_own = signal.getsignal(number)

    def stop(signum: int, frame: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(HUB.close)
        if callable(servers_own):
            servers_own(signum, frame)

    signal.signal(number, stop)
