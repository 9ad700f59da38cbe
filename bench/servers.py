"""Servers for the benchmarks: the site with its own data, and a bare Django beside it, each a process on loopback."""

import http.client
import math
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 120
# After the start a process loads what its first calls need; it is quiet when a second costs it less than this.
QUIET_MS, LONGEST_WAIT = 60.0, 120
# The options of every deployment.
OF_THE_SITE = ["--ws", "none", "--http", "tournaments.config.connections:Connection"]
# A server closes connections that are silent for five seconds.
HANGS_UP_SECONDS = 4
# The cookie of messages: the page that a browser opens after each step shows them and takes them away. Without that
# page they would pile up, and each request would read and write all of them.
SHOWN_ONCE = "messages"


@dataclass
class Server:
    """A running server: its port and its process."""

    port: int
    pid: int
    process: "subprocess.Popen[bytes]"

    def stop(self) -> None:
        """Stop it as an operator does; kill it if it does not end."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def pss_mb(self) -> float:
        """Return its share of memory, in MB; 0 where the system does not report it."""
        path = Path(f"/proc/{self.pid}/smaps_rollup")
        if not path.exists():
            return 0.0
        line = next(line for line in path.read_text().splitlines() if line.startswith("Pss:"))
        return int(line.split()[1]) / 1024

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.pid)

    def busy_ms(self) -> float:
        """Return the processor time of its threads so far, fine enough for one request; 0 where nobody reports it."""
        return self._scheduled_ms(1)

    def wanted_ms(self) -> float:
        """Return the same with the time for which they waited for a processor: a server that gets none is not quiet."""
        return self._scheduled_ms(2)

    def _scheduled_ms(self, columns: int) -> float:
        texts = [path.read_text() for path in Path(f"/proc/{self.pid}/task").glob("*/schedstat")]
        return sum(sum(map(int, text.split()[:columns])) for text in texts) / 1_000_000


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process so far; 0 where the system does not report it."""
    path = Path(f"/proc/{pid}/stat")
    if not path.exists():
        return 0.0
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serve(
    application: str, environment: Mapping[str, str], *, cpu: int | None = None, port: int | None = None
) -> Iterator[Server]:
    """Run ``application`` under uvicorn during the block: on a free port, and on one core if given."""
    port = port or free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        application,
        "--port",
        str(port),
        "--log-level",
        "critical",
        "--no-access-log",
        "--timeout-graceful-shutdown",
        "2",
        "--backlog",
        "4096",
        *(OF_THE_SITE if application.startswith("tournaments.") else ()),
    ]
    process = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    if cpu is not None:
        os.sched_setaffinity(process.pid, {cpu})
    server = Server(port, process.pid, process)
    try:
        await_port(port, "the server")
        yield server
    finally:
        server.stop()


def await_port(port: int, name: str) -> None:
    """Wait until a server listens there."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"{name} did not start")


def await_quiet(server: Server) -> None:
    """Wait until a server has loaded what it loads after its start."""
    until = time.monotonic() + LONGEST_WAIT
    Browser(server.port).ask("GET", "/")
    before, spent = server.wanted_ms(), math.inf
    while spent > QUIET_MS and time.monotonic() < until:
        time.sleep(1)
        spent = server.wanted_ms() - before
        before += spent


@dataclass
class Browser:
    """One reader or referee with cookies and a persistent connection."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self._asked = time.monotonic()

    def ask(
        self, method: str, path: str, data: Mapping[str, object] | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes, Mapping[str, str], float]:
        """Return status, body, headers (lower-case names) and milliseconds of one request."""
        body = urlencode({**data, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}) if data else None
        sent = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if time.monotonic() - self._asked > HANGS_UP_SECONDS:
            self.connection.close()
        self._asked = time.monotonic()
        begun = time.perf_counter()
        self.connection.request(method, path, body, sent)
        answer = self.connection.getresponse()
        read = answer.read()
        taken = (time.perf_counter() - begun) * 1000
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _eq, rest = value.partition("=")
                if key != SHOWN_ONCE:
                    self.cookies[key] = rest.partition(";")[0]
        return answer.status, read, {name.lower(): value for name, value in answer.getheaders()}, taken

    def log_in(self, email: str, password: str) -> None:
        self.ask("GET", "/entra/")
        status, _body, _headers, _ms = self.ask("POST", "/entra/", {"login": email, "password": password})
        if status not in (302, 303):
            raise RuntimeError(f"not logged in: {status}")
