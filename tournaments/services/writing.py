"""How every write begins and ends: the event's lock, the next version, the audit row, the hint after the commit."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Field, JSONField, Model
from django.db.transaction import TransactionManagementError

from tournaments.errors import MissingError
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Tournament
from tournaments.outbox import fanout
from tournaments.policies import Actor
from tournaments.selectors.statements import Part, Statement
from tournaments.services.chain import chained
from tournaments.services.later import LATER

MOVE_ON = Statement(
    [Part("tournaments_tournament", Tournament)],
    "UPDATE tournaments_tournament SET version = version + 1 WHERE id = %s RETURNING *",
)

# SQLite has one writer at a time. Who finds it busy sleeps longer and longer, however soon it is free again.
TURN = threading.Lock()

# Rows of one INSERT: with 20 columns, less than the 32,766 values that SQLite takes.
BATCH = 1000

# Values that both engines keep as they are, but in a column of JSON.
PLAIN = frozenset((int, str, bool))


def lock_tournament(tournament_id: int) -> Tournament:
    """Take the event's row lock by moving its version on; every write in an event starts here.

    One lock an event, taken first, so that no two writers ever wait for each other in a ring.
    """
    moved: list[Tournament] = [event for (event,) in MOVE_ON.rows(tournament_id)]
    if not moved:
        raise MissingError
    return moved[0]


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for this process's turn to write, where the database would make its writers sleep and try again."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with TURN:
        yield


@contextmanager
def alone(*, durable: bool = False) -> Iterator[None]:
    """One transaction of a write that is about no one event; a ``durable`` one is never a part of another."""
    with _turn(), transaction.atomic(durable=durable), LATER.held():
        yield


@contextmanager
def writing(tournament_id: int) -> Iterator[Tournament]:
    """One transaction over a locked event; readers are told of the new version once it is committed."""
    with alone():
        tournament = lock_tournament(tournament_id)
        yield tournament
        fanout.announce(tournament.pk, tournament.version)


def append_rows(rows: Sequence[Model]) -> None:
    """Insert rows of one model whose keys the database gives, without what Django asks of each before it does."""
    for start in range(0, len(rows), BATCH):
        _append(rows[start : start + BATCH])


def _append(rows: Sequence[Model]) -> None:
    meta = rows[0]._meta
    columns = [field for field in meta.concrete_fields if not field.primary_key]
    names = ", ".join([f'"{column.column}"' for column in columns])
    marks = ", ".join(["(" + ", ".join(["%s"] * len(columns)) + ")"] * len(rows))
    database = connections[DEFAULT_DB_ALIAS]
    values = [_prepared(column, column.pre_save(row, add=True), database) for row in rows for column in columns]
    with database.cursor() as cursor:
        # The names are those of the model; every value is a parameter.
        cursor.execute(f'INSERT INTO "{meta.db_table}" ({names}) VALUES {marks} RETURNING id', values)  # noqa: S608
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def execute_each(statement: str, values: Sequence[Sequence[Any]]) -> None:
    """Execute one statement, which tells nothing, with each of ``values``; a few of them with whatever is next."""
    if not values or LATER.takes(statement, values):
        return
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(statement, values[0])
        else:
            cursor.executemany(statement, values)


def write_back(rows: Sequence[Model], fields: Sequence[str]) -> None:
    """Write these fields of rows of one model, in one way to the database for all of them."""
    if not rows:
        return
    columns, statement = _update(type(rows[0]), tuple(fields))
    database = connections[DEFAULT_DB_ALIAS]
    execute_each(
        statement,
        [[*[_prepared(column, getattr(row, column.attname), database) for column in columns], row.pk] for row in rows],
    )


@cache
def _update(model: type[Model], fields: Sequence[str]) -> tuple[list["Field[Any, Any]"], str]:
    """The columns of these fields, and the statement that writes them."""
    meta = model._meta
    columns = [field for field in meta.concrete_fields if field.name in fields]
    pairs = ", ".join(f'"{column.column}" = %s' for column in columns)
    return columns, f'UPDATE "{meta.db_table}" SET {pairs} WHERE id = %s'  # noqa: S608


def _prepared(column: "Field[Any, Any]", value: Any, database: Any) -> Any:
    """A value as the column keeps it; nothing is nothing in all of them, and most columns keep what they are given."""
    if value is None or (type(value) in PLAIN and not isinstance(column, JSONField)):
        return value
    return column.get_db_prep_save(value, database)


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
    """Append the audit row of the write that is being made, at the end of the event's chain.

    Within a transaction only: a place that is taken and then left empty stops every later write of the event.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("an audit row goes with its write, in one transaction")
    row = AuditEntry(
        tournament=tournament,
        actor=by.user,
        actor_label=(by.label or "-")[:160],
        verb=verb,
        target=str(target)[:200],
        before=before,
        after=after,
        reason=reason[:400],
    )
    append_rows([chained(row)])
