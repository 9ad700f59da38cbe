"""The site with a page that takes two and a half seconds, and few places to wait for one."""

import time
from typing import Any

from tournaments.config import asgi, bridge

MOST = 32
SECONDS = 2.5
SLOW = "/informazioni/"
bridge.MOST_WAITING = MOST  # type: ignore[misc]


def slowly(environ: dict[str, Any], start: Any) -> Any:
    if environ["PATH_INFO"] == SLOW:
        time.sleep(SECONDS)
    return asgi.wsgi(environ, start)


asgi.pages = bridge.Bridge(slowly, workers=8)
application = asgi.application
