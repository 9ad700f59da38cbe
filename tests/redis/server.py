"""A real redis-server on a port of its own, which may be killed, stopped and started again."""

import shutil
import signal
import socket
import subprocess
from pathlib import Path

from tests.ports import free_port
from tests.waiting import until

START_SECONDS = 60


class RedisServer:
    """The server; it keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which("redis-server")
        assert found is not None, "redis-server is not installed"
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [found, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        until(self._answers, "redis-server answers", START_SECONDS)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def hang(self) -> None:
        """Let it take connections and answer none."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)
