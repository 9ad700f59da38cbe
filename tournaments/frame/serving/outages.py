"""Tells a database that is down, full or read-only from a fault of the request or the program."""

from django.db import InterfaceError, InternalError, OperationalError

AGAIN_SECONDS = 3
# PostgreSQL error of a write to a read-only server: a standby, or one set so when its disk was full.
READ_ONLY = "25006"


def is_outage(error: BaseException | None) -> bool:
    """Return whether the error is an outage of the database, and not a fault of the request or the program."""
    if isinstance(error, (OperationalError, InterfaceError)):
        return True
    return isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", "") == READ_ONLY
