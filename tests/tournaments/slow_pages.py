"""The site with a page that is answered when a file says so, and few places to wait for one."""

import os
from pathlib import Path
from typing import Any

from tests.waiting import until
from tournaments.config import asgi, bridge

MOST, WORKERS = 32, 8
SLOW = "/informazioni/"
GATE = Path(os.environ["SETTEBELLO_DATA"]) / "open"
PATIENCE = 60.0
bridge.MOST_WAITING = MOST  # type: ignore[misc]


def slowly(environ: dict[str, Any], start: Any) -> Any:
    if environ["PATH_INFO"] == SLOW:
        until(GATE.exists, "the gate opens")
    return asgi.wsgi(environ, start)


asgi.pages = bridge.Bridge(slowly, workers=WORKERS)
application = asgi.application
