"""A Redis of its own, real and without memory on disk: it may be killed and started again at any moment."""

import shutil
import socket
from pathlib import Path

from tests.faults.hosts import Host
from tests.faults.processes import Child, own_environment
from tests.ports import free_port
from tests.waiting import until

READY_SECONDS = 30.0


class Redis:
    """A redis-server on a port of loopback, or of a host, that writes nothing."""

    def __init__(self, data: Path, host: Host | None = None) -> None:
        server = shutil.which("redis-server")
        assert server is not None, "redis-server is not installed"
        self.port, self.address = free_port(), host.address if host else "127.0.0.1"
        command = [
            *(host.prefix if host else ()),
            server,
            "--port",
            str(self.port),
            "--bind",
            self.address,
            "--protected-mode",
            "no",
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
        return {"REDIS_URL": f"redis://{self.address}:{self.port}/0"}

    def start(self) -> float:
        """The seconds until it answers."""
        self.child.start()
        return until(self.answers, "Redis", READY_SECONDS)

    def answers(self) -> bool:
        try:
            with socket.create_connection((self.address, self.port), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def kill(self) -> None:
        self.child.kill()

    def stop(self) -> None:
        self.child.stop()
