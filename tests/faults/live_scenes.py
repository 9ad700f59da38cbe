"""What another process of the site does while readers listen."""

import time
from typing import Any

from django.db import connection

from tests.tournaments import factories as make
from tournaments.models import Table, Tournament


def play(slug: str) -> dict[str, Any]:
    """One more result; the version it led to, the event's key, and the seconds that the writer was kept."""
    event = Tournament.objects.get(slug=slug)
    table = Table.objects.filter(tournament=event, status=Table.Status.CALLED).order_by("number").first()
    assert table is not None
    begun = time.perf_counter()
    make.play(table)
    seconds = time.perf_counter() - begun
    event.refresh_from_db()
    return {"event": event.pk, "version": event.version, "seconds": seconds}


def cut_listeners() -> int:
    """End every connection that listens for hints, as a fault of the network would; how many there were."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN %%'")
        return int(cursor.fetchone()[0])
