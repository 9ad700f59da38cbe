"""``settebello doctor``: what is missing or wrong on this computer, in the words of somebody who is no technician."""

import atexit
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, NamedTuple

from tournaments.installation import DATABASE, command, version
from tournaments.language import system_language
from tournaments.management import addresses, updates
from tournaments.replica import home, stick
from tournaments.system_errors import reason

Grade = Literal["good", "careful", "wrong"]
# Bytes of the disk: an evening needs some megabytes, its copies as many again.
LITTLE, TOO_LITTLE = 1_000_000_000, 100_000_000
OLD_COPY_DAYS: Final = 7
# Seconds that the clock of the computer may stand before the newest thing on record.
BEHIND: Final = 60
# Seconds for a stick to answer: one that hangs would keep the doctor.
ANSWERS_WITHIN: Final = 5.0


class Finding(NamedTuple):
    """One thing that was looked at, how it is, and what can be done about it."""

    grade: Grade
    text: str


def examine(data: Path, port: str, *, is_online: bool) -> int:
    """Print every finding in the language of the system; return 1 where something is wrong.

    ``is_online``: whether the index may be asked for a newer version.
    """
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.utils import translation

    why = _why_not_written(data)
    if why:
        # The program looks at the rest all the same, with data of a moment.
        spare = Path(tempfile.mkdtemp(prefix="settebello-"))
        atexit.register(shutil.rmtree, spare, ignore_errors=True)
        os.environ["SETTEBELLO_DATA"] = str(spare)
    try:
        django.setup()
    except (ImproperlyConfigured, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    with translation.override(system_language()):
        from django.utils.translation import gettext as _

        marks: dict[Grade, str] = {"good": _("fine"), "careful": _("look at this"), "wrong": _("to be mended")}
        width = max(map(len, marks.values()))
        print(f"Settebello {version()}, {platform.system()} {platform.release()}, Python {platform.python_version()}")
        found = [*findings(data, port), *_of_updates(is_online=is_online)]
        for grade, text in found:
            print(f"  {marks[grade]:<{width}}  {text}")
    return int(any(grade == "wrong" for grade, _text in found))


def findings(data: Path, port: str) -> Iterator[Finding]:
    """Yield how each thing is that an evening needs."""
    from django.utils.translation import gettext as _

    if why := _why_not_written(data):
        text = _("Nothing can be written in the folder of the data, %(folder)s: %(why)s.")
        yield Finding("wrong", text % {"folder": data, "why": why})
    else:
        yield Finding("good", _("The data are in %(folder)s.") % {"folder": data})

    left = shutil.disk_usage(data if data.exists() else Path.home()).free
    megabytes = {"mb": left // 1_000_000}
    if left < TOO_LITTLE:
        yield Finding("wrong", _("The disk is full: %(mb)s MB are left. Make room before the evening.") % megabytes)
    elif left < LITTLE:
        yield Finding("careful", _("The disk is nearly full: %(mb)s MB are left.") % megabytes)
    else:
        yield Finding("good", _("There is room on the disk: %(mb)s MB.") % megabytes)

    yield from _of_address(port, data)
    if not why:
        yield from _of_data(data)
        yield from of_stick(data)

    from tournaments.errors import RefusedError
    from tournaments.frame.phrases import sentence
    from tournaments.jobs.writes.pdf_job import is_pango_there

    if is_pango_there():
        yield Finding("good", _("Lists, slips and brackets can be made as PDF."))
    else:
        yield Finding("careful", sentence(RefusedError("pdf_pango_missing")))


def _why_not_written(data: Path) -> str:
    """Return in words why nothing can be written there; some systems allow by rights what they refuse when it is done.

    A full disk is another finding.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data):
            pass
        if (data / DATABASE).exists():
            with (data / DATABASE).open("rb+"):
                pass
    except OSError as error:
        return reason(error)
    return ""


def _of_updates(*, is_online: bool) -> Iterator[Finding]:
    """Yield whether a newer version is there, and how it is installed; the network is asked only where one is told."""
    from django.utils.translation import gettext as _

    by, origin = updates.installer(Path(sys.prefix)), updates.origin()
    own = {"version": version()}
    if origin is updates.Origin.SOURCES:
        yield Finding("good", _("Version %(version)s runs from its sources: a newer one comes with them.") % own)
    elif origin is updates.Origin.FILE:
        text = _("Version %(version)s came from a file: ask for a newer one where that is from, then type: %(command)s")
        yield Finding("good", text % {**own, "command": by.from_file})
    elif by.name == "uv":
        text = _("This is version %(version)s. This looks for a newer one and brings it: %(command)s")
        yield Finding("good", text % {**own, "command": by.upgrade})
    elif not is_online:
        text = _("This is version %(version)s. “settebello doctor --online” looks for a newer one.")
        yield Finding("good", text % own)
    elif not (newest := updates.newest()):
        yield Finding("careful", _("No newer version could be looked for: is this computer on the internet?"))
    elif updates.is_newer(newest):
        text = _("Version %(newest)s is there. After the evening stop the site, then type: %(command)s")
        yield Finding("careful", text % {"newest": newest, "command": by.upgrade})
    else:
        yield Finding("good", _("Version %(version)s is the newest one.") % own)


def _of_address(port: str, data: Path) -> Iterator[Finding]:
    """Yield whether the site is served or can be, and where phones find it."""
    from django.utils.translation import gettext as _

    why_not = addresses.why_not("127.0.0.1", port)
    own = addresses.in_the_hall()
    if why_not and (not addresses.is_port(port) or not addresses.is_taken(port)):
        yield Finding("wrong", why_not)
        return
    if not why_not:
        yield Finding("good", _("The site is not running; port %(port)s is free for it.") % {"port": port})
    elif not addresses.is_served(f"http://127.0.0.1:{port}"):
        yield Finding(
            "wrong",
            _("Another program uses port %(port)s: end it, or start with --port and another number.") % {"port": port},
        )
    elif own == "127.0.0.1" or addresses.is_served(f"http://{own}:{port}"):
        yield Finding("good", _("The site is running on port %(port)s.") % {"port": port})
    else:
        yield Finding(
            "careful",
            _("The site is running for this computer only: for the phones stop it, then type: %(command)s")
            % {"command": command("serve", "--lan", *(["--port", port] if port != "8000" else []), data=data)},
        )
    if own == "127.0.0.1":
        yield Finding("careful", _("This computer is in no network: phones cannot reach it. Is the Wi-Fi on?"))
    else:
        said = {"url": f"http://{own}:{port}"}
        text = _("Phones in the same network open %(url)s.") % said
        hint = _("If they do not: let Python through the firewall, and use no Wi-Fi that keeps its guests apart.")
        yield Finding("good", f"{text} {hint}")


def _of_data(data: Path) -> Iterator[Finding]:
    """Yield how old the data are: their version, the clock against their newest row, the last copy."""
    from django.conf import settings
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor
    from django.utils import timezone
    from django.utils.translation import gettext as _
    from django.utils.translation import ngettext

    if settings.EMBEDDED and not (data / DATABASE).exists():
        yield Finding("good", _("There are no data yet: the first start makes them."))
        return
    try:
        if settings.EMBEDDED:
            with closing(
                sqlite3.connect(
                    f"{(data / DATABASE).resolve().as_uri()}?mode=ro", uri=True, timeout=addresses.LOOKS_SECONDS
                )
            ) as file:
                whole = file.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            if not whole:
                yield Finding("wrong", _("The file of the data is damaged: bring the last copy with “restore”."))
                return
        executor = MigrationExecutor(connection)
        known = set(executor.loader.graph.nodes)
        applied = {key for key in executor.loader.applied_migrations if key[0] == "tournaments"}
        if applied - known:
            yield Finding("wrong", _("A newer version of the program has used these data: install that one."))
            return
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            yield Finding(
                "careful",
                _("The data are of an earlier version: the next start copies them, then brings them to this."),
            )
            return
        from tournaments.models import AuditEntry
        from tournaments.templatetags.evening import day_and_time

        newest = AuditEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    except (DatabaseError, sqlite3.DatabaseError, OSError) as error:
        yield Finding("wrong", _("The data cannot be read: %(why)s.") % {"why": reason(error, _) or error})
        return
    if newest is not None and newest.timestamp() > time.time() + BEHIND:
        yield Finding(
            "wrong",
            _("The clock of this computer is behind: something on record is of %(moment)s. Set it before the evening.")
            % {"moment": day_and_time(newest)},
        )
    else:
        yield Finding("good", _("The clock says %(moment)s.") % {"moment": day_and_time(timezone.now())})
    if settings.EMBEDDED:
        own = home.read(data)
        copies = [
            *data.glob("*.zip"),
            *(data / "copies").glob("before-*.sqlite3"),
            *Path.cwd().glob("settebello-*.zip"),
        ]
        moments = [each.stat().st_mtime for each in copies if each.is_file()]
        if own.backed_up:
            moments.append(own.backed_up)
        if not moments and own.folder:
            # What the stick has is said of the stick.
            return
        if not moments:
            text = _("No copy of the data was found here. This makes one: %(command)s")
            yield Finding("careful", text % {"command": command("backup", _("FOLDER"), data=data)})
        else:
            days = max(int((time.time() - max(moments)) / 86_400), 0)
            text = ngettext("The last copy is %(days)s day old.", "The last copy is %(days)s days old.", days)
            yield Finding("good" if days < OLD_COPY_DAYS else "careful", text % {"days": days})


def of_stick(data: Path) -> Iterator[Finding]:
    """Yield how the copy on the stick is, where one was chosen."""
    from django.utils.translation import gettext as _

    from tournaments.replica.words import clock
    from tournaments.templatetags.evening import day_and_time

    own = home.read(data)
    if own.passed:
        said = {"at": clock(own.passed, seconds=False)}
        yield Finding("wrong", _("The evening went on on another computer at %(at)s: nothing is written here.") % said)
    if not own.folder:
        return
    # When the newest copy there was checked, 0 where none was; None on a stick of other data, nothing without a stick.
    found: list[float | None] = []

    def look() -> None:
        with suppress(OSError), stick.place(Path(own.folder)) as place:
            mark = place.mark()
            if mark is not None and own.stick != mark.stick and own.home != mark.home:
                found.append(None)
            elif mark is not None:
                checked = [place.read(f"{each.name}/{stick.CHECKED}").get("at") for each in place.copies()]
                found.append(max((each for each in checked if isinstance(each, int | float)), default=0.0))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(ANSWERS_WITHIN)
    where = {"folder": own.folder}
    if not found:
        text = _(
            "The stick for the copy is not there now, or does not answer: %(folder)s. The evening goes on without."
        )
        yield Finding("careful", text % where)
    elif found[0] is None:
        text = _("The stick in %(folder)s carries the copy of another computer: nothing is written on it.")
        yield Finding("careful", text % where)
    elif not found[0]:
        yield Finding(
            "careful", _("On the stick, %(folder)s, there is no copy yet that was seen to open again.") % where
        )
    else:
        moment = datetime.fromtimestamp(found[0], UTC)
        text = _("The copy on the stick, %(folder)s, was last seen to open again on %(moment)s.")
        yield Finding("good", text % {**where, "moment": day_and_time(moment)})
