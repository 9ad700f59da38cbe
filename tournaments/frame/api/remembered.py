"""A cache of the JSON of rows: after a result nearly all rows of an event are as before."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import orjson

from tournaments.games.contract import Json

Made = TypeVar("Made")
# A row takes 1 to 1.5 KB, with what it is made of.
MOST_ROWS: Final = 3072


class Remembered(Generic[Made]):
    """The JSON of the rows of the events that were asked for last, ``most`` rows together.

    A row is kept with its input and rendered again when the input differs, so it is never stale.
    """

    def __init__(self, shape: Callable[[Made], Json], most: int = MOST_ROWS) -> None:
        self._shape = shape
        self._most = most
        self._of: OrderedDict[int, dict[int, tuple[Made, orjson.Fragment]]] = OrderedDict()
        self._lock = Lock()

    def of(self, event_id: int, rows: Iterable[tuple[int, Made]]) -> list[Any]:
        """Return the JSON of ``rows`` in their order; each is a key and the input of its shape."""
        given = list(rows)
        # Of an event with more rows the first are remembered: each that is not is made anew in every state.
        more = [self._shape(made_of) for _key, made_of in given[self._most :]]
        before = self._of.get(event_id, {})
        now: dict[int, tuple[Made, orjson.Fragment]] = {}
        for key, made_of in given[: self._most]:
            kept = before.get(key)
            if kept is None or kept[0] != made_of:
                # A copy, because the bytes that orjson returns keep the room that it wrote in, several KB each.
                kept = made_of, orjson.Fragment(bytes(memoryview(orjson.dumps(self._shape(made_of)))))
            now[key] = kept
        with self._lock:
            self._of.pop(event_id, None)
            self._of[event_id] = now
            while sum(map(len, self._of.values())) > self._most:
                self._of.popitem(last=False)
        return [*[fragment for _made_of, fragment in now.values()], *more]
