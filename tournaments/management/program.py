"""The command ``settebello``: serve the site of this computer, or look after its data.

Without arguments it serves. It runs before there are settings: it chooses the folder of the data, then loads Django.
"""

import argparse
import os
import shutil
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from tournaments.installation import IS_CLONE, usual_data, version
from tournaments.management import addresses

# How many copies that were made before an upgrade are kept beside the data.
COPIES: Final = 5
DATABASE: Final = "settebello.sqlite3"
SQLITE: Final = b"SQLite format 3\0"
# Seconds for a first start, which makes the demonstration, until the browser is opened.
OPENS_WITHIN: Final = 120.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    # Nothing, or options alone, are those of serving.
    is_serving = not given or (given[0].startswith("-") and given[0] not in ("-h", "--help"))
    asked = _parser().parse_args(["serve", *given] if is_serving else given)
    if asked.command == "version":
        print(version())
        return 0
    data = Path(asked.data or os.environ.get("SETTEBELLO_DATA") or usual_data()).expanduser().resolve()
    os.environ["SETTEBELLO_DATA"] = str(data)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
    if asked.command == "serve":
        return _serve(asked, data)
    if asked.command == "doctor":
        from tournaments.management.doctor import examine

        return examine(data, asked.port)
    return _of_data(asked, data)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="settebello",
        description="Runs card tournaments on this computer. Without a command it serves the site.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", metavar="FOLDER", help=f"where the data are (usually {usual_data()})")
    serve = commands.add_parser("serve", parents=[common], help="serve the site, and open it in the browser")
    serve.add_argument("--lan", action="store_true", help="also for the phones in the hall")
    serve.add_argument("--port", default=os.environ.get("PORT", "8000"), help="the port (usually 8000)")
    serve.add_argument("--no-demo", action="store_true", help="begin without the demonstration")
    serve.add_argument("--no-browser", action="store_true", help="do not open the browser")
    backup = commands.add_parser("backup", parents=[common], help="write everything into one file")
    backup.add_argument("file", nargs="?", default=".", help="a file that ends in .zip, or a folder (usually this one)")
    restore = commands.add_parser("restore", parents=[common], help="bring a backup, or the copy before an upgrade")
    restore.add_argument("file", help="the file")
    verify = commands.add_parser("verify", parents=[common], help="check the data, or a backup, against the rules")
    verify.add_argument("file", nargs="?", help="a backup")
    doctor = commands.add_parser("doctor", parents=[common], help="say what is missing or wrong on this computer")
    doctor.add_argument("--port", default=os.environ.get("PORT", "8000"), help="the port (usually 8000)")
    commands.add_parser("version", help="say the version")
    return parser


def _serve(asked: argparse.Namespace, data: Path) -> int:
    host = "0.0.0.0" if asked.lan else "127.0.0.1"  # noqa: S104 - the phones of the hall, where somebody asks for them
    # Said before anything is prepared or an address is printed: anybody who opens that would meet another program.
    if problem := addresses.why_not(host, asked.port):
        print(problem, file=sys.stderr)
        return 1
    url = f"http://{addresses.in_the_hall() if asked.lan else '127.0.0.1'}:{asked.port}"
    os.environ.setdefault("SITE_URL", url)
    is_demo = not asked.no_demo and os.environ.get("SETTEBELLO_DEMO", "on") != "off"
    if data != usual_data() or not IS_CLONE:
        print(f"Data: {data}")
    prepare(data, is_demo=is_demo)
    print(f"\nSettebello: {os.environ['SITE_URL']}   (Ctrl-C stops it)", flush=True)
    if not asked.no_browser and not IS_CLONE:
        threading.Thread(target=_open_when_there, args=(f"http://127.0.0.1:{asked.port}",), daemon=True).start()
    import uvicorn

    uvicorn.run(
        "tournaments.config.asgi:application",
        host=host,
        port=int(asked.port),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
        ws="none",
        http="tournaments.config.connections:Connection",
    )
    return 0


def prepare(data: Path, *, is_demo: bool) -> None:
    """Bring the data to this version, after a copy of what an earlier one left; on a first start make the demo."""
    import django
    from django.core.management import call_command

    django.setup()
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    is_old = bool(executor.loader.applied_migrations)
    if is_old and executor.migration_plan(executor.loader.graph.leaf_nodes()) and connection.vendor == "sqlite":
        print(f"The data are of an earlier version: a copy of them is in {copied(data)}")
    call_command("migrate", verbosity=0)
    if IS_CLONE:
        call_command("collectstatic", interactive=False, verbosity=0)
    if is_demo:
        call_command("seed_demo", "--first-start")


def copied(data: Path) -> Path:
    """Copy the database as it is, also while it is in use; of such copies the newest are kept."""
    folder = data / "copies"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"before-{version()}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite3"
    path.touch(mode=0o600)
    with closing(sqlite3.connect(data / DATABASE)) as source, closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
    for old in sorted(folder.glob("before-*.sqlite3"), key=lambda each: each.stat().st_mtime)[:-COPIES]:
        old.unlink()
    return path


def _open_when_there(url: str) -> None:
    until = time.monotonic() + OPENS_WITHIN
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{url}/livez", timeout=2):  # noqa: S310 - this computer
                webbrowser.open(url)
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)


def _of_data(asked: argparse.Namespace, data: Path) -> int:
    path = Path(asked.file) if asked.file else None
    if asked.command == "restore" and path is not None and path.is_file():
        with path.open("rb") as file:
            if file.read(len(SQLITE)) == SQLITE:
                return _put_back(path, data)
    import django
    from django.core.management import CommandError, call_command

    django.setup()
    if asked.command == "restore":
        call_command("migrate", verbosity=0)
    try:
        call_command(asked.command, *([str(path)] if path is not None else []))
    except CommandError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _put_back(copy: Path, data: Path) -> int:
    """Put the copy before an upgrade in the place of the database, which is kept beside it."""
    database = data / DATABASE
    if database.exists():
        try:
            # Nobody may be writing: what they acknowledge now would be gone.
            with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as now:
                now.execute("PRAGMA locking_mode=EXCLUSIVE")
                now.execute("BEGIN EXCLUSIVE")
                now.execute("COMMIT")
                now.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.OperationalError:
            print("The site is running on these data: stop it first.", file=sys.stderr)
            return 1
        aside = data / "copies" / f"replaced-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite3"
        aside.parent.mkdir(mode=0o700, exist_ok=True)
        database.replace(aside)
        print(f"What was there is in {aside}")
    data.mkdir(parents=True, exist_ok=True)
    part = database.with_suffix(".part")
    shutil.copyfile(copy, part)
    part.chmod(0o600)
    part.replace(database)
    print(f"The data are those of {copy}. Start the version of the program that they are from.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
