"""Transactions of PostgreSQL whose process stands still in the middle of a pipeline, with what they hold.

The server ends a transaction that is idle for too long (``idle_in_transaction_session_timeout``), but counts from its
last answer, and within a pipeline it answers only at the end. A process that stands still, or whose computer is cut
off, between two statements of a pipeline would hold its locks for as long as it does.
"""

from typing import Final

from django.db import connection

# Active and waiting for the client: in the middle of a pipeline. Ours have one name (config/databases.py).
END: Final = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user
AND application_name = current_setting('application_name')
AND state = 'active' AND wait_event = 'ClientRead' AND state_change < clock_timestamp() - make_interval(secs => %s)
"""
# As long as other transactions may be idle (``idle_in_transaction_session_timeout`` in config/databases.py).
STALLED_SECONDS: Final = 10.0


def end_stalled(seconds: float = STALLED_SECONDS) -> int:
    """End the transactions of this site that have waited so long for the rest of a pipeline; return how many."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(END, [seconds])
        (ended,) = cursor.fetchone()
    return int(ended)
