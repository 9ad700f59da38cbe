"""A network between browsers and the site that can be lost: without a word, bytes never come out, or hung up."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

CHUNK = 65536


@dataclass(slots=True)
class Proxy:
    """Hands on what it is sent, until it swallows or hangs up: then connections stay open and silent, or are closed."""

    listener: socket.socket
    target: int
    is_swallowing: bool = False
    is_down: bool = False
    # Bytes that are handed on as others of the same length, either way.
    swaps: list[tuple[bytes, bytes]] = field(default_factory=list)
    lines: list[socket.socket] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)

    @property
    def port(self) -> int:
        found: int = self.listener.getsockname()[1]
        return found

    def swallow(self) -> None:
        self.is_swallowing = True

    def hang_up(self) -> None:
        """Close what is open, and what comes."""
        self.is_down = True
        for line in tuple(self.lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def work_again(self) -> None:
        """New connections are handed on; what was open before stays silent."""
        self.is_swallowing = self.is_down = False

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                here = self.listener.accept()[0]
                if self.is_down:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self.target))
                self.lines += [here, there]
                lost = threading.Event()
                for source, sink in ((here, there), (there, here)):
                    self._start(source, sink, lost)

    def _start(self, source: socket.socket, sink: socket.socket, lost: threading.Event) -> None:
        thread = threading.Thread(target=self._pass_on, args=(source, sink, lost))
        self.threads.append(thread)
        thread.start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, lost: threading.Event) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if self.is_swallowing:
                    lost.set()
                for old, new in self.swaps:
                    data = data.replace(old, new)
                if not lost.is_set():
                    sink.sendall(data)
            if not lost.is_set():
                sink.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Hang up on everybody."""
        for line in [self.listener, *self.lines]:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()
        for line in [self.listener, *self.lines]:
            line.close()


@contextmanager
def proxying(url: str) -> Iterator[Proxy]:
    """A proxy in front of the site, in threads of its own."""
    proxy = Proxy(socket.create_server(("127.0.0.1", 0)), int(url.rpartition(":")[2]))
    accepting = threading.Thread(target=proxy.serve)
    accepting.start()
    try:
        yield proxy
    finally:
        # Nobody comes any more before the last ones are hung up on.
        with suppress(OSError):
            proxy.listener.shutdown(socket.SHUT_RDWR)
        accepting.join()
        proxy.close()
