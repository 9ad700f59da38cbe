"""A process that boots, waits until all are to go on at once, and opens up as the web process does before it serves.

``python -m tests.faults.opening GO`` waits for the file GO to appear.
"""

import asyncio
import sys
import time
from pathlib import Path

import django

django.setup()

from django.db import connection  # noqa: E402 - the apps must be loaded first

from tournaments.live import ticker  # noqa: E402

PATIENCE = 60.0


def main() -> None:
    go, begun = Path(sys.argv[1]), time.monotonic()
    connection.ensure_connection()
    Path(f"{sys.argv[1]}.{sys.argv[2]}").touch()
    while not go.exists():
        if time.monotonic() - begun > PATIENCE:
            raise SystemExit("nobody said go")
    asyncio.run(ticker.open_up())


main()
