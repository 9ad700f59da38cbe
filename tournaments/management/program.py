"""The command ``settebello``: serve the site of this computer, or look after its data.

Without arguments it serves. It runs before there are settings: it chooses the folder of the data, then loads Django.
"""

import argparse
import gettext
import io
import os
import shutil
import sqlite3
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from tournaments.installation import DATABASE, EMPTY, IS_CLONE, command, remember_address_before, usual_data, version
from tournaments.language import LOCALE, system_language
from tournaments.language import translate as _
from tournaments.management import addresses
from tournaments.replica import folders, home, resuming, stick
from tournaments.system_errors import reason

# How many copies that were made before an upgrade are kept beside the data.
COPIES: Final = 5
SQLITE: Final = b"SQLite format 3\0"
# Seconds for a first start, which makes the demonstration, until the browser is opened.
OPENS_WITHIN: Final = 120.0
# A database, and what SQLite keeps beside it.
SIDES: Final = ("", "-wal", "-shm", "-journal")
# As shells have it for Ctrl-C.
INTERRUPTED: Final = 130
HELD: Final[list[sqlite3.Connection]] = []


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # A sentence that is written into a file may have letters that the system's own alphabet lacks.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    asked = _parser().parse_args(_command_first(given))
    if asked.command == "version":
        print(version())
        return 0
    data = Path(asked.data or os.environ.get("SETTEBELLO_DATA") or usual_data()).expanduser().resolve()
    os.environ["SETTEBELLO_DATA"] = str(data)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error as DatabaseError

    try:
        if asked.command == "serve":
            return _serve(asked, data)
        if asked.command == "resume":
            return _resume(asked, data)
        if asked.command == "doctor":
            from tournaments.management.doctor import examine

            return examine(data, asked.port, is_online=asked.online)
        return _of_data(asked, data)
    except KeyboardInterrupt:
        # Ctrl-C before the site is there, or in the middle of a check.
        return INTERRUPTED
    except ImproperlyConfigured as error:
        return _refuse(str(error))
    except (OSError, sqlite3.Error, DatabaseError) as error:
        # What somebody at the computer can mend: a right, a disk, a damaged file.
        why = reason(error)
        if not why:
            raise
        if isinstance(error, OSError):
            return _refuse(_("%(file)s: %(why)s.") % {"file": error.filename or data, "why": why})
        sentence = _("The data in %(folder)s cannot be used: %(why)s. “%(command)s” says more.")
        return _refuse(sentence % {"folder": data, "why": why, "command": command("doctor", data=data)})


def _command_first(given: Sequence[str]) -> list[str]:
    """Return the command line as the parser takes it: options may stand before their command; alone they serve."""
    if given and (not given[0].startswith("-") or given[0] in ("-h", "--help", "--version")):
        return list(given)
    has_value = {"--data", "--port", "--copy"}
    for at, word in enumerate(given):
        if not word.startswith("-") and given[at - 1] not in has_value:
            return [word, *given[:at], *given[at + 1 :]]
    return ["serve", *given]


def _parser() -> argparse.ArgumentParser:
    # What argparse says itself is in the same catalogue (OF_ARGPARSE).
    os.environ["LANGUAGE"] = system_language()
    gettext.bindtextdomain("django", LOCALE)
    gettext.textdomain("django")
    parser = argparse.ArgumentParser(
        prog="settebello",
        description=_("Runs card tournaments on this computer. Without a command it serves the site."),
    )
    parser.add_argument("--version", action="version", version=version(), help=_("say the version"))
    folder, number, file = _("FOLDER"), _("NUMBER"), _("FILE")
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"), required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--data",
        metavar=folder,
        help=(_("where the data are (usually %(folder)s)") % {"folder": usual_data()}).replace("%", "%%"),
    )
    serving = argparse.ArgumentParser(add_help=False)
    serving.add_argument("--lan", action="store_true", help=_("also for the phones in the hall"))
    port = argparse.ArgumentParser(add_help=False)
    port.add_argument(
        "--port", metavar=number, default=os.environ.get("PORT", "8000"), help=_("the port (usually 8000)")
    )
    serving.add_argument("--no-browser", action="store_true", help=_("do not open the browser"))
    serve = commands.add_parser(
        "serve", parents=[common, serving, port], help=_("serve the site, and open it in the browser")
    )
    serve.add_argument("--no-demo", action="store_true", help=_("begin without the demonstration"))
    serve.add_argument("--copy", metavar=folder, help=_("keep a copy of everything on this stick, or in this folder"))
    resume = commands.add_parser(
        "resume", parents=[common, serving, port], help=_("go on from the stick of another computer")
    )
    resume.add_argument("folder", metavar=folder, help=_("the stick, or the folder with the copy"))
    backup = commands.add_parser("backup", parents=[common], help=_("write everything into one file"))
    backup.add_argument(
        "file", metavar=file, nargs="?", default=".", help=_("a file that ends in .zip, or a folder (usually this one)")
    )
    restore = commands.add_parser("restore", parents=[common], help=_("bring a backup, or the copy before an upgrade"))
    restore.add_argument("file", metavar=file, help=_("the file"))
    verify = commands.add_parser("verify", parents=[common], help=_("check the data, or a backup, against the rules"))
    verify.add_argument("file", metavar=file, nargs="?", help=_("a backup"))
    verify.add_argument("--deep", action="store_true", help=_("closed events whole, also where no row has changed"))
    doctor = commands.add_parser(
        "doctor", parents=[common, port], help=_("say what is missing or wrong on this computer")
    )
    doctor.add_argument("--online", action="store_true", help=_("also ask the package index for a newer version"))
    commands.add_parser("version", help=_("say the version"))
    return parser


# What argparse says of a command line: each is in the catalogue under these very words.
OF_ARGPARSE: Final = (
    _("usage: "),
    _("positional arguments"),
    _("options"),
    _("show this help message and exit"),
    _("argument %(argument_name)s: %(message)s"),
    _("expected one argument"),
    _("unrecognized arguments: %s"),
    _("the following arguments are required: %s"),
    _("ambiguous option: %(option)s could match %(matches)s"),
    _("invalid choice: %(value)r (choose from %(choices)s)"),
    _("%(prog)s: error: %(message)s\n"),
)


def _serve(asked: argparse.Namespace, data: Path) -> int:
    host = "0.0.0.0" if asked.lan else "127.0.0.1"  # noqa: S104 - the phones of the hall, where somebody asks for them
    # Said before anything is prepared or an address is printed: anybody who opens that would meet another program.
    if problem := addresses.why_not(host, asked.port):
        return _refuse(problem)
    own = addresses.in_the_hall() if asked.lan else "127.0.0.1"
    if asked.lan and own == "127.0.0.1":
        print(
            _("No network was found: phones cannot reach this address until this computer is in one."), file=sys.stderr
        )
    os.environ.setdefault("SITE_URL", f"http://{own}:{asked.port}")
    if data != usual_data() or not IS_CLONE:
        print(_("Data: %(folder)s") % {"folder": data})
    if not _hold(data):
        return _refuse(_("Settebello is running on these data already: %(folder)s") % {"folder": data})
    if asked.copy:
        if os.environ.get("DATABASE_URL"):
            return _refuse(
                _("A copy on a stick is kept of the file of a laptop; the data are where DATABASE_URL says.")
            )
        folder = stick.folder_of(Path(asked.copy).expanduser().resolve())
        home.choose(data, folder)
        if not folder.is_dir() or folders.is_empty_mount_point(folder):
            sentence = _("%(folder)s: no stick is there now. The copy begins by itself when it is put in.")
            print(sentence % {"folder": folder}, file=sys.stderr)
        elif folders.is_on_one_disk(folder, data):
            sentence = _(
                "%(folder)s is on the same disk as the data: if this computer dies, the copy dies with it. Choose a"
                " stick, unless something else takes this folder to another place."
            )
            print(sentence % {"folder": folder}, file=sys.stderr)
    if problem := prepare(data, is_demo=not asked.no_demo and os.environ.get("SETTEBELLO_DEMO", "on") != "off"):
        return _refuse(problem)
    _run(asked, host)
    return 0


def _run(asked: argparse.Namespace, host: str, path: str = "") -> None:
    """Serve, and open the browser at ``path``."""
    print("\n" + _("Settebello: %(address)s   (Ctrl-C stops it)") % {"address": os.environ["SITE_URL"]}, flush=True)
    if not asked.no_browser and not IS_CLONE:
        own = f"http://127.0.0.1:{asked.port}"
        threading.Thread(target=_open_when_there, args=(own, path), daemon=True).start()
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


def _resume(asked: argparse.Namespace, data: Path) -> int:
    """Take the evening up from a stick, say what is known of it, and serve it."""
    began = time.monotonic()
    if os.environ.get("DATABASE_URL"):
        return _refuse(_("A stick is taken up into the file of a laptop; the data are where DATABASE_URL says."))
    host = "0.0.0.0" if asked.lan else "127.0.0.1"  # noqa: S104 - as for serving
    if problem := addresses.why_not(host, asked.port):
        return _refuse(problem)
    own = addresses.in_the_hall() if asked.lan else "127.0.0.1"
    os.environ.setdefault("SITE_URL", f"http://{own}:{asked.port}")
    print(_("Data: %(folder)s") % {"folder": data})
    if not _hold(data):
        return _refuse(_("Settebello is running on these data already: %(folder)s") % {"folder": data})
    try:
        folder = stick.folder_of(Path(asked.folder).expanduser().resolve())
        resumed = resuming.resume(folder, data, data / DATABASE)
    except resuming.ResumeError as error:
        return _refuse(str(error))
    if resumed.aside is not None:
        print(_("What was there is in %(file)s") % {"file": resumed.aside})
    if resumed.passed_over:
        print(_("The newest copy does not restore: this is the one before it (%(copy)s).") % {"copy": resumed.copy})
    if problem := prepare(data, is_demo=False):
        return _refuse(problem)
    from django.utils import timezone
    from django.utils.translation import override

    if resumed.address:
        remember_address_before(data, resumed.address, timezone.now())
    from django.urls import reverse

    from tournaments.backups.verifying.installation import verify
    from tournaments.replica.reads import counts, events_of_evening, last_keys
    from tournaments.replica.words import resumed_lines

    violations = verify().violations
    evening = events_of_evening()
    with override(system_language()):
        for violation in violations:
            print(violation, file=sys.stderr)
        for line in resumed_lines(evening):
            print(line)
    # Each event's page is for those who run it: what is said of another one's tables is not for them.
    of_event = [
        [each for each in violations if each.params.get("event", "-") in ("-", event.slug)][: home.MOST_WRONG]
        for event in evening
    ]
    wrong = {id(each): (each.code, dict(each.params)) for found in of_event for each in found}
    sheet, row = last_keys()
    took = time.monotonic() - began
    home.change(
        data,
        took=took,
        sheet=sheet,
        row=row,
        events=[(event.pk, *counts(event)) for event in evening],
        wrong=list(wrong.values()),
        wrongs=len(violations),
    )
    print(_("Taken up in %(seconds)s s.") % {"seconds": f"{took:.1f}"})
    paths = [reverse("organise_resumed", args=[event.slug]) for event in evening]
    for path in paths:
        print(_("What is known, and how to go on: %(address)s") % {"address": f"http://127.0.0.1:{asked.port}{path}"})
    path = paths[0] if paths else ""
    _run(asked, host, path)
    return 0


def prepare(data: Path, *, is_demo: bool) -> str:
    """Bring the data to this version, after a copy of what an earlier one left; on a first start make the demo.

    Return in words why that cannot be; nothing where it is done.
    """
    import django
    from django.core.management import call_command

    django.setup()
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    is_file = connection.vendor == "sqlite"
    database = Path(connection.settings_dict["NAME"])
    if is_file and EMPTY.is_file() and not any(Path(f"{database}{side}").exists() for side in SIDES):
        # A first start need not migrate, which took a third of it.
        part = database.with_suffix(".part")
        shutil.copyfile(EMPTY, part)
        part.replace(database)
    executor = MigrationExecutor(connection)
    applied = set(executor.loader.applied_migrations)
    # Django passes over what it does not know: an earlier version would write into the tables of a later one.
    if any(key[0] == "tournaments" and key not in executor.loader.disk_migrations for key in applied):
        return _(
            "A newer version of the program has used these data: install that one, or bring the copy that was made "
            "before it (in %(folder)s) with “restore”."
        ) % {"folder": data / "copies"}
    is_behind = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    copy = None
    if applied and is_file and is_behind:
        copy = make_copy(database, data)
        print(_("The data are of an earlier version: a copy of them is in %(file)s") % {"file": copy})
    try:
        if is_behind:
            call_command("migrate", verbosity=0)
    except Exception:
        if copy is not None:
            sentence = _("They could not be brought to this one. Before you try again: %(command)s")
            print(sentence % {"command": command("restore", str(copy), data=data)})
        raise
    if copy is not None:
        _keep_the_newest(copy.parent)
    if IS_CLONE:
        call_command("collectstatic", interactive=False, verbosity=0)
    if is_demo:
        call_command("seed_demo", "--first-start")
    return ""


def make_copy(database: Path, data: Path) -> Path:
    """Copy the database as it is, also while it is in use."""
    folder = data / "copies"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"before-{version()}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite3"
    part = path.with_suffix(".part")
    try:
        part.touch(mode=0o600)
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def _keep_the_newest(folder: Path) -> None:
    for old in sorted(folder.glob("before-*.sqlite3"), key=lambda each: each.stat().st_mtime)[:-COPIES]:
        old.unlink()


def _open_when_there(url: str, path: str) -> None:
    until = time.monotonic() + OPENS_WITHIN
    while time.monotonic() < until:
        if addresses.is_served(url):
            webbrowser.open(url + path)
            return
        time.sleep(0.2)


def _of_data(asked: argparse.Namespace, data: Path) -> int:
    path = Path(asked.file) if asked.file else None
    if asked.command == "restore" and path is not None:
        if not path.is_file():
            return _refuse(_("%(file)s: there is no such file.") % {"file": path})
        with path.open("rb") as file:
            is_database = file.read(len(SQLITE)) == SQLITE
        if not _hold(data):
            return _refuse(_("The site is running on these data: stop it first."))
        if home.read(data).resumed:
            # What is known of an evening that was taken up is of the data that go.
            home.change(data, resumed=0.0, events=())
        if is_database:
            return _put_back(path, data)
        if problem := prepare(data, is_demo=False):
            return _refuse(problem)
    elif (
        (path is None or asked.command == "backup")
        and not os.environ.get("DATABASE_URL")
        and not (data / DATABASE).exists()
    ):
        sentence = _("There are no data of Settebello in %(folder)s: “%(command)s” makes them.")
        return _refuse(sentence % {"folder": data, "command": command("serve", data=data)})
    import django
    from django.core.management import CommandError, call_command
    from django.utils.translation import override

    django.setup()
    try:
        options = {"deep": True} if getattr(asked, "deep", False) else {}
        with override(system_language()):
            call_command(asked.command, *([str(path)] if path is not None else []), **options)
    except CommandError as error:
        return _refuse(str(error))
    if asked.command == "backup" and not os.environ.get("DATABASE_URL"):
        # The doctor would not find it where somebody carries it.
        with suppress(OSError):
            home.change(data, backed_up=time.time())
    return 0


def _put_back(copy: Path, data: Path) -> int:
    """Put the copy before an upgrade in the place of the database, which is kept beside it."""
    if os.environ.get("DATABASE_URL"):
        return _refuse(_("The data are where DATABASE_URL says: this copy is not for there."))
    database, part = data / DATABASE, data / "restored.part"
    try:
        part.touch(mode=0o600)
        for side in ("", "-wal"):
            if (file := Path(f"{copy}{side}")).is_file():
                shutil.copyfile(file, f"{part}{side}")
        if not _is_whole(part):
            sentence = _("%(file)s is damaged, or was not made by Settebello: nothing was changed.")
            return _refuse(sentence % {"file": copy})
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        if database.exists() and _is_used(database):
            return _refuse(_("The site is running on these data: stop it first."))
        aside = data / "copies" / f"replaced-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite3"
        aside.parent.mkdir(mode=0o700, exist_ok=True)
        # With what SQLite keeps beside it: a log that stayed would be played into the other database.
        for side in SIDES:
            if (file := Path(f"{database}{side}")).exists():
                file.replace(f"{aside}{side}")
        part.replace(database)
    finally:
        for side in SIDES:
            Path(f"{part}{side}").unlink(missing_ok=True)
    if aside.exists():
        print(_("What was there is in %(file)s") % {"file": aside})
    sentence = _("The data are those of %(file)s. Start the version of the program that they are from.")
    print(sentence % {"file": copy})
    return 0


def _is_whole(path: Path) -> bool:
    """Return whether this is a database of ours without damage; it is one file afterwards."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as read:
            read.execute("SELECT 1 FROM django_migrations").fetchone()
            is_sound = read.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            return bool(is_sound and read.execute("PRAGMA journal_mode=DELETE").fetchone()[0] == "delete")
    except sqlite3.DatabaseError:
        return False


def _is_used(database: Path) -> bool:
    """Return whether somebody writes there now; of a damaged database nobody knows, and it is moved aside as it is."""
    try:
        with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as now:
            now.execute("PRAGMA locking_mode=EXCLUSIVE")
            now.execute("BEGIN EXCLUSIVE")
            now.execute("COMMIT")
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    except sqlite3.DatabaseError:
        return False
    return False


def _hold(data: Path) -> bool:
    """Keep the data for this process until it ends, as far as this program asks; a lock of SQLite is one everywhere."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = sqlite3.connect(data / "in-use", timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    HELD.append(lock)
    return True


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
