"""A Redis of its own, real and without memory on disk: it may be killed and started again at any moment."""

import shutil
import socket
from pathlib import Path

from tests.faults.processes import Child, own_environment
from tests.ports import free_port
from tests.waiting import until

READY_SECONDS = 30.0


class Redis:
    """A redis-server on a port of loopback that writes nothing."""

    def __init__(self, data: Path) -> None:
        server = shutil.which("redis-server")
        assert server is not None, "redis-server is not installed"
        self.port = free_port()
        command = [
            server,
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            str(data),
        ]
        self.child = Child("redis", command, own_environment(), data / "redis.log")

    @property
    def environment(self) -> dict[str, str]:
        return {"REDIS_URL": f"redis://127.0.0.1:{self.port}/0"}

    def start(self) -> float:
        """The seconds until it answers."""
        self.child.start()
        return until(self._answers, "Redis", READY_SECONDS)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def kill(self) -> None:
        self.child.kill()

    def stop(self) -> None:
        self.child.stop()
