"""What a hint can be about (``Topic``), and the box from which a thread sends the newest to other processes.

However slow the carrier is, only the newest hint about each thing waits.
"""

import atexit
import logging
import os
import threading
from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeAlias


class Topic(Enum):
    """What a hint is about: the version of an event, the newest event of a match, or its newest courtesy."""

    EVENT = "event"
    MATCH = "match"
    COURTESY = "courtesy"


Thing: TypeAlias = tuple[Topic, int]
Deliver: TypeAlias = Callable[[Mapping[Thing, int]], None]


def hint_text(topic: Topic, key: int, version: int) -> str:
    """Write what a hint is about, and the version, as the carriers take it; ``parse_hint`` reads it."""
    return f"{topic.value}:{key}:{version}"


def parse_hint(text: str) -> tuple[Topic, int, int]:
    """Return what a hint is about, and the version."""
    topic, key, version = text.split(":")
    return Topic(topic), int(key), int(version)


# A command that ends at once waits so long for its last hint to be sent.
FAREWELL_SECONDS = 0.5
logger = logging.getLogger(__name__)


class Mailbox:
    """The newest version of each thing that is still to be sent, and the thread that sends it."""

    def __init__(self, deliver: Deliver, failures: tuple[type[Exception], ...]) -> None:
        self._deliver = deliver
        self._failures = failures
        self._start()
        atexit.register(self.flush)
        # A forked worker has the memory of its parent and none of its threads.
        os.register_at_fork(after_in_child=self._start)

    def _start(self) -> None:
        self._lock = threading.Condition()
        self._waiting: dict[Thing, int] = {}
        self._is_busy = False
        self._thread: threading.Thread | None = None

    def put(self, thing: Thing, version: int) -> None:
        """Leave a hint, without waiting for anything."""
        with self._lock:
            self._waiting[thing] = max(version, self._waiting.get(thing, 0))
            if self._thread is None:
                self._thread = threading.Thread(target=self._carry, name="live-hints", daemon=True)
                self._thread.start()
            self._lock.notify_all()

    def flush(self, seconds: float = FAREWELL_SECONDS) -> bool:
        """Wait until everything is sent, at most that long; return whether it is."""
        with self._lock:
            return self._lock.wait_for(lambda: not self._waiting and not self._is_busy, seconds)

    def _carry(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: bool(self._waiting))
                taken, self._waiting = self._waiting, {}
                self._is_busy = True
            try:
                self._deliver(taken)
            except self._failures as error:
                logger.warning("live hint not sent: %r", error)
            with self._lock:
                self._is_busy = False
                self._lock.notify_all()
