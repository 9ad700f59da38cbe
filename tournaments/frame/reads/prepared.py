"""Prepared statements of PostgreSQL, planned once a connection: of a join of seven tables that is most of the work.

Django writes the values into every statement, so the server has to plan each one anew. A cursor of this kind sends the
values apart, and the driver keeps what is prepared (``PREPARE_THRESHOLD`` in ``config/databases.py``). Several
statements in a pipeline take one round trip. SQLite's driver keeps statements by their text and is used without
Django's cursor, which would rewrite each text.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

Row = tuple[Any, ...]
Question = tuple[str, Sequence[Any]]


def is_on() -> bool:
    """Return whether statements are prepared: by a server, and not while each statement is logged with its values."""
    database = connections[DEFAULT_DB_ALIAS]
    return database.vendor == "postgresql" and not database.queries_logged


def rows(text: str, values: Sequence[Any]) -> Sequence[Row]:
    """Return the rows of a constant statement; errors are Django's."""
    file = _file()
    if file is not None:
        with file.wrap_database_errors:
            return file.connection.execute(_of_file(text), values).fetchall()  # type: ignore[no-any-return]
    with cursor() as asked:
        asked.execute(text, values)
        return asked.fetchall()  # type: ignore[no-any-return]


def rows_together(questions: Sequence[Question]) -> list[Sequence[Row]]:
    """Return the rows of several statements in one round trip to the server."""
    if not is_on():
        return [rows(text, values) for text, values in questions]
    with ExitStack() as held:
        cursors = [held.enter_context(cursor()) for _question in questions]
        with pipeline():
            for asked, (text, values) in zip(cursors, questions, strict=True):
                asked.execute(text, values)
        return [asked.fetchall() for asked in cursors]


def run(text: str, values: Sequence[Sequence[Any]]) -> None:
    """Execute a statement without result for each of ``values``; errors are Django's."""
    file = _file()
    if file is not None:
        with file.wrap_database_errors:
            file.connection.executemany(_of_file(text), values)
        return
    with connections[DEFAULT_DB_ALIAS].cursor() as asked:
        if len(values) == 1:
            asked.execute(text, values[0])
        else:
            asked.executemany(text, values)


def _file() -> Any:
    """Return the connection if it is one to a SQLite file and nothing records its queries; else None."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    is_heard = database.force_debug_cursor or database.execute_wrappers
    if database.vendor != "sqlite" or is_heard or database.needs_rollback:
        return None
    if database.connection is None:
        database.ensure_connection()
    return database


def _of_file(text: str) -> str:
    """Return a statement with SQLite's placeholders."""
    return text.replace("%s", "?").replace("%%", "%")


def cursor() -> Any:
    """Return Django's cursor for one constant statement; errors are Django's."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    if not is_on():
        return database.cursor()
    database.close_if_health_check_failed()
    database.ensure_connection()
    with database.wrap_database_errors:
        return database._prepare_cursor(_bound()(database.connection))


@cache
def _bound() -> Any:
    """Return a driver cursor that sends values apart from the statement; imported where PostgreSQL is used.

    Only its own statements are counted and kept: Django's texts hold the values, and a connection would remember the
    last hundred of them.
    """
    from django.db.backends.postgresql import base

    of_django: Any = base.ServerBindingCursor

    class Prepared(of_django):  # type: ignore[misc]
        def execute(self, *args: Any, **kwargs: Any) -> Any:
            self.connection.prepare_threshold = connections[DEFAULT_DB_ALIAS].settings_dict["PREPARE_THRESHOLD"]
            try:
                return super().execute(*args, **kwargs)
            finally:
                self.connection.prepare_threshold = None

    return Prepared


def is_of(cursor: Any) -> bool:
    """Return whether a cursor, as Django's wrappers get it, sends its values apart."""
    return is_on() and isinstance(cursor.cursor, _bound())


@contextmanager
def pipeline() -> Iterator[None]:
    """Send the statements of the block at once; errors are Django's, at the latest at its end."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    with database.wrap_database_errors, database.connection.pipeline():
        yield


def send(questions: Sequence[Question]) -> None:
    """Send statements without result, within a pipeline."""
    server: Any = connections[DEFAULT_DB_ALIAS].connection
    for text, values in questions:
        _bound()(server).execute(text, values)
