"""How a database that does not answer, is full or only to be read is told from a fault of request or program."""

from django.db import InterfaceError, InternalError, OperationalError

AGAIN_SECONDS = 3
# PostgreSQL: a write where only reading is allowed, as on a standby, or on a server set so when its disk was full.
READ_ONLY = "25006"


def is_outage(error: BaseException | None) -> bool:
    """Whether it is the database that is at fault, and not the request or the program."""
    if isinstance(error, (OperationalError, InterfaceError)):
        return True
    return isinstance(error, InternalError) and getattr(error.__cause__, "sqlstate", "") == READ_ONLY
