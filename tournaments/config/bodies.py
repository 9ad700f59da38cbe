"""Read the body of a request on the event loop, before it takes a thread: with a deadline, a size limit and a queue.

A thread that waits for a body serves nobody, and there are few threads: a slow sender would block one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, Self, TypeAlias

from tournaments.config import proxies
from tournaments.frame.networks import SharedPlaces, house_of
from tournaments.frame.serving.bodies import USUAL, limit_at

Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]

# Seconds that a body may take, plus the time it needs at the slowest rate (bytes a second).
PATIENCE: Final = 15.0
SLOWEST: Final = 20_000
# Requests that are sending a body: of the process, and of one address. A small body comes with its headers.
MOST_WAITING: Final = 1000
MOST_FROM_ONE_ADDRESS: Final = 100
# Bodies larger than a form, until they are answered: each may be a file of megabytes on the disk.
MOST_LARGE: Final = 64
MOST_LARGE_FROM_ONE_ADDRESS: Final = 16
# Seconds and bytes that are still read from a refused sender: one cut off while sending never reads the answer.
HEARD_OUT: Final = 3.0


@dataclass(slots=True)
class Body:
    """A whole body, or the status of its refusal; ``is_whole`` says whether the sender has sent everything.

    As a context it gives back its file and its place at the end.
    """

    file: IO[bytes]
    size: int = 0
    refused: int = 0
    is_whole: bool = True
    leave: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.file.close()
        self.leave()


class GoneError(Exception):
    """The client has closed the connection."""


class Bodies:
    """The bodies that are being received."""

    def __init__(self, most: int = MOST_WAITING, most_from_one_address: int = MOST_FROM_ONE_ADDRESS) -> None:
        self._room = SharedPlaces(most, most_from_one_address)
        self._large = SharedPlaces(MOST_LARGE, MOST_LARGE_FROM_ONE_ADDRESS)

    async def read(self, scope: dict[str, Any], receive: Receive) -> Body:
        """Return the body of a request; GoneError where nobody waits for the answer."""
        # The length in the headers; -1 for a chunked body.
        stated = 0
        for name, value in scope["headers"]:
            if name in (b"content-length", b"transfer-encoding"):
                stated = int(value) if name == b"content-length" and value.isdigit() else -1
                break
        if stated == 0:
            return Body(BytesIO())
        most = limit_at(scope["path"]) if stated < 0 or stated > USUAL else USUAL
        if stated > most:
            return Body(BytesIO(), refused=413, is_whole=False)
        address = house_of(proxies.trusted_proxies().reader_of(scope)["client"][0])
        if most == USUAL:
            return await self._read(scope, receive, address)
        if not self._large.has_place(address):
            return Body(BytesIO(), refused=429, is_whole=False)
        self._large.enter(address)
        try:
            body = await self._read(scope, receive, address)
        except BaseException:
            self._large.leave(address)
            raise
        body.leave = partial(self._large.leave, address)
        return body

    async def _read(self, scope: dict[str, Any], receive: Receive, address: str) -> Body:
        # Without a place it must be there already.
        patience = PATIENCE if self._room.has_place(address) else 0
        file = SpooledTemporaryFile(USUAL)  # noqa: SIM115 - closed below, or by the bridge when it is answered
        status = 0
        self._room.enter(address)
        try:
            async with asyncio.timeout(patience) as deadline:
                status = await _write_body(file, scope["path"], receive, deadline if patience else None)
        except TimeoutError:
            status = 408 if patience else 429
        except BaseException:
            file.close()
            raise
        finally:
            self._room.leave(address)
        if status:
            file.close()
            return Body(BytesIO(), refused=status, is_whole=False)
        size = file.tell()
        file.seek(0)
        return Body(file, size)


async def _write_body(file: IO[bytes], path: str, receive: Receive, deadline: asyncio.Timeout | None) -> int:
    """Write the body to the end; return the status of the refusal if it is too large, else 0."""
    begun, size, most = asyncio.get_running_loop().time(), 0, USUAL
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise GoneError
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            most = limit_at(path)
        if size > most:
            return 413
        file.write(part)
        if not message.get("more_body", False):
            return 0
        if deadline is not None:
            deadline.reschedule(begun + PATIENCE + size / SLOWEST)


async def hear_out(receive: Receive) -> None:
    """Read and discard what a refused sender still sends, until its end or the time limit."""
    try:
        async with asyncio.timeout(HEARD_OUT):
            while (message := await receive())["type"] == "http.request" and message.get("more_body", False):
                pass
    except TimeoutError:
        return
