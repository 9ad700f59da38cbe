"""The site with a page that is answered when a file says so, and few places to wait for one."""

import os
import time
from pathlib import Path
from typing import Any

from tournaments.config import asgi, bridge

MOST, WORKERS = 32, 8
SLOW = "/informazioni/"
GATE = Path(os.environ["SETTEBELLO_DATA"]) / "open"
PATIENCE = 60.0
bridge.MOST_WAITING = MOST  # type: ignore[misc]


def slowly(environ: dict[str, Any], start: Any) -> Any:
    until = time.monotonic() + PATIENCE
    while environ["PATH_INFO"] == SLOW and not GATE.exists() and time.monotonic() < until:
        time.sleep(0.05)
    return asgi.wsgi(environ, start)


asgi.pages = bridge.Bridge(slowly, workers=WORKERS)
application = asgi.application
