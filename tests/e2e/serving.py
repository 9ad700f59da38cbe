"""The site under test: a server of its own with a database of its own, in a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.servers import OF_THE_SITE
from tests import mould
from tests.mould import ROOT, SETTINGS
from tests.ports import free_port
from tests.waiting import until

# Beside other tests on a busy machine a server may start slowly.
READY_SECONDS = 180
STOP_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Site:
    """Where the site answers, and what another process needs to work on the same data."""

    url: str
    data: Path
    environment: dict[str, str]

    @property
    def log(self) -> Path:
        """What the server wrote: refused requests are its daily bread."""
        return self.data / "server.log"

    def errors(self) -> list[str]:
        """What must not stand in the log."""
        return [line for line in self.log.read_text().splitlines() if " ERROR " in line or "Traceback" in line]


def prepared_site(data: Path) -> Site:
    """A new data folder, migrated, with the static files collected."""
    mould.site_into(data)
    return site_on(data, "127.0.0.1")


def site_on(data: Path, host: str) -> Site:
    """The site of data that are there, at another port of loopback."""
    url = f"http://{host}:{free_port()}"
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "DEBUG")}
    environment = {
        **kept,
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "SETTEBELLO_DATA": str(data),
        "SITE_URL": url,
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": str(ROOT),
    }
    return Site(url, data, environment)


@contextmanager
def serving(
    site: Site, application: str = "tournaments.config.asgi:application"
) -> Iterator["subprocess.Popen[bytes]"]:
    """The server and its process, from its first answer until it is stopped by its own process id."""
    host, _colon, port = site.url.removeprefix("http://").rpartition(":")
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        application,
        "--host",
        host,
        "--port",
        port,
        "--log-level",
        "error",
        "--timeout-graceful-shutdown",
        "3",
        *OF_THE_SITE,
    ]
    with site.log.open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=log, stderr=log)
        try:
            wait_until_it_answers(site, process)
            yield process
        finally:
            stop(process)


def wait_until_it_answers(site: Site, process: "subprocess.Popen[bytes]") -> None:
    """Ask for the home page until it is there."""

    def is_there() -> bool:
        if process.poll() is not None:
            raise RuntimeError(f"The server ended: {site.log.read_text()}")
        return answers(site.url)

    until(is_there, lambda: f"the server answers: {site.log.read_text()}", READY_SECONDS)


def answers(url: str) -> bool:
    """Whether the home page is there."""
    connection = HTTPConnection(url.removeprefix("http://"), timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def stop(process: "subprocess.Popen[Any]") -> None:
    """Ask the process to end, and end it when it does not."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@dataclass(slots=True)
class Stage:
    """The process that makes events: ``stage("event", name="Serata", pairs=4)``."""

    process: "subprocess.Popen[str]"

    def __call__(self, do: str, **values: Any) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": do, "with": values}) + "\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        assert said, f"the stage fell down while it was to {do} {values}"
        answer = json.loads(said)
        assert "refused" not in answer, f"{do} {values}: {answer['refused']}"
        return answer["made"]


@contextmanager
def staged(environment: dict[str, str], program: Path = ROOT) -> Iterator[Stage]:
    """A stage on the data of a site, which ends with its input; ``program`` has the sources that it runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.stage"],
        cwd=program,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield Stage(process)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.close()
    process.stdout.close()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        stop(process)
