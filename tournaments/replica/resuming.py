"""Takes an evening up from a stick on this computer: the newest copy that restores, under a later term."""

import os
import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from tournaments.installation import command
from tournaments.language import translate as _
from tournaments.replica import engine, folders, home, keeper, stick
from tournaments.system_errors import reason


class ResumeError(Exception):
    """Why the evening cannot go on from this stick, in words for the person at the computer."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """What was taken up: which copy, how many newer ones did not restore, and where the data from before are.

    ``address`` is where phones found the computer that served, if that was in a network.
    """

    copy: str
    passed_over: int
    aside: Path | None
    address: str


def resume(folder: Path, data: Path, database: Path) -> Resumed:
    """Put the newest state of the stick in the place of these data, which are kept beside it."""
    own = home.read(data)
    part = data / "resumed.part"
    try:
        with stick.place(folder) as place:
            mark = place.mark()
            if mark is None:
                raise ResumeError(_("%(folder)s: there is no copy of Settebello here.") % {"folder": folder})
            if mark.home == own.home and database.exists() and not own.passed:
                sentence = _(
                    "The data of this computer are those that the stick is a copy of, and newer: start with "
                    "“%(command)s”. To go on from the copy, move %(file)s away first."
                )
                again = command("serve", "--copy", str(folder), data=data)
                raise ResumeError(sentence % {"command": again, "file": database})
            found, passed_over = _newest(place, part)
            # From here on the other computer writes nothing more, if it sees this stick again.
            term = max(mark.term, own.term) + 1
            here = folders.computer()
            is_own = mark.home == own.home or (bool(here) and mark.computer == here)
            try:
                place.set_mark(replace(mark, term=term, home=own.home, since=time.time(), computer=here))
            except OSError as error:
                sentence = _(
                    "Nothing can be written on the stick (%(why)s), so the other computer would not learn that the"
                    " evening goes on here: nothing was changed. Take its lock off, or make room on it. Or copy its"
                    " folder “settebello” onto another stick, and go on from that one."
                )
                raise ResumeError(sentence % {"why": reason(error)}) from error
            aside = _move_aside(data, database)
            part.replace(database)
            _bring_files(place, data, aside)
        home.remember(
            data,
            home.Home(
                own.home,
                term=term,
                folder=str(folder),
                stick=mark.stick,
                resumed=time.time(),
                is_own=is_own,
            ),
        )
    except stick.NoStickError as error:
        raise ResumeError(_("%(folder)s: there is no copy of Settebello here.") % {"folder": folder}) from error
    finally:
        for side in ("", "-wal", "-shm", ".tmp"):
            Path(f"{part}{side}").unlink(missing_ok=True)
    return Resumed(found.name, passed_over, aside, mark.address if "//127." not in mark.address else "")


def _newest(place: stick.Place, part: Path) -> tuple[stick.Copy, int]:
    """Restore the newest copy that can be, into ``part``; return it, and how many newer ones could not."""
    binary, why = engine.program(), ""
    for passed_over, copy in enumerate(reversed(place.copies())):
        path = place.path / copy.name
        if (path / keeper.WHOLE).is_file():
            shutil.copyfile(path / keeper.WHOLE, part)
        elif binary is None:
            why = _("Litestream is not installed on this computer, and the copy was made with it")
            continue
        elif words := engine.restore(binary, path, part):
            why = _("the copy is damaged, or not complete: %(words)s") % {"words": words}
            continue
        with closing(sqlite3.connect(part)) as read:
            try:
                read.execute("SELECT 1 FROM django_migrations").fetchone()
                if read.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok":
                    return copy, passed_over
            except sqlite3.DatabaseError as error:
                why = reason(error) or str(error)
    sentence = _("No copy on this stick can be restored (%(why)s): nothing was changed.")
    raise ResumeError(sentence % {"why": why or _("there is none")})


def _move_aside(data: Path, database: Path) -> Path | None:
    if not database.exists():
        return None
    aside = data / "copies" / f"replaced-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite3"
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    for side in ("", "-wal", "-shm", "-journal"):
        if (file := Path(f"{database}{side}")).exists():
            file.replace(f"{aside}{side}")
    return aside


def _bring_files(place: stick.Place, data: Path, aside: Path | None) -> None:
    """Bring the keys and the uploaded files; the key of before stays beside the data of before."""
    for name in place.names(stick.FILES):
        if name.endswith(".part"):
            continue
        if name == keeper.KEYS:
            to = data / keeper.KEYS
            if aside is not None and to.exists():
                to.replace(aside.with_suffix(".secret_key"))
        else:
            folder, _dash, rest = name.partition("-")
            if folder != keeper.UPLOADS or not rest or "/" in rest:
                continue
            to = data / keeper.UPLOADS / rest
        to.parent.mkdir(mode=0o700, exist_ok=True)
        part = to.with_name(f".{to.name}.part")
        shutil.copyfile(place.path / stick.FILES / name, part)
        part.chmod(0o600)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(to)
