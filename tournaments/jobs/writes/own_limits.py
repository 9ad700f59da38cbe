"""The limits that a child process sets itself before it reads what somebody sent."""

import importlib
import os
import sys
import threading
import time
from pathlib import Path

# Seconds between two looks at the processor time, where the system does not watch it.
LOOK = 0.2
# What systems need to start a program and to find its libraries; nothing of the site.
HOMEBREW = "/opt/homebrew/lib:/usr/local/lib:/usr/lib"
NEEDED = ("PATH", "SYSTEMROOT", "WEASYPRINT_DLL_DIRECTORIES", "DYLD_FALLBACK_LIBRARY_PATH")


def bare_environment(program: Path, home: str) -> dict[str, str]:
    """Return the environment of a child that knows nothing of the site: no key, no database, no home."""
    kept = {name: os.environ[name] for name in NEEDED if name in os.environ}
    if sys.platform == "darwin":
        # Homebrew's libraries are where a Python of another maker does not look.
        kept.setdefault("DYLD_FALLBACK_LIBRARY_PATH", HOMEBREW)
    return {**kept, "PYTHONPATH": str(program), "PYTHONIOENCODING": "utf-8", "HOME": home, "TEMP": home, "TMP": home}


def limit(memory: int, seconds: int, too_slow: int) -> None:
    """Take at most ``memory`` bytes and ``seconds`` of the processor; end with the status ``too_slow`` after them.

    Linux holds both. macOS refuses to limit memory, Windows knows neither limit: there a thread of the process watches
    the time whenever the reader lets it run, and of the memory only what is known beforehand is bounded (the size of a
    file, its rows and cells). The parent ends the process after its minutes in any case.
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
