"""The JSON of rows, kept while they stay as they are: after a result nearly all rows of an event are as before."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import orjson

from tournaments.games.contract import Json

Made = TypeVar("Made")
# Of about 2 KB each, with the JSON.
MOST_ROWS: Final = 8192


class Remembered(Generic[Made]):
    """The JSON of the rows of the events that were asked for last, ``most`` rows together.

    Nothing can be out of date: a row comes with everything that it is made of, and is made again where that differs.
    """

    def __init__(self, shape: Callable[[Made], Json], most: int = MOST_ROWS) -> None:
        self._shape = shape
        self._most = most
        self._of: OrderedDict[int, dict[int, tuple[Made, orjson.Fragment]]] = OrderedDict()
        self._lock = Lock()

    def of(self, event_id: int, rows: Iterable[tuple[int, Made]]) -> list[Any]:
        """Return the JSON of ``rows`` in their order: key and what it is made of, of each."""
        before = self._of.get(event_id, {})
        now = {key: self._told(before.get(key), made_of) for key, made_of in rows}
        self._keep(event_id, now)
        return [fragment for _made_of, fragment in now.values()]

    def _told(self, kept: tuple[Made, orjson.Fragment] | None, made_of: Made) -> tuple[Made, orjson.Fragment]:
        if kept is not None and kept[0] == made_of:
            return kept
        return made_of, orjson.Fragment(orjson.dumps(self._shape(made_of)))

    def _keep(self, event_id: int, now: dict[int, tuple[Made, orjson.Fragment]]) -> None:
        with self._lock:
            self._of.pop(event_id, None)
            if len(now) <= self._most:
                self._of[event_id] = now
            while sum(map(len, self._of.values())) > self._most:
                self._of.popitem(last=False)
