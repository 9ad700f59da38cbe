"""The websocket of an online table, served on the loop: opened once for a guest, then frames both ways (docs/live.md).

A command is answered when it is recorded. Commands of one socket are done in the order in which they come.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db import Error
from django.urls import Resolver404, resolve
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.frame.networks import peer_of
from tournaments.live.matches import asking, entering, frames
from tournaments.live.matches.asking import READERS, THREADS
from tournaments.live.matches.connection import Connection
from tournaments.live.matches.frames import Asked
from tournaments.live.matches.rooms import ROOMS, Rooms
from tournaments.live.reader import Send

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]

# The most commands of one socket that wait for the one before them.
MOST_WAITING: Final = 8
logger = logging.getLogger(__name__)


def match_at(path: str) -> int | None:
    """Return the match of a socket's address; None for any other address."""
    try:
        found = resolve(path)
    except Resolver404:
        return None
    return int(found.kwargs["match_id"]) if found.url_name == "live_socket" else None


async def serve(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve every socket (the ASGI application)."""
    await receive()
    match_id, request = match_at(scope["path"]), entering.request_of(scope)
    address = peer_of(scope)
    if match_id is None or not entering.is_own_page(request):
        await send(frames.closing(frames.FLOOD))
        return
    if ROOMS.is_adrift:
        # Refused before it is opened, so that the proxy asks another process.
        await send({"type": "websocket.http.response.start", "status": 503, "headers": [(b"content-length", b"0")]})
        await send({"type": "websocket.http.response.body", "body": b""})
        return
    await send({"type": "websocket.accept"})
    if not ROOMS.enter(address):
        await send(frames.closing(ROOMS.no_place))
        return
    try:
        try:
            guest = await READERS(entering.guest, request, match_id)
        except Error:
            await send(frames.closing(frames.STOPPING))
            return
        if guest is None:
            await send(frames.message(frames.ENDED))
            await send(frames.closing(frames.GONE))
            return
        connection = Connection(guest, address, send, asyncio.get_running_loop().time())
        if ROOMS.is_full(connection):
            await send(frames.closing(ROOMS.no_place))
            return
        await Talk(ROOMS, connection).listen(receive)
    finally:
        ROOMS.exit(address)


class Talk:
    """The conversation on one socket, until it ends."""

    def __init__(self, rooms: Rooms, connection: Connection) -> None:
        self._rooms = rooms
        self._connection = connection
        self._waiting: deque[tuple[Asked, datetime]] = deque()
        self._is_busy = False

    async def listen(self, receive: Receive) -> None:
        self._rooms.join(self._connection)
        try:
            while (said := await receive())["type"] != "websocket.disconnect":
                self.hear(said.get("text"))
        finally:
            self._rooms.leave(self._connection)

    def hear(self, text: str | None) -> None:
        """Handle a frame; a malformed frame, or too many of them, close the socket."""
        connection, now = self._connection, asyncio.get_running_loop().time()
        asked = frames.parse_frame(text)
        if connection.was_ended:
            return
        if not connection.may_speak(now) or asked is None or len(self._waiting) > MOST_WAITING:
            connection.end(frames.FLOOD)
        elif asked.do == "beat":
            connection.record_round_trip(asked.number, now)
        elif asked.do == "since":
            self._rooms.show_again(connection, asked.sequence)
        else:
            self._waiting.append((asked, timezone.now()))
            if not self._is_busy:
                self._is_busy = True
                self._rooms.begin(self._obey())

    async def _obey(self) -> None:
        """Carry out waiting commands one after the other, at a bounded rate, also after their sender has left.

        Commands that wait when the server closes the socket are dropped: their sender may have lost the right to them.
        """
        commands, loop = self._connection.commands, asyncio.get_running_loop()
        try:
            while self._waiting:
                while not commands.take(loop.time()):
                    await asyncio.sleep(commands.wait(loop.time()))
                if self._connection.was_ended:
                    self._waiting.clear()
                    return
                asked, received = self._waiting.popleft()
                answer = await self._answer(asked, received)
                if answer:
                    self._connection.say(answer)
        finally:
            self._is_busy = False

    async def _answer(self, asked: Asked, received: datetime) -> str:
        connection, room = self._connection, self._rooms.rooms.get(self._connection.key)
        # A spectator and an older device of the seat are refused without the database.
        code = ""
        if connection.is_watching:
            code = "only_watching"
        elif room is not None and room.is_older(connection):
            code = "device_older"
        if code:
            sentence = asking.refusal_sentence(RefusedError(code), connection.guest)
            return frames.refusal_frame(asked.id, code, sentence, room.newest if room is not None else 0)
        try:
            if asked.do == "courtesy":
                return await THREADS(asking.speak, connection.guest, asked)
            return await THREADS(asking.obey, connection.guest, asked, received, connection.lag_ms, self._rooms.lease)
        except Exception:
            logger.exception("a command failed")
            connection.end(frames.STOPPING)
            return frames.again(asked.id)
