"""Ends live connections when the server is told to stop; otherwise the server would wait for them."""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGINT)


def on_signal(*ends: Callable[[], None]) -> None:
    """End these on the signals that stop a server, then let the server handle the signal."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    servers_own = {number: signal.getsignal(number) for number in SIGNALS}

    def stop(signum: int, frame: FrameType | None) -> None:
        if not loop.is_closed():
            for end in ends:
                loop.call_soon_threadsafe(end)
        own = servers_own[signal.Signals(signum)]
        if callable(own):
            own(signum, frame)

    for number in SIGNALS:
        signal.signal(number, stop)
