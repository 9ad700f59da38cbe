"""Statements that are written once and planned once a connection: Django would compile every column for each query.

Prepared statements of PostgreSQL, planned once a connection: of a join of seven tables that is most of the work. Django
writes the values into every statement, so the server has to plan each one anew. A cursor of this kind sends the values
apart, and the driver keeps what is prepared (``PREPARE_THRESHOLD`` in ``config/databases.py``). Several statements in a
pipeline take one round trip. SQLite's driver keeps statements by their text and is used without Django's cursor, which
would rewrite each text.

Statements without a needed answer wait for the next one, so that both take one round trip to the server. They are sent
before any other statement of their transaction, and before its end, so that nothing can see it without them. In the
same way a query that a transaction is certain to make is sent with an earlier one, and its answer is kept.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, lru_cache, partial
from json import JSONDecodeError, loads
from typing import Any, Final, NamedTuple, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import BooleanField, DateTimeField, Field, JSONField, Model
from django.db.models.base import ModelState
from django.db.transaction import TransactionManagementError

from tournaments.models.packing import PackedJSONField, unpack

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


@lru_cache(maxsize=512)
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
        return database._prepare_cursor(_binding_cursor()(database.connection))


@cache
def _binding_cursor() -> Any:
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
    return is_on() and isinstance(cursor.cursor, _binding_cursor())


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
        _binding_cursor()(server).execute(text, values)


# Above this number of rows, the driver's own bulk method is used.
FEW: Final = 16
# Statements that begin like this roll back.
BACK: Final = "ROLLBACK"


class Answer(NamedTuple):
    """The rows of a query that was sent early, and the savepoints that were open then."""

    rows: Sequence[Row]
    savepoints: Sequence[str]


class Later(threading.local):
    """The statements that this thread's transaction has still to send."""

    def __init__(self) -> None:
        self._is_held = False
        self._held: list[Question] = []
        self._early: dict[tuple[str, Sequence[Any]], Answer] = {}

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Within a transaction on a server: hold statements back until another is sent, or the block ends."""
        if self._is_held:
            yield
            return
        self._is_held = True
        try:
            with connection.execute_wrapper(self._carry):
                yield
                self._send()
                if self._early:
                    raise TransactionManagementError("a question was asked early that nothing asked afterwards")
        finally:
            self._is_held = False
            self._take()
            self._early.clear()

    def execute_each(self, statement: str, values: Sequence[Sequence[Any]]) -> None:
        """Execute a statement without an answer for each of ``values``; a few of them may go with the next one."""
        if self._is_held and len(values) <= FEW:
            self._held += [(statement, one) for one in values]
        elif values:
            run(statement, values)

    def rows_with(self, asked: Question, certain: Question) -> Sequence[Row]:
        """Return the rows of ``asked``. A server gets ``certain`` with it, which this transaction must send anyway."""
        if not self._is_held or not is_on():
            return rows(*asked)
        found, early = rows_together([asked, certain])
        text, values = certain
        self._early[text, tuple(values)] = Answer(early, [each for each in connection.savepoint_ids if each])
        return found

    def rows(self, text: str, values: Sequence[Any]) -> Sequence[Row]:
        """Return the rows of a query that may have been sent early."""
        early = self._early.pop((text, tuple(values)), None)
        return rows(text, values) if early is None else early.rows

    def _take(self) -> list[Question]:
        taken, self._held = self._held, []
        return taken

    def _send(self) -> None:
        texts, values = _one_text(self._take())
        if texts:
            with connection.cursor() as cursor:
                cursor.execute(texts, values)

    def _carry(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
        """Send what is held back in front of a statement.

        A rollback to a savepoint undoes statements held back, and answers read since: they are dropped.
        """
        if str(sql).startswith(BACK):
            self._take()
            back_to = connection.ops.savepoint_rollback_sql
            undone = [asked for asked, early in self._early.items() if str(sql) in map(back_to, early.savepoints)]
            for asked in undone:
                del self._early[asked]
        if not self._held:
            return execute(sql, params, many, context)
        cursor = context["cursor"]
        if is_of(cursor):
            with pipeline():
                send(self._take())
                return execute(sql, params, many, context)
        if (
            many
            or not isinstance(sql, str)
            or not isinstance(params, list | tuple)
            or getattr(cursor.cursor, "name", None)
        ):
            self._send()
            return execute(sql, params, many, context)
        held = self._take()
        texts, values = _one_text(held)
        done = execute(f"{texts}; {sql}", [*values, *params], many, context)
        for _ in held:
            cursor.nextset()
        return done


def _one_text(held: Sequence[Question]) -> tuple[str, list[Any]]:
    return "; ".join([text for text, _values in held]), [value for _text, values in held for value in values]


LATER: Final = Later()


def _json(value: str) -> Any:
    try:
        return loads(value)
    except JSONDecodeError:
        return value


def _moment(value: str | datetime) -> datetime:
    read = datetime.fromisoformat(value) if isinstance(value, str) else value
    return read if read.tzinfo else read.replace(tzinfo=UTC)


# How a value of a column of this kind is converted, which Django does in many calls.
QUICK: Final[Mapping[type, Callable[[Any], Any]]] = {
    BooleanField: bool,
    DateTimeField: _moment,
    JSONField: _json,
    PackedJSONField: lambda value: unpack(_json(value)),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A model in a statement: its alias there, and its deferred fields.

    ``of`` names the field of an earlier part that points here, as ``line.table``.
    """

    alias: str
    model: type[Model]
    unread: Sequence[str] = ()
    of: str = ""

    @property
    def fields(self) -> list["Field[Any, Any]"]:
        return [field for field in self.model._meta.concrete_fields if field.name not in self.unread]


class Slot(NamedTuple):
    """The columns of a part in a row: first value, end of the values, key."""

    model: type[Model]
    names: Sequence[str]
    start: int
    end: int
    key: int
    converted: Sequence[tuple[int, Callable[[Any], Any]]]
    """The place of a value in the part, and what turns it into Python's."""
    as_read: Callable[[Any], None] | None
    """What a row does when it has been read."""


class Statement:
    """A statement whose ``*`` stands for the fields of ``parts``; each row gives one object of each part."""

    def __init__(self, parts: Sequence[Part], text: str) -> None:
        self.parts = parts
        self._text = text

    def rows(self, *asked: int | str | None) -> list[tuple[Any, ...]]:
        """Return the objects of every part for each row; rows that share a row of a table share its object.

        None for a part without a match in an outer join.
        """
        return self.objects(rows(self.sql, asked))

    def objects(self, found: Sequence[Row]) -> list[tuple[Any, ...]]:
        """Return the objects of ``rows``, made from rows of the database; Django makes each in many calls."""
        made: dict[tuple[int, Any], Model] = {}
        objects = []
        for row in found:
            parts: list[Model | None] = []
            for slot in self._slots:
                key = row[slot.key]
                new = None if key is None else made.get((slot.start, key))
                if new is None and key is not None:
                    values = list(row[slot.start : slot.end])
                    for place, convert in slot.converted:
                        if values[place] is not None:
                            values[place] = convert(values[place])
                    new = made[slot.start, key] = slot.model.__new__(slot.model)
                    new.__dict__.update(zip(slot.names, values, strict=True))
                    state = new._state = ModelState()
                    state.adding, state.db = False, DEFAULT_DB_ALIAS
                    if slot.as_read is not None:
                        slot.as_read(new)
                parts.append(new)
            for holder, field, held in self._links:
                holding = parts[holder]
                if holding is not None:
                    holding._state.fields_cache[field] = parts[held]
            objects.append(tuple(parts))
        return objects

    @cached_property
    def sql(self) -> str:
        """The SQL text of the statement."""
        columns = [f'{part.alias}."{field.column}"' for part in self.parts for field in part.fields]
        return self._text.replace("*", ", ".join(columns), 1)

    @cached_property
    def _links(self) -> list[tuple[int, str, int]]:
        """For each part that another one points to: the index of that one, its field, the part's own index."""
        places = {part.alias: place for place, part in enumerate(self.parts)}
        held = []
        for place, part in enumerate(self.parts):
            alias, dot, field = part.of.partition(".")
            if dot:
                held.append((places[alias], field, place))
        return held

    @cached_property
    def _slots(self) -> list[Slot]:
        database = connections[DEFAULT_DB_ALIAS]
        slots, start = [], 0
        for part in self.parts:
            names = [str(field.attname) for field in part.fields]
            key = next(place for place, field in enumerate(part.fields) if field.primary_key)
            converted: list[tuple[int, Callable[[Any], Any]]] = []
            for place, field in enumerate(part.fields):
                column = field.get_col(part.alias)
                converters = [*database.ops.get_db_converters(column), *column.get_db_converters(database)]
                if converters:
                    convert = QUICK.get(type(field)) or partial(_by_django, column, converters)
                    converted.append((place, convert))
            as_read = getattr(part.model, "as_read", None)
            slots.append(Slot(part.model, names, start, start + len(names), start + key, converted, as_read))
            start += len(names)
        return slots


Asked: TypeAlias = tuple[Statement, Sequence[int | str | None]]
Answers: TypeAlias = Sequence[Sequence[tuple[Any, ...]]]


def together(*questions: Asked) -> Answers:
    """Return the objects of several statements, in one round trip to the server."""
    found = rows_together([(statement.sql, asked) for statement, asked in questions])
    return [statement.objects(rows) for (statement, _asked), rows in zip(questions, found, strict=True)]


def set_prefetched(row: Model, name: str, found: Sequence[Model]) -> None:
    """Set the rows that point to ``row`` as its ``name``, as if Django had prefetched them."""
    related = getattr(row, name)
    for each in found:
        each._state.fields_cache[related.field.name] = row
    kept = related.all()
    kept._result_cache = list(found)
    row._prefetched_objects_cache = {**getattr(row, "_prefetched_objects_cache", {}), name: kept}  # type: ignore[attr-defined]


def _by_django(column: Any, converters: Sequence[Callable[..., Any]], value: Any) -> Any:
    for convert in converters:
        value = convert(value, column, connections[DEFAULT_DB_ALIAS])
    return value
