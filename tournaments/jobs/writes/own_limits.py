"""The limits that a child process sets itself before it reads what somebody sent."""

import importlib
import os
import threading
import time

# Seconds between two looks at the processor time, where the system does not watch it.
LOOK = 0.2


def limit(memory: int, seconds: int, too_slow: int) -> None:
    """Take at most ``memory`` bytes and ``seconds`` of the processor; end with the status ``too_slow`` after them.

    Linux holds both. macOS refuses to limit memory, Windows knows neither limit: there a thread of the process watches
    the time, and of the memory only what is known beforehand is bounded (the size of a file, its rows and cells).
    """
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        resource = None
    held = set()
    for name, most in (("RLIMIT_AS", memory), ("RLIMIT_CPU", seconds)):
        kind = getattr(resource, name, None)
        if resource is None or kind is None:
            continue
        try:
            # A second more for what gets the signal and goes on.
            resource.setrlimit(kind, (most, most if name == "RLIMIT_AS" else most + 1))
            held.add(name)
        except (ValueError, OSError):
            continue
    if "RLIMIT_CPU" not in held:
        threading.Thread(target=_watch, args=(seconds, too_slow), daemon=True).start()


def _watch(seconds: int, too_slow: int) -> None:
    while time.process_time() < seconds:
        time.sleep(LOOK)
    os._exit(too_slow)
