"""Statements that tell nothing go to a server with the next one that does: each way there and back is waited for.

They are sent before anything else of their transaction is, and before its end, so nothing can see it without them.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection

from tournaments.selectors import prepared

# More rows at once go by the driver's own way of many.
FEW: Final = 16
# What of the text of a statement says that the transaction goes back.
BACK: Final = "ROLLBACK"


class Later(threading.local):
    """What this thread's transaction has still to send."""

    def __init__(self) -> None:
        self._is_held = False
        self._held: list[prepared.Question] = []

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
        finally:
            self._is_held = False
            self._take()

    def takes(self, statement: str, values: Sequence[Sequence[Any]]) -> bool:
        """Whether a statement with each of ``values`` is held back, to be sent with the next."""
        if not self._is_held or len(values) > FEW:
            return False
        self._held += [(statement, one) for one in values]
        return True

    def _take(self) -> list[prepared.Question]:
        taken, self._held = self._held, []
        return taken

    def _send(self) -> None:
        texts, values = _one_text(self._take())
        if texts:
            with connection.cursor() as cursor:
                cursor.execute(texts, values)

    def _carry(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]) -> Any:
        """Send what is held back in front of a statement; what a step back would undo is forgotten."""
        if not self._held:
            return execute(sql, params, many, context)
        if str(sql).startswith(BACK):
            self._take()
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
