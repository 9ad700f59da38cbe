"""A read-only snapshot of the database, while the site goes on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything as of one moment, on this thread's connection; it blocks nobody and cannot write.

    On SQLite in WAL mode a reader keeps the state of its first read. The transaction must not take the write lock, as
    all others do at their beginning. On PostgreSQL it is REPEATABLE READ.
    """
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if connection.in_atomic_block:
        raise RuntimeError("a snapshot begins its own transaction")
    connection.ensure_connection()
    frozen = _sqlite(connection) if connection.vendor == "sqlite" else _postgresql(connection)
    with frozen:
        yield


@contextmanager
def _sqlite(connection: Any) -> Iterator[None]:
    usual = connection.transaction_mode
    connection.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            _run(connection, "PRAGMA query_only=ON")
            # A deferred transaction sees the state at its first read.
            _run(connection, "SELECT count(*) FROM django_migrations")
            yield
    finally:
        connection.transaction_mode = usual
        _run(connection, "PRAGMA query_only=OFF")


@contextmanager
def _postgresql(connection: Any) -> Iterator[None]:
    with transaction.atomic():
        _run(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        # Writing the file between two reads may take longer than the timeout of a page.
        _run(connection, "SET LOCAL idle_in_transaction_session_timeout = '5min'")
        _run(connection, "SELECT count(*) FROM django_migrations")
        yield


def _run(connection: Any, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
