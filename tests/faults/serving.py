"""The site under test: the real program as processes of their own, on data of their own, killed and started at will."""

import json
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from bench.servers import OF_THE_SITE
from tests import mould
from tests.faults.brokers import Redis
from tests.faults.databases import Database, Moulds
from tests.faults.hosts import Host
from tests.faults.processes import LAUNCHER, ROOT, Child, own_environment, python
from tests.faults.visitors import Address
from tests.ports import free_port
from tests.waiting import until

SETTINGS = "tests.faults.site_settings"
SECRET = "a secret of the tests, long enough to sign with, and known to everybody"
READY_SECONDS = 60.0
CELERY = "tournaments.config.celery"
# For Django's checks a command loads every page of the site, two thirds of its work; script/lint makes them.
CHECKED_ELSEWHERE = "--skip-checks"


class Clerk:
    """A process beside the site, on the same database: calls a function by its name and gives what it returns.

    ``clerk("tests.faults.scenes:evening", entries=64)``; what goes in and out is JSON. It is no part of what is
    tested. Threads may ask it, one after the other.
    """

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self._environment = dict(environment)
        self._log = log
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def __call__(self, name: str, /, **values: Any) -> Any:
        with self._lock:
            return self._ask(name, values)

    def _ask(self, name: str, values: Mapping[str, Any]) -> Any:
        process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps({"do": name, "with": values}) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"the clerk ended over {name}: {self._log.read_text()[-4000:]}"
        told = json.loads(answer)
        if "error" in told:
            raise ClerkError(told["error"])
        return told["value"]

    def _start(self) -> "subprocess.Popen[str]":
        self._process = LAUNCHER.submit(self._launch).result()
        return self._process

    def _launch(self) -> "subprocess.Popen[str]":
        with self._log.open("ab") as log:
            return subprocess.Popen(
                python("-m", "tests.faults.clerk"),
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def move(self, environment: Mapping[str, str]) -> None:
        """Ask another database from now on."""
        with self._lock:
            self.stop()
            self._environment = dict(environment)

    def stop(self) -> None:
        """It ends with its input."""
        if self._process is None:
            return
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._process = None


class ClerkError(Exception):
    """What went wrong in the clerk's process, as it was told there."""


class Site:
    """An installation: a data folder, a database, perhaps a Redis, and the processes that run on them.

    ``data`` must hold the database already (``Moulds``). Everything started here is ended by ``close``.
    """

    def __init__(self, data: Path, database: Database, static: Path, redis: Redis | None = None, **more: str) -> None:
        self.data, self.database, self.redis = data, database, redis
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = own_environment(
            DJANGO_SETTINGS_MODULE=SETTINGS,
            SETTEBELLO_DATA=str(data),
            SECRET_KEY=SECRET,
            ALLOWED_HOSTS="127.0.0.1",
            SITE_URL=self.url,
            FAULTS_STATIC=str(static),
            # See ``CHECKED_ELSEWHERE``.
            CELERY_SKIP_CHECKS="1",
            **{**database.environment, **(redis.environment if redis else {}), **more},
        )
        # Where people ask for pages: this port, or the addresses of other hosts.
        self.asked_at: int | Sequence[Address] = self.port
        self.children: list[Child] = []
        self.clerk = Clerk(self.environment, data / "clerk.log")
        self.web = self.another_web(self.port)

    def child(self, name: str, *arguments: str, host: Host | None = None, **environment: str) -> Child:
        """A Python process of the installation, on this computer or on a host, not started yet."""
        made = Child(
            name,
            [*(host.prefix if host else ()), *python(*arguments)],
            {**self.environment, **environment},
            self.data / f"{name}-{len(self.children)}.log",
        )
        self.children.append(made)
        return made

    def another_web(self, port: int, host: Host | None = None, **environment: str) -> Child:
        """A web process behind another port, on the same data."""
        return self.child(
            "web",
            "-m",
            "uvicorn",
            "tournaments.config.asgi:application",
            "--host",
            host.address if host else "127.0.0.1",
            "--port",
            str(port),
            "--log-level",
            "warning",
            "--no-access-log",
            "--timeout-graceful-shutdown",
            "3",
            *OF_THE_SITE,
            host=host,
            **environment,
        )

    def sweeper(self) -> Child:
        return self.child("sweeper", "manage.py", "sweep", "--loop")

    def worker(self, application: str = CELERY, host: Host | None = None) -> Child:
        words = ("-m", "celery", "-A", application, "worker", "--loglevel", "warning", "--concurrency", "1")
        return self.child("worker", *words, host=host)

    def beat(self, host: Host | None = None) -> Child:
        return self.child("beat", "-m", "celery", "-A", CELERY, "beat", "--loglevel", "warning", host=host)

    def another_clerk(self) -> Clerk:
        """One more clerk, who works while the first one is asked; the caller stops it."""
        return Clerk(self.environment, self.data / "clerk-2.log")

    def start(self) -> float:
        """Start the web process; the seconds from there to its first answer."""
        self.web.start()
        return self.answers_again()

    def answers_again(self, path: str = "/", port: int = 0) -> float:
        """The seconds until that page is there."""

        def is_there() -> bool:
            is_so = self.status(path, port=port) == 200
            assert is_so or self.web.is_running, f"the web process ended: {self.web.said()}"
            return is_so

        return until(is_there, lambda: f"{path} answers: {self.web.said()}", READY_SECONDS)

    def status(self, path: str, timeout: float = 10.0, port: int = 0, address: str = "127.0.0.1") -> int:
        """The status of one GET without cookies; 0 where there is no answer."""
        connection = HTTPConnection(address, port or self.port, timeout=timeout)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()

    def restart_web(self) -> float:
        """kill -9 of the web process and a new one at once; the seconds from the kill to the first answer."""
        begun = time.monotonic()
        self.web.kill()
        self.start()
        return time.monotonic() - begun

    def go_on_with(self, database: Database) -> float:
        """Point the installation at another database; the seconds until its web process answers from there."""
        begun = time.monotonic()
        self.web.kill()
        self.database = database
        self.environment.update(database.environment)
        self.clerk.move(self.environment)
        self.web = self.another_web(self.port)
        self.start()
        return time.monotonic() - begun

    def manage(self, *arguments: str, seconds: float = 180.0, check: bool = True) -> str:
        """What a management command prints."""
        done = subprocess.run(
            python("manage.py", *arguments, CHECKED_ELSEWHERE),
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"manage.py {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def close(self) -> None:
        """Stop everything, whatever has become of it."""
        self.clerk.stop()
        for child in reversed(self.children):
            child.kill()
        if self.redis is not None:
            self.redis.stop()
        self.database.stop()

    def written(self) -> list[str]:
        """Every line that a process of the site has written, after the name of its log."""
        logs = sorted(self.data.glob("*-*.log"))
        return [f"{log.name}: {line}" for log in logs for line in log.read_text(errors="replace").splitlines()]

    def errors(self) -> list[str]:
        """The head of every traceback and every 500 that a process of the site has written."""
        return [line for line in self.written() if "Traceback" in line or "Internal Server Error" in line]


def migrate(static: Path, folder: Path, database: Database) -> None:
    """Bring a new database to the newest migration."""
    site = Site(folder, database, static)
    site.manage("migrate", "--verbosity=0")


def moulds(folder: Path) -> tuple[Moulds, Path]:
    """What is made once for all tests: migrated databases, and the static files."""
    mould.site_into(folder)
    static = folder / "static"
    return Moulds(folder, lambda where, database: migrate(static, where, database)), static
