"""A connection of a reader without a server, and a loop of its own for a scene with some of them."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from tournaments.live.reader import Message

T = TypeVar("T")


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
