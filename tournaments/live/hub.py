"""One hub for all live readers of this process: it is told of new versions and sends each to who listens.

A version is one message, made once and written straight to every connection: no reader has a queue, a task or a timer.
Versions that come faster than they are sent become one, the newest.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from tournaments.live.reader import Message, Reader, Send
from tournaments.live.sessions import Sessions
from tournaments.networks import Room
from tournaments.outbox.mailbox import Topic

# Results may come faster than anybody reads: an event's readers hear of the newest one, at most four times a second.
PAUSE_SECONDS = 0.25
# A broadcast that took long is followed by as long without one, so that pages get their turn of the loop.
REST = 1
# Anybody who entered the result gets the answer first: it is on its way when the readers' thousand writes begin.
GRACE_SECONDS = 0.01
# A page that hears nothing for 2.6 seconds says so (contact.js): one beat may be lost on the way and the next be late.
BEAT_SECONDS = 1.0
# Beats are spread over the second: each of these shares of the readers has its own moment in it.
SHARES = 20
# A hub that has not heard from the database for so long does not know what is new: it gives no sign of life.
INFORMED_SECONDS = 2.0
# Readers served before everything else on the loop has its turn: a few milliseconds. Fewer cost the last one more.
SLICE = 250
# What one process serves well (docs/performance.md), with room for the readers of another that has just stopped.
MOST_READERS = 8000
# A hall reaches us from one address: 1,024 pairs with a phone each, officials and screens, and a fifth to spare.
MOST_FROM_ONE_ADDRESS = 2500
# Readers who lost their stream come back spread evenly over these milliseconds, where chance would leave heaps.
RETRY_FROM_MS, RETRY_TO_MS, RETRY_STEP_MS = 1000, 3000, 617

# Look again: whose page it was, is not who looks at it any more.
AGAIN: Message = {"type": "http.response.body", "body": b"event: again\ndata:\n\n", "more_body": True}
ALIVE: Message = {"type": "http.response.body", "body": b"event: alive\ndata:\n\n", "more_body": True}
END: Message = {"type": "http.response.body", "body": b""}


def said(event: int, version: int) -> bytes:
    """The event of the stream that tells a version."""
    return b'id: %d\ndata: {"event": %d, "version": %d}\n\n' % (version, event, version)


def message(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


@dataclass(slots=True)
class _Event:
    """The readers of one event, the newest version that is known, and the broadcast that is going on."""

    newest: int = 0
    told: int = 0
    # The time of the loop before which no broadcast begins.
    free_at: float = 0.0
    readers: set[Reader] = field(default_factory=set)
    broadcast: asyncio.Task[None] | None = None


class Hub:
    """Who listens to which event, and the newest version of each."""

    def __init__(self, most: int = MOST_READERS, most_from_one_address: int = MOST_FROM_ONE_ADDRESS) -> None:
        self.is_closed = False
        self.broadcasts = 0
        self._room = Room(most, most_from_one_address)
        self._events: dict[int, _Event] = {}
        self._numbers = count()
        self._shares: list[set[Reader]] = [set() for _ in range(SHARES)]
        self._informed_at = float("-inf")
        self._sessions: Sessions[Reader] = Sessions()

    @property
    def readers(self) -> int:
        """How many listen."""
        return self._room.taken

    @property
    def topics(self) -> Mapping[Topic, "Hub"]:
        """Its readers listen to events."""
        return {Topic.EVENT: self}

    @property
    def watched(self) -> list[int]:
        """The events that somebody listens to."""
        return list(self._events)

    @property
    def sessions(self) -> list[str]:
        """The sessions of those who listen with one."""
        return self._sessions.names

    def has_room(self, address: str) -> bool:
        """Whether one more may listen from that address."""
        return not self.is_closed and self._room.has_place(address)

    def join(self, event: int, version: int, seen: int, address: str, send: Send, session: str = "") -> Reader:
        """Begin to tell a reader; ``version`` was read not long ago, ``seen`` is what they have."""
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
        reader.push(message(opening + said(event, topic.newest) if topic.newest > seen else opening), self._catch_up)
        return reader

    def leave(self, reader: Reader) -> None:
        """A reader's connection has ended."""
        reader.forget()
        self._room.leave(reader.address)
        self._sessions.leave(reader.session, reader)
        topic = self._events[reader.key]
        topic.readers.discard(reader)
        self._shares[reader.share].discard(reader)
        if not topic.readers:
            del self._events[reader.key]

    def informed(self) -> None:
        """The database has just answered what is new."""
        self._informed_at = asyncio.get_running_loop().time()

    def tell(self, event: int, version: int) -> None:
        """Send a version to everybody who listens to the event, unless they know it: now, or after the pause."""
        topic = self._events.get(event)
        if topic is None or self.is_closed or version <= topic.newest:
            return
        topic.newest = version
        if topic.broadcast is None:
            topic.broadcast = asyncio.create_task(self._broadcast(event, topic))

    def keep(self, asked: Iterable[str], alive: set[str]) -> None:
        """Of the sessions that were ``asked`` for, these are ``alive``; the pages of the others look again."""
        for reader in self._sessions.ended(asked, alive):
            if not reader.is_slow:
                reader.push(AGAIN, self._catch_up)

    def cut(self, event: int) -> None:
        """End every stream of an event that is public no more; who comes back is refused."""
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
        clock = asyncio.get_running_loop().time
        try:
            while topic.told < topic.newest:
                await asyncio.sleep(max(GRACE_SECONDS, topic.free_at - clock()))
                begun, version = clock(), topic.newest
                await self._spread(topic.readers, message(said(event, version)), version)
                topic.told = version
                self.broadcasts += 1
                topic.free_at = max(begun + PAUSE_SECONDS, clock() + REST * (clock() - begun))
        finally:
            topic.broadcast = None

    async def _spread(self, readers: Iterable[Reader], what: Message, version: int) -> None:
        """Write to each who does not know the version; the others on the loop have their turn in between."""
        for number, reader in enumerate(list(readers), 1):
            if reader.told < version and not reader.is_slow:
                reader.told = version
                reader.push(what, self._catch_up)
            if number % SLICE == 0:
                await asyncio.sleep(0)

    def _catch_up(self, reader: Reader) -> None:
        """A slow reader has taken what it was sent: it hears of the newest version and of none between."""
        topic = self._events.get(reader.key)
        if topic is not None and reader in topic.readers and reader.told < topic.newest and not self.is_closed:
            reader.told = topic.newest
            reader.push(message(said(reader.key, topic.newest)), self._catch_up)

    async def beat(self) -> None:
        """Give every stream a sign of life each second, until cancelled: who misses it is not told what is new."""
        while True:
            for share in self._shares:
                await asyncio.sleep(BEAT_SECONDS / SHARES)
                if self._is_informed():
                    await self._beat(share)

    async def _beat(self, share: set[Reader]) -> None:
        for number, reader in enumerate(list(share), 1):
            if not reader.is_slow and not self.is_closed:
                reader.push(ALIVE, self._catch_up)
            if number % SLICE == 0:
                await asyncio.sleep(0)

    def _is_informed(self) -> bool:
        return asyncio.get_running_loop().time() - self._informed_at < INFORMED_SECONDS

    def close(self) -> None:
        """End every stream: the server stops. Its readers come back to the next one, each after a pause of its own."""
        if self.is_closed:
            return
        self.is_closed = True
        for topic in self._events.values():
            if topic.broadcast is not None:
                topic.broadcast.cancel()
            self._end(topic)

    def open(self) -> None:
        """A server has started in this process."""
        self.is_closed = False


HUB = Hub()
