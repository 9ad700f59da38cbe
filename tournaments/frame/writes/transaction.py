"""Every write from start to end: lock, next version, rows in few statements, audit row, and hints after the commit."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from functools import cache, partial
from json import dumps
from types import NoneType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.models import DateTimeField, Field, JSONField, Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from tournaments.errors import MissingError, StaleVersionError
from tournaments.frame.policies import Actor
from tournaments.frame.reads import statements
from tournaments.frame.reads.statements import LATER, Answers, Asked, Part, Statement, together
from tournaments.frame.writes.chain import append_to_chain, question_of_place
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Table, Tournament
from tournaments.models.packing import PackedJSONField
from tournaments.outbox import fanout

MOVE_ON = Statement(
    [Part("tournaments_tournament", Tournament)],
    "UPDATE tournaments_tournament SET version = version + 1 WHERE id = %s RETURNING *",
)

# SQLite has one writer at a time. A waiting connection sleeps longer and longer, however soon it is free again.
TURN = threading.Lock()

# Rows of one INSERT: with 20 columns, less than the 32,766 values that SQLite takes.
BATCH = 1000

# Types that both engines store unchanged; in a JSON column only None.
PLAIN: Final[frozenset[type]] = frozenset((int, str, bool, NoneType))
NOTHING: Final[frozenset[type]] = frozenset((NoneType,))


def lock_tournament(tournament_id: int) -> Tournament:
    """Take the event's row lock by incrementing its version; every write in an event starts here.

    One lock an event, taken first, so that no two writers deadlock.
    """
    return lock_and_ask(tournament_id)[0]


def lock_and_ask(tournament_id: int, *questions: Asked) -> tuple[Tournament, Answers]:
    """Lock the event, and run statements under the lock in the same round trip; return the event and their rows."""
    moved, *answers = together((MOVE_ON, (tournament_id,)), *questions)
    if not moved:
        raise MissingError
    return moved[0][0], answers


def hold(row: Model) -> None:
    """Lock a row until the end of the write: two who count what belongs to it take turns, and the later one sees all.

    Rows that refer to it can still be written. Raises MissingError where it is gone.
    """
    # The model by its options: the account of a request is a proxy of its row.
    held = row._meta.model._default_manager.select_for_update(no_key=True).filter(pk=row.pk)
    if not held.values_list("pk").first():
        raise MissingError


class _Open(threading.local):
    """Whether this thread is inside a write."""

    is_one = False


OPEN: Final = _Open()


@contextmanager
def alone(*, durable: bool = False) -> Iterator[None]:
    """Run a write without an event in one transaction; a ``durable`` one is never part of another.

    A write inside another one joins it without a savepoint: a refusal of the inner one undoes both. Code that catches
    the refusal and goes on opens a savepoint of its own with ``transaction.atomic``.
    """
    is_outer = not OPEN.is_one
    is_file = connection.vendor == "sqlite"
    is_crowded = is_file and not connection.in_atomic_block
    with (
        TURN if is_crowded else nullcontext(),
        transaction.atomic(durable=durable, savepoint=is_outer),
        # A file has no round trips to save.
        nullcontext() if is_file else LATER.hold(),
    ):
        OPEN.is_one = True
        try:
            yield
            if is_outer and connection.needs_rollback:
                raise TransactionManagementError(
                    "a refusal inside this write was caught without a savepoint: all is undone"
                )
        finally:
            OPEN.is_one = not is_outer


@contextmanager
def writing(tournament_id: int) -> Iterator[Tournament]:
    """Open a transaction over a locked event; readers are told of the new version after the commit."""
    with writing_at(tournament_id) as (tournament, _answers):
        yield tournament


@contextmanager
def writing_at(tournament_id: int, *questions: Asked) -> Iterator[tuple[Tournament, Answers]]:
    """Do the same, with the answers to queries that are sent with the lock."""
    with alone():
        tournament, answers = lock_and_ask(tournament_id, *questions)
        yield tournament, answers
        fanout.announce(tournament.pk, tournament.version)


def append_rows(rows: Sequence[Model], *, told_in: int | None = None) -> None:
    """Insert rows of one model with one statement; the database gives their keys.

    ``told_in`` is the event whose next audit row describes a single row: its place in the log is requested with it.
    """
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        columns, statement, marks = _insert(type(batch[0]))
        values: list[Any] = []
        for row in batch:
            for column in columns:
                if column.is_stamped:
                    column.field.pre_save(row, add=True)
            values += _values(row, columns)
        text = f"{statement} {', '.join([marks] * len(batch))} RETURNING id"
        if told_in is not None:
            keys = LATER.rows_with((text, values), question_of_place(told_in))
        elif len(batch) == 1:
            # The statement is the same each time, so a server may prepare it.
            keys = statements.rows(text, values)
        else:
            with connection.cursor() as cursor:
                cursor.execute(text, values)
                keys = cursor.fetchall()
        for row, (key,) in zip(batch, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


class WrittenColumn(NamedTuple):
    """A column to write: its attribute, the types that stay unchanged, and the conversion of others.

    One that ``is_stamped`` gets the time of its row.
    """

    name: str
    plain: frozenset[type]
    kept: Callable[[Any], Any]
    field: "Field[Any, Any]"
    is_stamped: bool


Columns: TypeAlias = Sequence[WrittenColumn]


def _columns(fields: Iterable["Field[Any, Any]"]) -> Columns:
    is_file, columns = connection.vendor == "sqlite", []
    for field in fields:
        quick = field.as_stored if isinstance(field, PackedJSONField) else QUICK.get(type(field))
        kept = quick if is_file and quick is not None else partial(field.get_db_prep_save, connection=connection)
        plain, is_stamped = NOTHING if isinstance(field, JSONField) else PLAIN, getattr(field, "auto_now_add", False)
        columns.append(WrittenColumn(field.attname, plain, kept, field, is_stamped))
    return columns


def _moment(value: datetime) -> str:
    aware = value if value.tzinfo else timezone.make_aware(value)
    return str(aware.astimezone(UTC).replace(tzinfo=None))


# For a database in a file: what Django does in many calls for a value of a column of this kind.
QUICK: Final[Mapping[type, Callable[[Any], Any]]] = {JSONField: dumps, DateTimeField: _moment}


@cache
def _insert(model: type[Model], fields: Sequence[str] = ()) -> tuple[Columns, str, str]:
    """Return these columns, or all but the key; the beginning of the INSERT, and the placeholders of one row."""
    own = {field.name: field for field in model._meta.concrete_fields}
    chosen = fields or [name for name, field in own.items() if not field.primary_key]
    columns = _columns(own[name] for name in chosen)
    names = ", ".join([f'"{column.field.column}"' for column in columns])
    # The names are those of the model; every value is a parameter.
    return columns, f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES', f"({', '.join(['%s'] * len(columns))})"


def write_back(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Write these fields of rows of one model, with the same statement for all."""
    if not rows:
        return
    columns, statement = _update(type(rows[0]), tuple(fields))
    LATER.execute_each(statement, [[*_values(row, columns), row.pk] for row in rows])


def put_row(row: Model, key: Sequence[str], fields: Sequence[str]) -> None:
    """Insert a row, or update these fields of the row that has its unique key; tell nobody."""
    columns, statement = _put_statement(type(row), tuple(key), tuple(fields))
    LATER.execute_each(statement, [_values(row, columns)])


@cache
def _put_statement(model: type[Model], key: Sequence[str], fields: Sequence[str]) -> tuple[Columns, str]:
    """Return the columns of the key and of these fields, and the statement that writes them."""
    own = {field.name: field for field in model._meta.concrete_fields}
    columns, statement, marks = _insert(model, (*key, *fields))
    found = ", ".join(f'"{own[name].column}"' for name in key)
    changes = ", ".join(f'"{own[name].column}" = excluded."{own[name].column}"' for name in fields)
    return columns, f"{statement} {marks} ON CONFLICT ({found}) DO UPDATE SET {changes}"


@cache
def _update(model: type[Model], fields: Sequence[str]) -> tuple[Columns, str]:
    """Return the columns of these fields, and the statement that writes them."""
    meta = model._meta
    columns = _columns(field for field in meta.concrete_fields if field.name in fields)
    pairs = ", ".join(f'"{column.field.column}" = %s' for column in columns)
    return columns, f'UPDATE "{meta.db_table}" SET {pairs} WHERE id = %s'  # noqa: S608


def _values(row: Model, columns: Columns) -> list[Any]:
    """Return the values of a row as its columns store them."""
    return [
        value if type(value := getattr(row, name)) in plain else kept(value)
        for name, plain, kept, _field, _is_stamped in columns
    ]


def record(
    *,
    by: Actor,
    verb: str,
    target: object,
    tournament: Tournament | None,
    before: Json = None,
    after: Json = None,
    reason: str = "",
) -> None:
    """Append the audit row of the current write, at the end of the event's chain.

    Within a transaction only: a place that is taken and then left empty stops every later write of the event.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("an audit row goes with its write, in one transaction")
    row = AuditEntry(
        tournament_id=tournament.pk if tournament else None,
        actor_id=by.user.pk if by.user else None,
        actor_label=(by.label or "-")[:160],
        verb=verb,
        target=str(target)[:200],
        before=before,
        after=after,
        reason=reason[:400],
    )
    append_rows([append_to_chain(row)])


def require_version(tournament_id: int, seen: int | None) -> None:
    """Lock the event and refuse if it was written since version ``seen``; None skips the check.

    Called inside the transaction of the write, before it.
    """
    if seen is None:
        return
    held = lock_version(tournament_id)
    if held != seen:
        raise StaleVersionError(current=held)


def lock_version(tournament_id: int) -> int:
    """Lock the event and return its version: nobody writes in it until the transaction ends."""
    # Not the key: a writer of the log without the event's lock only refers to it.
    locked = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id)
    held = locked.values_list("version", flat=True).first()
    if held is None:
        raise MissingError
    return held


def require_table_version(tournament_id: int, table_id: int, seen: int | None) -> None:
    """Lock the event and refuse if the table was written since its version ``seen``; None skips the check.

    Called inside the transaction of the write, before it. Every writer at a table locks its event first.
    """
    if seen is None:
        return
    list(Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).values_list("pk"))
    held = Table.objects.filter(tournament=tournament_id, pk=table_id).values_list("version", flat=True).first()
    if held is None:
        raise MissingError
    if held != seen:
        raise StaleVersionError(current=held)


Found = TypeVar("Found")


def look_ahead(*, tournament_id: int, step: Callable[[], object], read: Callable[[], Found]) -> tuple[Found, Found]:
    """Return what ``read`` finds before ``step`` and after it, under one lock; then roll the step back.

    The step is the service itself, so a preview refuses what the service refuses and shows exactly what it writes.
    """
    # The step joins the write that may be open; the savepoint is what is rolled back.
    with alone(), transaction.atomic(), writing(tournament_id):
        before = read()
        step()
        after = read()
        transaction.set_rollback(True)
    return before, after


def take_together(*, tournament_id: int, steps: Iterable[Callable[[], object]]) -> None:
    """Take every step, or none where one is refused."""
    with writing(tournament_id):
        for step in steps:
            step()
