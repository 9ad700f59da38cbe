"""What a run of all tests makes once and copies wherever it is needed: a migrated SQLite file, and the static files.

``SITE_MOULD`` names the folder that they are kept in; ``script/test`` lets ``python -m tests.mould`` fill it while the
rules are tested. Without it they are made anew each time.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from django.db import connection

from tests.waiting import until

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = "tests.e2e.site_settings"
NAME = "settebello.sqlite3"
# The variable with the name of the database that script/with_postgresql.py migrates beside the tests.
NAMED = "MOULD"
WAITS = 120.0
MIGRATE, COLLECT = ("migrate", "--verbosity=0", "--skip-checks"), ("collectstatic", "--no-input", "--verbosity=0")


def kept() -> Path | None:
    """The folder that this run keeps; of several processes the first fills it."""
    named = os.environ.get("SITE_MOULD")
    if not named:
        return None
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            _run(folder, MIGRATE, COLLECT)
            (folder / "made").touch()
    return folder


def database_into(data: Path, name: str = NAME) -> None:
    """Put a migrated database into a folder."""
    data.mkdir(parents=True, exist_ok=True)
    mould = kept()
    if mould is None:
        _run(data, MIGRATE)
    else:
        shutil.copy(mould / NAME, data / name)


def site_into(data: Path) -> None:
    """Put a migrated database and the static files into the data folder of a site."""
    mould = kept()
    if mould is None:
        _run(data, MIGRATE, COLLECT)
    else:
        shutil.copy(mould / NAME, data)
        (data / "static").symlink_to(mould / "static")


def template() -> str:
    """The migrated database of PostgreSQL that others are copied from, once it is whole."""
    name = os.environ[NAMED]
    try:
        with connection.cursor() as cursor:

            def is_whole() -> bool:
                cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s AND datistemplate", [name])
                return cursor.fetchone() is not None

            until(is_whole, f"the database {name} is migrated", WAITS, every=0.2)
    finally:
        # The connections of the pool are to the database from before.
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]
    return name


def _run(data: Path, *commands: tuple[str, ...]) -> None:
    others = ("DATABASE_URL", "REDIS_URL", "DEBUG", "SITE_URL", "ALLOWED_HOSTS")
    environment = {
        **{name: value for name, value in os.environ.items() if name not in others},
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "SETTEBELLO_DATA": str(data),
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": str(ROOT),
    }
    for command in commands:
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    kept()
