"""A look at the database that stands still, while the site goes on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything as it is at one moment, on this thread's connection; nobody waits for it, and it cannot write.

    On SQLite in WAL a reader keeps the state that it saw first. The transaction must not take the write lock, as all
    others do at their beginning. On PostgreSQL it is REPEATABLE READ.
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
            # A deferred transaction sees what stands at its first read.
            _run(connection, "SELECT count(*) FROM django_migrations")
            yield
    finally:
        connection.transaction_mode = usual
        _run(connection, "PRAGMA query_only=OFF")


@contextmanager
def _postgresql(connection: Any) -> Iterator[None]:
    with transaction.atomic():
        _run(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        # The file that is written between two reads may take longer than a page may think.
        _run(connection, "SET LOCAL idle_in_transaction_session_timeout = '5min'")
        _run(connection, "SELECT count(*) FROM django_migrations")
        yield


def _run(connection: Any, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
