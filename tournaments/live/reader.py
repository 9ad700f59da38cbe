"""One live reader: a connection that takes what it can at once, and is waited for beside the others when it cannot."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Message], Awaitable[None]]


class Reader:
    """Who listens to an event or a match: from where, what they were told last, and what waits for their connection.

    ``session`` is the name of the browser's session, empty for a stranger: when it ends, the page looks again.
    ``share`` is the part of the second in which the reader is given a sign of life.
    """

    __slots__ = ("_rest", "_send", "address", "key", "session", "share", "told")

    def __init__(self, key: int, address: str, send: Send, session: str = "", share: int = 0) -> None:
        self.key = key
        self.address = address
        self.session = session
        self.share = share
        self.told = 0
        self._send = send
        self._rest: asyncio.Task[None] | None = None

    @property
    def is_slow(self) -> bool:
        """Whether the connection is full: what is sent now would only wait behind what it has."""
        return self._rest is not None

    def push(self, message: Message, then: Callable[["Reader"], None]) -> None:
        """Send without a task and without waiting; ``then`` is called later, and only where the connection was full.

        An ASGI server writes to its socket before it first waits, so one step of ``send`` is nearly always all of it.
        """
        steps = self._send(message).__await__()
        try:
            awaited = next(steps)
        except (StopIteration, OSError, RuntimeError):
            # Sent; or the connection is gone or its answer ended, which its own task is about to hear.
            return
        self._rest = asyncio.create_task(self._finish(_Rest(awaited, steps), then))

    async def _finish(self, rest: "_Rest", then: Callable[["Reader"], None]) -> None:
        try:
            await rest
        except (OSError, RuntimeError):
            return
        self._rest = None
        then(self)

    def forget(self) -> None:
        """Nobody is there any more."""
        if self._rest is not None:
            self._rest.cancel()


class _Rest:
    """What is left of a coroutine whose first step was taken by hand."""

    def __init__(self, awaited: Any, steps: Generator[Any, None, None]) -> None:
        self._awaited = awaited
        self._steps = steps

    def __await__(self) -> Generator[Any, None, None]:
        yield self._awaited
        yield from self._steps
