"""The hub of all live readers of this process: it gets new versions and sends each to the readers of its event.

A version is one message, made once and written straight to every connection: no reader has a queue, a task or a timer.
If versions come faster than they are sent, only the newest is sent.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from tournaments.frame.networks import SharedPlaces
from tournaments.live.reader import Message, Reader, Send
from tournaments.live.sessions import Sessions
from tournaments.outbox.mailbox import Topic

# Results may come faster than anybody reads: readers get the newest, at most four times a second.
PAUSE_SECONDS = 0.25
# A broadcast that took long is followed by a pause of the same length, so that pages get their turn of the loop.
REST = 1
# The person who entered the result is answered first, before the writes to a thousand readers begin.
GRACE_SECONDS = 0.01
# A page that hears nothing for 2.6 seconds says so (contact.js): one beat may be lost on the way and the next be late.
BEAT_SECONDS = 1.0
# Beats are spread over the second: readers are divided into this many shares, each with its own moment.
SHARES = 20
# After so long without an answer of the database the hub sends no sign of life: it cannot know what is new.
INFORMED_SECONDS = 2.0
# Readers served before other tasks of the loop get a turn: a few milliseconds. A smaller number delays the last one.
SLICE = 250
# What one process serves well (docs/performance.md), with room for the readers of a process that has just stopped.
MOST_READERS = 8000
# A hall has one address: 1,024 pairs with a phone each, officials and screens, and a fifth to spare.
MOST_FROM_ONE_ADDRESS = 2500
# Readers who lost their stream are told to reconnect at times spread evenly over these milliseconds.
RETRY_FROM_MS, RETRY_TO_MS, RETRY_STEP_MS = 1000, 3000, 617

# Re-check access: the reader may have changed since the page was opened.
AGAIN: Message = {"type": "http.response.body", "body": b"event: again\ndata:\n\n", "more_body": True}
ALIVE: Message = {"type": "http.response.body", "body": b"event: alive\ndata:\n\n", "more_body": True}
END: Message = {"type": "http.response.body", "body": b""}


def version_event(event: int, version: int) -> bytes:
    """Return the server-sent event that tells a version."""
    return b'id: %d\ndata: {"event": %d, "version": %d}\n\n' % (version, event, version)


def message(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


@dataclass(slots=True)
class _Event:
    """The readers of one event, its newest known version, and the broadcast in progress."""

    newest: int = 0
    told: int = 0
    # The time of the loop before which no broadcast begins.
    free_at: float = 0.0
    readers: set[Reader] = field(default_factory=set)
    broadcast: asyncio.Task[None] | None = None


class Hub:
    """The listeners of every event, and the newest version of each."""

    def __init__(self, most: int = MOST_READERS, most_from_one_address: int = MOST_FROM_ONE_ADDRESS) -> None:
        self.is_closed = False
        self.broadcasts = 0
        self._room = SharedPlaces(most, most_from_one_address)
        self._events: dict[int, _Event] = {}
        self._numbers = count()
        self._shares: list[set[Reader]] = [set() for _ in range(SHARES)]
        self._informed_at = float("-inf")
        self._sessions: Sessions[Reader] = Sessions()

    @property
    def readers(self) -> int:
        """The number of listeners."""
        return self._room.taken

    @property
    def topics(self) -> Mapping[Topic, "Hub"]:
        """The topic of these readers: events."""
        return {Topic.EVENT: self}

    @property
    def watched(self) -> list[int]:
        """The events that have listeners."""
        return list(self._events)

    def addresses(self, event: int) -> list[str]:
        """Return the addresses of an event's listeners, one for each; other threads may ask."""
        topic = self._events.get(event)
        return [reader.address for reader in topic.readers.copy()] if topic is not None else []

    @property
    def sessions(self) -> list[str]:
        """The sessions of those who listen with one."""
        return self._sessions.names

    def has_room(self, address: str) -> bool:
        """Return whether one more may listen from that address."""
        return not self.is_closed and self._room.has_place(address)

    def join(self, event: int, version: int, seen: int, address: str, send: Send, session: str = "") -> Reader:
        """Add a reader; ``version`` was read just before, ``seen`` is the version that the reader has."""
        topic = self._events.setdefault(event, _Event())
        if version > topic.newest and not topic.readers:
            topic.newest = topic.told = version
        self.tell(event, version)
        number = next(self._numbers)
        reader = Reader(event, address, send, session, number % SHARES)
        self._sessions.enter(session, reader)
        reader.told = max(topic.newest, seen)
        topic.readers.add(reader)
        self._shares[reader.share].add(reader)
        self._room.enter(address)
        opening = b"retry: %d\n\n" % (RETRY_FROM_MS + number * RETRY_STEP_MS % (RETRY_TO_MS - RETRY_FROM_MS))
        reader.push(
            message(opening + version_event(event, topic.newest) if topic.newest > seen else opening), self._catch_up
        )
        return reader

    def leave(self, reader: Reader) -> None:
        """Remove a reader whose connection has ended."""
        reader.forget()
        self._room.leave(reader.address)
        self._sessions.leave(reader.session, reader)
        topic = self._events[reader.key]
        topic.readers.discard(reader)
        self._shares[reader.share].discard(reader)
        if not topic.readers:
            del self._events[reader.key]

    def record_answer(self) -> None:
        """Record the moment at which the database last answered what is new."""
        self._informed_at = asyncio.get_running_loop().time()

    def tell(self, event: int, version: int) -> None:
        """Send a version to the listeners of the event that do not have it: now, or after the pause."""
        topic = self._events.get(event)
        if topic is None or self.is_closed or version <= topic.newest:
            return
        topic.newest = version
        if topic.broadcast is None:
            topic.broadcast = asyncio.create_task(self._broadcast(event, topic))

    def keep(self, asked: Iterable[str], alive: set[str]) -> None:
        """Tell readers to re-check their access if their session was ``asked`` for and is not ``alive``."""
        for reader in self._sessions.drop_ended(asked, alive):
            if not reader.is_slow:
                reader.push(AGAIN, self._catch_up)

    def cut(self, event: int) -> None:
        """End every stream of an event that is no longer public; new ones are refused."""
        topic = self._events.get(event)
        if topic is None:
            return
        if topic.broadcast is not None:
            topic.broadcast.cancel()
        self._end(topic)

    def _end(self, topic: _Event) -> None:
        for reader in topic.readers:
            if not reader.is_slow:
                reader.push(END, self._catch_up)

    async def _broadcast(self, event: int, topic: _Event) -> None:
        """Write the newest version to each reader without it; other tasks of the loop get turns in between."""
        clock = asyncio.get_running_loop().time
        try:
            while topic.told < topic.newest:
                await asyncio.sleep(max(GRACE_SECONDS, topic.free_at - clock()))
                begun, version = clock(), topic.newest
                what = message(version_event(event, version))
                for number, reader in enumerate(list(topic.readers), 1):
                    if reader.told < version and not reader.is_slow:
                        reader.told = version
                        reader.push(what, self._catch_up)
                    if number % SLICE == 0:
                        await asyncio.sleep(0)
                topic.told = version
                self.broadcasts += 1
                topic.free_at = max(begun + PAUSE_SECONDS, clock() + REST * (clock() - begun))
        finally:
            topic.broadcast = None

    def _catch_up(self, reader: Reader) -> None:
        """Send the newest version to a slow reader that has taken the earlier message; skip those in between."""
        topic = self._events.get(reader.key)
        if topic is not None and reader in topic.readers and reader.told < topic.newest and not self.is_closed:
            reader.told = topic.newest
            reader.push(message(version_event(reader.key, topic.newest)), self._catch_up)

    async def beat(self) -> None:
        """Send a sign of life to every stream each second, until cancelled. A page that misses it says so."""
        while True:
            for share in self._shares:
                await asyncio.sleep(BEAT_SECONDS / SHARES)
                if asyncio.get_running_loop().time() - self._informed_at >= INFORMED_SECONDS:
                    continue
                for number, reader in enumerate(list(share), 1):
                    if not reader.is_slow and not self.is_closed:
                        reader.push(ALIVE, self._catch_up)
                    if number % SLICE == 0:
                        await asyncio.sleep(0)

    def close(self) -> None:
        """End every stream because the server stops. Readers reconnect to the next one, each after its own pause."""
        if self.is_closed:
            return
        self.is_closed = True
        for topic in self._events.values():
            if topic.broadcast is not None:
                topic.broadcast.cancel()
            self._end(topic)

    def open(self) -> None:
        """Accept readers again, because a server has started in this process."""
        self.is_closed = False


HUB = Hub()
