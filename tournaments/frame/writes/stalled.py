"""End transactions of PostgreSQL whose process stands still, with what they hold: of all the site, or of online tables.

The server ends a transaction that is idle for too long (``idle_in_transaction_session_timeout``), but not every one. It
counts from its last answer, and within a pipeline it answers only at the end; after a pipeline the driver asks for what
is left (``Flush``), and with that the server stops counting until the next statement. A process that stands still, or
whose computer is cut off, would hold its locks there for as long as it does (findings/pipeline-idle-in-transaction.sh).
"""

from typing import Final

from django.db import connection

# The connections of the site have one name (config/databases.py); one that may think for long takes this meanwhile.
THINKING: Final = "settebello, thinking"
END: Final = """
SELECT count(pg_terminate_backend(line.pid)) FROM pg_stat_activity line
WHERE line.datname = current_database() AND line.usename = current_user
AND line.application_name = current_setting('application_name')
AND line.wait_event IN ('ClientRead', 'ClientWrite') AND line.state <> 'idle'
AND line.state_change < clock_timestamp() - make_interval(secs => %s)
"""
# In the middle of a pipeline, or with a table that is played online.
AT_TABLES: Final = """
AND (line.state = 'active' AND line.wait_event = 'ClientRead' OR EXISTS (
    SELECT FROM pg_locks held WHERE held.pid = line.pid AND held.mode = 'RowShareLock'
    AND held.relation IN ('tournaments_livelease'::regclass, 'tournaments_match'::regclass)
))
"""
# As long as other transactions may be idle (``idle_in_transaction_session_timeout`` in config/databases.py).
STALLED_SECONDS: Final = 10.0


def end_stalled() -> int:
    """End the transactions of this site that have waited for their process for ten seconds; return how many."""
    return _end(END, STALLED_SECONDS)


def end_stalled_at_tables(seconds: float) -> int:
    """End those that have waited so long in a pipeline, or while they hold a lease or a match; return how many."""
    return _end(END + AT_TABLES, seconds)


def _end(statement: str, seconds: float) -> int:
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(statement, [seconds])
        (ended,) = cursor.fetchone()
    return int(ended)
