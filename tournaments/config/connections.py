"""Connections to the server, sockets too: counted by address, closed when idle for too long; long frames are packed.

The server is started with ``--http tournaments.config.connections:Connection``. Its own class would wait for ever for
the headers of a request, and for a client that does not read the answer. Only online tables have websockets.
"""

import asyncio
import re
from functools import partial
from typing import Any, Final

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.server import ServerProtocol

from tournaments.config import proxies
from tournaments.frame.networks import SharedPlaces, house_of
from tournaments.live.matches.frames import MOST_BYTES

# Connections of the process and of one address: a hall with its 2,500 live streams, and pages beside them.
MOST: Final = 12_000
MOST_FROM_ONE_ADDRESS: Final = 4_000
# Seconds for the headers of a request, and for a client to read the next part of an answer.
HEADERS_SECONDS: Final = 10.0
READING_SECONDS: Final = 30.0
# The least bytes of a frame that is compressed.
SHORT: Final = 800
# The address of an online table's websocket.
SOCKETS: Final = re.compile(rb"/tavolo/[0-9]{1,18}/filo/(\?.*)?")

FULL: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nretry-after: 10\r\n"
    b"cache-control: no-store\r\nconnection: close\r\n\r\n"
)
ROOM = SharedPlaces(MOST, MOST_FROM_ONE_ADDRESS)


class Connection(HttpToolsProtocol):
    """A connection of a client, or of a trusted proxy that counts its clients itself."""

    _address = ""
    _headers_due: asyncio.TimerHandle | None = None
    _reading_due: asyncio.TimerHandle | None = None
    _unread = 0
    _is_leaving = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        address = "" if proxies.trusted_proxies().trusts(peer) else house_of(peer)
        if address and not ROOM.has_place(address):
            transport.write(FULL)
            transport.close()
            return
        if address:
            self._address = address
            ROOM.enter(address)
        self._headers_due = self._abort_after(HEADERS_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        _forget(self._headers_due)
        _forget(self._reading_due)
        if self._address:
            ROOM.leave(self._address)
            self._address = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Start the timeout for the next request: data between two requests ends the server's own.

        Such data may be an empty line, or the body of a request that was answered without it.
        """
        if self.timeout_keep_alive_task is not None:
            _forget(self._headers_due)
            self._headers_due = self._abort_after(HEADERS_SECONDS)
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        _forget(self._headers_due)
        self._headers_due = self._abort_after(HEADERS_SECONDS)

    def on_headers_complete(self) -> None:
        _forget(self._headers_due)
        super().on_headers_complete()
        if self._is_leaving and self.cycle is not None:
            self.cycle.keep_alive = False

    def shutdown(self) -> None:
        """Serve one more request of a proxy that keeps this connection: it may be under way, and is not sent twice.

        The proxy itself closes a connection that it has not used for four seconds (``deploy/nginx.conf``).
        """
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and not self._address and settings.BEHIND_PROXY:
            self._is_leaving = True
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        _forget(self._reading_due)
        super().resume_writing()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._end_if_unread()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._end_if_unread()

    def _end_if_unread(self) -> None:
        """Limit the time in which the client of a closing connection may read the rest."""
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self._wait_for_reader()

    def _wait_for_reader(self) -> None:
        _forget(self._reading_due)
        self._unread = self.transport.get_write_buffer_size()
        self._reading_due = self.loop.call_later(READING_SECONDS, self._end_if_nothing_was_taken)

    def _end_if_nothing_was_taken(self) -> None:
        """Close if nothing was read. An answer is written at once: of a large one, part is read long before the end."""
        if self.transport.get_write_buffer_size() < self._unread:
            self._wait_for_reader()
        else:
            self.transport.abort()

    def _abort_after(self, seconds: float) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, self.transport.abort)

    def _should_upgrade_to_ws(self) -> bool:
        """Allow a websocket only at its address; elsewhere the request is answered like one for the page."""
        return SOCKETS.fullmatch(self.url) is not None

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection and its place over to a socket."""
        _forget(self._headers_due)
        self.ws_protocol_class = partial(Socket, place=self._address)  # type: ignore[assignment]
        self._address = ""
        super().handle_websocket_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """Skip the log line, which any stranger could cause."""


class Packing(ServerPerMessageDeflateFactory):
    """Compresses long frames, each by itself, so that an idle socket holds no memory for it."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            server_max_window_bits=12,
            compress_settings={"level": 9, "memLevel": 5},
        )

    def process_request_params(self, *args: Any) -> tuple[Any, Any]:
        params, packing = super().process_request_params(*args)
        return params, LongOnly(packing)


class LongOnly(Extension):
    """Sends short frames uncompressed: they would be hardly smaller, and every socket costs the time."""

    def __init__(self, packing: Extension) -> None:
        self.name = packing.name
        self.decode = packing.decode  # type: ignore[method-assign]
        self._packing = packing

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) <= SHORT else self._packing.encode(frame)


class Socket(WebSocketsSansIOProtocol):
    """The websocket of an online table: small frames, closed when the client stops reading.

    The table has its own heartbeat, so there are no pings.
    """

    _reading_due: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, place: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = ServerProtocol(extensions=[Packing()], max_size=MOST_BYTES, logger=self.logger)
        self.ping_interval = None
        self._place = place

    def connection_lost(self, exc: Exception | None) -> None:
        _forget(self._reading_due)
        if self._place:
            ROOM.leave(self._place)
            self._place = ""
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        _forget(self._reading_due)
        self._reading_due = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        _forget(self._reading_due)
        super().resume_writing()


def _forget(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
