"""One hub for all live readers of this process: it learns of new versions and wakes who waits for them.

It listens to the channel layer for hints, and asks the database twice a second while anybody listens, so that a lost
hint, or a commit by another process, is seen all the same. A thousand readers cost one question.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from channels.layers import get_channel_layer
from django.db import DatabaseError

from tournaments.live.reading import read
from tournaments.outbox import fanout
from tournaments.selectors.versions import versions_of

POLL_SECONDS = 0.5
logger = logging.getLogger(__name__)


class Hub:
    """Who listens to which event, and the newest version of each that is known."""

    def __init__(self) -> None:
        self._listeners: dict[int, set[asyncio.Queue[int]]] = defaultdict(set)
        self._known: dict[int, int] = {}
        self.is_closed = False

    @property
    def readers(self) -> int:
        """How many listen, to all events together."""
        return sum(map(len, self._listeners.values()))

    def known(self, tournament_id: int) -> int:
        """The newest version that somebody was told of while anybody listened; 0 for none."""
        return self._known.get(tournament_id, 0)

    def subscribe(self, tournament_id: int) -> "asyncio.Queue[int]":
        """A queue of one place that always holds the newest version not yet read."""
        queue: asyncio.Queue[int] = asyncio.Queue(maxsize=1)
        self._listeners[tournament_id].add(queue)
        return queue

    def unsubscribe(self, tournament_id: int, queue: "asyncio.Queue[int]") -> None:
        self._listeners[tournament_id].discard(queue)
        if not self._listeners[tournament_id]:
            del self._listeners[tournament_id]
            self._known.pop(tournament_id, None)

    def tell(self, tournament_id: int, version: int) -> None:
        """Wake everybody who listens to the event, unless they know this version."""
        if tournament_id not in self._listeners or version <= self._known.get(tournament_id, 0):
            return
        self._known[tournament_id] = version
        self._wake(self._listeners[tournament_id], version)

    @staticmethod
    def _wake(queues: Iterable["asyncio.Queue[int]"], version: int) -> None:
        for queue in queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(version)

    def close(self) -> None:
        """Let every reader go: the server stops."""
        self.is_closed = True
        for queues in self._listeners.values():
            self._wake(queues, 0)

    async def run(self) -> None:
        """Listen and ask until cancelled."""
        self.is_closed = False
        fanout.attach(asyncio.get_running_loop())
        try:
            await asyncio.gather(self._hear(), self._ask())
        finally:
            fanout.attach(None)

    async def _hear(self) -> None:
        """Hints of this process and of the others; when the layer fails, the database still tells."""
        layer: Any = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(fanout.GROUP, channel)
                while True:
                    message = await layer.receive(channel)
                    self.tell(message["tournament"], message["version"])
            except (OSError, ConnectionError) as error:
                logger.warning("live hints not heard: %r", error)
                await asyncio.sleep(1)

    async def _ask(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if not self._listeners:
                continue
            try:
                found = await read(versions_of, list(self._listeners))
            except DatabaseError as error:
                logger.warning("versions not read: %r", error)
                continue
            for tournament_id, version in found.items():
                self.tell(tournament_id, version)


HUB = Hub()
