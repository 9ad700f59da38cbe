"""A mail server that takes its time: it counts what is delivered to each, and throws it away."""

import threading
import time
from collections import Counter
from socketserver import StreamRequestHandler, ThreadingTCPServer

SECONDS = 0.05


class _Delivery(StreamRequestHandler):
    """One conversation, as far as a sender needs it."""

    server: "Letterbox"

    def handle(self) -> None:
        self._say("220 letterbox")
        to: list[str] = []
        while line := self.rfile.readline().decode(errors="replace").strip():
            verb = line[:4].upper()
            if verb == "RCPT":
                to.append(line.partition("<")[2].partition(">")[0])
            if verb == "DATA":
                self._say("354 go on")
                while self.rfile.readline().strip() != b".":
                    pass
                time.sleep(SECONDS)
                self.server.keep(to)
                to = []
            self._say("221 bye" if verb == "QUIT" else "250 ok")
            if verb == "QUIT":
                return

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class Letterbox(ThreadingTCPServer):
    """Listens on loopback; ``delivered`` counts by recipient."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Delivery)
        self.delivered: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, name="letterbox")
        self._thread.start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def keep(self, to: list[str]) -> None:
        with self._lock:
            self.delivered.update(to)

    def handle_error(self, request: object, client_address: object) -> None:
        """A sender that is killed hangs up in the middle."""

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join(5)
