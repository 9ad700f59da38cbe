"""A cache of the JSON of rows, for the state of an event: after a result nearly all its rows are as before."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import orjson

from tournaments.games.contract import Json

Made = TypeVar("Made")
MEGABYTE: Final = 1 << 20
MOST_BYTES: Final = 20 * MEGABYTE


class Remembered(Generic[Made]):
    """The JSON of the rows of the events that were asked for last, ``most`` bytes together.

    A row takes the bytes of its JSON and those ``beside`` it, of what it is made of.
    One event takes at most half of them, so that two large ones that are asked for in turns do not push each other out.
    A row is kept with its input and rendered again when the input differs, so it is never stale.
    """

    def __init__(self, shape: Callable[[Made], Json], beside: int, most: int = MOST_BYTES) -> None:
        self._shape = shape
        self._beside = beside
        self._most = most
        self._of: OrderedDict[int, dict[int, tuple[Made, orjson.Fragment, int]]] = OrderedDict()
        self._taken: dict[int, int] = {}
        self._lock = Lock()

    def of(self, event_id: int, rows: Iterable[tuple[int, Made]]) -> list[Any]:
        """Return the JSON of ``rows`` in their order; each is a key and the input of its shape."""
        before = self._of.get(event_id, {})
        now: dict[int, tuple[Made, orjson.Fragment, int]] = {}
        found: list[Any] = []
        taken, is_full = 0, False
        for key, made_of in rows:
            # Of an event with more rows the first are remembered: each that is not is made anew in every state.
            if is_full:
                found.append(self._shape(made_of))
                continue
            kept = before.get(key)
            if kept is None or kept[0] != made_of:
                # A copy, because the bytes that orjson returns keep the room that it wrote in, several KB each.
                written = bytes(memoryview(orjson.dumps(self._shape(made_of))))
                kept = made_of, orjson.Fragment(written), len(written) + self._beside
            found.append(kept[1])
            is_full = 2 * (taken + kept[2]) > self._most
            if not is_full:
                now[key] = kept
                taken += kept[2]
        with self._lock:
            self._of.pop(event_id, None)
            self._of[event_id], self._taken[event_id] = now, taken
            while self.taken > self._most:
                del self._taken[self._of.popitem(last=False)[0]]
        return found

    @property
    def taken(self) -> int:
        """How many bytes are taken."""
        return sum(self._taken.values())
