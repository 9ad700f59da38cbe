"""Statements without a needed answer wait for the next one, so that both take one round trip to the server.

They are sent before any other statement of their transaction, and before its end, so that nothing can see it without
them. In the same way a query that a transaction is certain to make is sent with an earlier one, and its answer is kept.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.transaction import TransactionManagementError

from tournaments.frame.reads import prepared

# Above this number of rows, the driver's own bulk method is used.
FEW: Final = 16
# Statements that begin like this roll back.
BACK: Final = "ROLLBACK"


class Answer(NamedTuple):
    """The rows of a query that was sent early, and the savepoints that were open then."""

    rows: Sequence[prepared.Row]
    savepoints: Sequence[str]


class Later(threading.local):
    """The statements that this thread's transaction has still to send."""

    def __init__(self) -> None:
        self._is_held = False
        self._held: list[prepared.Question] = []
        self._early: dict[tuple[str, Sequence[Any]], Answer] = {}

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within a transaction on a server: hold statements back until another is sent, or the block ends."""
        if self._is_held or connection.vendor == "sqlite":
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

    def takes(self, statement: str, values: Sequence[Sequence[Any]]) -> bool:
        """Hold a statement back, once for each of ``values``, to go with the next one; False if it must go now."""
        if not self._is_held or len(values) > FEW:
            return False
        self._held += [(statement, one) for one in values]
        return True

    def rows_with(self, asked: prepared.Question, certain: prepared.Question) -> Sequence[prepared.Row]:
        """Return the rows of ``asked``. A server gets ``certain`` with it, which this transaction must send anyway."""
        if not self._is_held or not prepared.is_on():
            return prepared.rows(*asked)
        found, early = prepared.rows_together([asked, certain])
        text, values = certain
        self._early[text, tuple(values)] = Answer(early, [each for each in connection.savepoint_ids if each])
        return found

    def rows(self, text: str, values: Sequence[Any]) -> Sequence[prepared.Row]:
        """Return the rows of a query that may have been sent early."""
        early = self._early.pop((text, tuple(values)), None)
        return prepared.rows(text, values) if early is None else early.rows

    def _step_back(self, sql: str) -> None:
        """Drop what a rollback to a savepoint undoes: statements held back, and answers read since."""
        self._take()
        back_to = connection.ops.savepoint_rollback_sql
        undone = [asked for asked, early in self._early.items() if sql in map(back_to, early.savepoints)]
        for asked in undone:
            del self._early[asked]

    def _take(self) -> list[prepared.Question]:
        taken, self._held = self._held, []
        return taken

    def _send(self) -> None:
        texts, values = _one_text(self._take())
        if texts:
            with connection.cursor() as cursor:
                cursor.execute(texts, values)

    def _carry(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
        """Send what is held back in front of a statement; drop what a rollback to a savepoint has undone."""
        if str(sql).startswith(BACK):
            self._step_back(str(sql))
        if not self._held:
            return execute(sql, params, many, context)
        cursor = context["cursor"]
        if prepared.is_of(cursor):
            with prepared.pipeline():
                prepared.send(self._take())
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


def _one_text(held: Sequence[prepared.Question]) -> tuple[str, list[Any]]:
    return "; ".join([text for text, _values in held]), [value for _text, values in held for value in values]


LATER: Final = Later()
