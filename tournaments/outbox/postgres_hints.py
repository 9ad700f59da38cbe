"""Hints through PostgreSQL's LISTEN and NOTIFY, for an installation of several processes without Redis.

A NOTIFY inside the transaction would make all commits of the server wait for one another, so it is sent after it.
"""

import time
from collections.abc import Mapping
from typing import Any

from django.db import connection

from tournaments.outbox.mailbox import Thing, hint_text

CHANNEL = "settebello_versions"
# Each delivery opens and closes a connection: at most this often.
PAUSE_SECONDS = 0.25
SERVER = ("host", "port", "dbname", "user", "password", "service", "sslmode", "sslrootcert")


def parameters() -> dict[str, Any]:
    """Return how to connect to the database of the site, outside Django's pool."""
    known: Mapping[str, Any] = connection.get_connection_params()
    return {**{name: known[name] for name in SERVER if name in known}, "connect_timeout": 2}


def deliver(versions: Mapping[Thing, int]) -> None:
    """Send one hint of each thing."""
    # Loaded where PostgreSQL is used.
    import psycopg

    with psycopg.connect(**parameters(), autocommit=True) as hints:
        for (topic, key), version in versions.items():
            hints.execute("SELECT pg_notify(%s, %s)", (CHANNEL, hint_text(topic, key, version)))
    time.sleep(PAUSE_SECONDS)
