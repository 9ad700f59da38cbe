"""What tests of a real server share: its process, and one beside it with the same database that is told what to do."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import mould
from tests.waiting import until

ROOT = Path(__file__).parents[3]
PATIENCE = 60


@dataclass(frozen=True, slots=True)
class Clerk:
    """The process beside the server; ``environment`` is that of both."""

    process: "subprocess.Popen[str]"
    environment: dict[str, str]

    def tell(self, what: str) -> str:
        """Let the process do something; its answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        return self.hear()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@contextmanager
def clerk_of(module: str, folder: Path) -> Iterator[Clerk]:
    """A process that runs a module with a database of its own in ``folder``."""
    environment = {**os.environ, "SETTEBELLO_DATA": str(folder), "DEBUG": "1", "PYTHONPATH": str(ROOT)}
    environment.pop("DATABASE_URL", None)
    mould.database_into(folder)
    process = subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=ROOT,
        env=environment,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield Clerk(process, environment)
    finally:
        end(process)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def serve(port: int, environment: dict[str, str], *options: str) -> "subprocess.Popen[bytes]":
    """The server on a port, from the moment at which it answers."""
    server = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "tournaments.config.asgi:application", "--port", str(port), *options],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port, server)
    except AssertionError:
        end(server)
        raise
    return server


def end(process: "subprocess.Popen[str] | subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


def wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    def is_there() -> bool:
        assert server.poll() is None, "the server ended"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    until(is_there, "the server answers", PATIENCE)
