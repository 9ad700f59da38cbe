"""A connection of a reader without a server, and a loop of its own for a scene with some of them."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from tests.waiting import until_so
from tournaments.live.hub import Hub
from tournaments.live.reader import Message, Reader

T = TypeVar("T")
EVENT, OTHER = 7, 8
HERE = "192.0.2.1"


class AnyLine:
    """A connection: what was written to it; while it is full, a writer has to wait."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.has_room = asyncio.Event()
        self.has_room.set()

    async def send(self, message: Message) -> None:
        if not self.has_room.is_set():
            await self.has_room.wait()
        self.messages.append(message)


def played(scene: Coroutine[Any, Any, T]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(60):
            return await scene

    return asyncio.run(bounded())


class Line(AnyLine):
    """The connection of a page that follows an event."""

    @property
    def bodies(self) -> list[bytes]:
        return [message["body"] for message in self.messages]

    @property
    def told(self) -> list[bytes]:
        """What was said after the opening."""
        return self.bodies[1:]


async def settled(hub: Hub) -> None:
    """Wait until the hub has sent everything."""
    await until_so(lambda: not any(topic.broadcast for topic in hub._events.values()), "nothing is on its way")


def joined(
    hub: Hub, event: int = EVENT, version: int = 1, seen: int = 1, address: str = HERE, session: str = ""
) -> tuple[Line, Reader]:
    line = Line()
    return line, hub.join(event, version, seen, address, line.send, session)
