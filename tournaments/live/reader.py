"""One live reader: a connection that is written to at once, and waited for in a task of its own when it is full."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Message], Awaitable[None]]


class Reader:
    """A listener to an event or a match: its address, what it was sent last, and what waits for its connection.

    ``session`` is the name of the browser's session, empty for a stranger: when it ends, the page has to re-check
    access. ``share`` is the part of the second in which the reader gets its sign of life.
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
        """Whether the connection is full, so that more would only queue up."""
        return self._rest is not None

    def push(self, message: Message, then: Callable[["Reader"], None]) -> None:
        """Send without a task and without waiting; ``then`` is called later, only if the connection was full.

        An ASGI server writes to its socket before it first waits, so one step of ``send`` is nearly always all of it.
        """
        steps = self._send(message).__await__()
        try:
            awaited = next(steps)
        except (StopIteration, OSError, RuntimeError):
            # It was sent; or the connection or its answer has ended, and its own task will hear of that.
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
        """Drop what waits for a connection that has ended."""
        if self._rest is not None:
            self._rest.cancel()


class _Rest:
    """The rest of a coroutine whose first step was taken by hand."""

    def __init__(self, awaited: Any, steps: Generator[Any, None, None]) -> None:
        self._awaited = awaited
        self._steps = steps

    def __await__(self) -> Generator[Any, None, None]:
        yield self._awaited
        yield from self._steps
