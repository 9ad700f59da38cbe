"""The process beside the site that keeps the copy. It alone touches the stick: a stick that hangs holds nothing else.

It is started by the site (``watching.py``) and ends with it: its input is a pipe that the site holds. It answers with
lines of JSON on its output, a few a second. A line that does not come is an answer too.
"""

import errno
import hashlib
import json
import os
import queue
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from tournaments.replica import engine, folders, home, stick

# Seconds.
TICK: Final = 0.1
TELLS_EVERY: Final = 0.25
CHECKS_EVERY: Final = 60.0
FILES_EVERY: Final = 1.0
ROOM_EVERY: Final = 2.0
WHOLE_EVERY: Final = 10.0
# So long nothing reached a stick that is there: the engine is begun anew, and its copy with it.
STUCK: Final = 20.0
ENDS_WITHIN: Final = 4.0
# Bytes. A copy begins where its database fits twice and this much more; it goes on down to the second.
BEGINS_WITH: Final = 48 * 1024 * 1024
GOES_ON_WITH: Final = 8 * 1024 * 1024
MOST_FILE: Final = 64 * 1024 * 1024
MOST_FILES: Final = 500
WHOLE: Final = "whole.sqlite3"
CHECK: Final = "check.sqlite3"
KEYS: Final = "secret_key"
UPLOADS: Final = "jobs"


@dataclass(slots=True)
class Report:
    """What the site is told. Times are of the clock of this computer, 0 where there is none yet.

    ``state``: none, starting, running, out, full, foreign, passed (another computer has gone on), failed. ``short`` are
    the bytes that are missing: on the stick, or with ``is_here`` on the disk of this computer, which then has no room
    even to check the copy. ``is_beside`` says that the copy is on the same disk as the data.
    """

    state: str = "none"
    since: float = 0.0
    folder: str = ""
    engine: str = "litestream"
    covered: float = 0.0
    checked: float = 0.0
    begun: float = 0.0
    before: float = 0.0
    free: int = 0
    short: int = 0
    is_here: bool = False
    is_beside: bool = False
    passed: float = 0.0
    term: int = 0
    why: str = ""


class Keeper:
    def __init__(self, data: Path, database: Path, installation: str) -> None:
        self._data, self._database, self._installation = data, database, installation
        self._work = data / home.WORK
        # As ``settebello`` says it to the site, in whose environment this process runs.
        self._address = os.environ.get("SITE_URL", "")[: stick.MOST_ADDRESS]
        self._computer = folders.computer()
        self._home = home.read(data)
        # On a full disk there is a page to say so.
        with suppress(OSError):
            home.remember(data, self._home)
        self._binary = engine.program() if stick.HAS_FOLDERS else None
        self._engine = engine.Engine(self._binary, database, self._work) if self._binary else None
        self._copy: stick.Copy | None = None
        self._identity: tuple[int, int] | None = None
        self._copied: dict[str, tuple[int, int]] = {}
        self._checking: tuple[subprocess.Popen[bytes], float] | None = None
        self._due = {"check": 0.0, "files": 0.0, "room": 0.0, "whole": 0.0}
        self._sent = ""
        self._whole_of: tuple[int, ...] = ()
        self.report = Report(engine="litestream" if self._binary else "whole", term=self._home.term)
        self._say("passed" if self._home.passed else "starting" if self._home.folder else "none")
        self.report.passed = self._home.passed

    def order(self, asked: dict[str, Any]) -> None:
        """Do what somebody at the page chose."""
        match asked.get("do"):
            case "use":
                self._leave("starting", at_once=False)
                self._home = home.choose(self._data, Path(str(asked.get("folder", ""))))
            case "try":
                self._leave("starting", at_once=True)
            case "take":
                with stick.place(Path(self._home.folder)) as place:
                    mark = place.mark()
                    if mark is not None and mark.installation == self._installation:
                        self._take(place, mark)

    def look(self) -> None:
        """Look at the stick and do what is due; a stick that is gone is told at once."""
        if not self._home.folder:
            return
        try:
            with self._open_stick() as place:
                self._tend(place)
        except stick.NoStickError:
            self._leave("passed" if self._home.passed else "out", at_once=True)
        except (OSError, sqlite3.Error) as error:
            # Pulled in the middle, full, or only to be read; SQLite has no number for a full disk.
            is_full = getattr(error, "errno", None) == errno.ENOSPC or "disk is full" in str(error)
            self._leave("passed" if self._home.passed else "full" if is_full else "failed", at_once=True)
            self.report.why = str(error)
            if is_full:
                self.report.is_here = self._missing_here() > 0
                self.report.short = max(self._missing_here(), 0)

    def _missing_here(self, more: int = 0) -> int:
        """Return how many bytes are missing on the disk of this computer for ``more`` of them."""
        return GOES_ON_WITH + more - shutil.disk_usage(self._work).free

    def _open_stick(self) -> Any:
        folder = Path(self._home.folder)
        if not self._home.stick and folders.is_empty_mount_point(folder):
            # Chosen before it was put in: what was made here would lie on the disk of the computer.
            raise stick.NoStickError(str(folder))
        if not self._home.stick or self._has_ours(folder):
            return stick.place(folder, is_new=self._home.is_new)
        for other in folders.stick_folders():
            if other != folder and self._has_ours(other):
                self._home = home.change(self._data, folder=str(other))
                return stick.place(other)
        raise stick.NoStickError(str(folder))

    def _has_ours(self, folder: Path) -> bool:
        try:
            with stick.place(folder) as place:
                mark = place.mark()
        except OSError:
            return False
        return mark is not None and mark.stick == self._home.stick

    def _tend(self, place: stick.Place) -> None:
        mark = place.mark()
        if mark is None:
            if self._home.stick:
                raise stick.NoStickError(str(place.path))
            mark = stick.Mark(secrets.token_hex(8), self._installation, self._home.term, self._home.home, time.time())
            place.set_mark(mark)
        if mark.installation != self._installation:
            self._leave("foreign", at_once=True)
            return
        if self._home.stick != mark.stick:
            self._home = home.change(self._data, stick=mark.stick, is_new=False)
        if mark.home != self._home.home:
            if mark.term > self._home.term:
                self._leave("passed", at_once=True)
                self.report.passed = mark.since
                if self._home.passed_term != mark.term:
                    self._home = home.change(self._data, passed=mark.since, passed_term=mark.term)
                return
            if mark.term == self._home.term:
                self._leave("foreign", at_once=True)
                return
            place.set_mark(replace(mark, term=self._home.term, home=self._home.home, since=time.time()))
        elif mark.term > self._home.term:
            # Taken by this computer; it was switched off before it had remembered that.
            self._home = home.change(self._data, term=mark.term, passed=0.0, passed_term=0)
        if self._home.passed:
            return
        own = replace(mark, address=self._address, computer=self._computer)
        if mark.home == self._home.home and mark != own:
            place.set_mark(own)
        here = place.path.stat()
        identity = (here.st_dev, here.st_ino)
        if self._copy is None or identity != self._identity:
            self._leave("starting", at_once=True)
            self._identity = identity
            if not self._begin(place):
                return
        self._follow(place)

    def _take(self, place: stick.Place, mark: stick.Mark) -> None:
        """Keep the evening on this computer: a later term than the other's."""
        term = max(mark.term, self._home.term) + 1
        place.set_mark(replace(mark, term=term, home=self._home.home, since=time.time()))
        self._home = home.change(self._data, term=term, passed=0.0, passed_term=0)
        self.report.passed = 0.0
        self._leave("starting", at_once=True)

    def _begin(self, place: stick.Place) -> bool:
        """Begin a new copy where there is room for it."""
        self.report.free = place.free()
        self.report.is_beside = folders.is_on_one_disk(place.path, self._data)
        missing = 2 * self._database.stat().st_size + BEGINS_WITH - self.report.free
        self.report.is_here = missing <= 0 and self._missing_here() > 0
        self.report.short = max(self._missing_here() if self.report.is_here else missing, 0)
        if self.report.short:
            self._say("full")
            return False
        self._copy = copy = place.begin_copy(self._home.term)
        self._copied.clear()
        self._sent, self._whole_of = "", ()
        self.report.begun, self.report.checked = time.time(), 0.0
        self.report.before = self.report.covered or self.report.before
        self.report.covered = 0.0
        self._due = dict.fromkeys(self._due, 0.0)
        if self._engine is not None:
            self._engine.start(place.path / copy.name)
        place.make_folder(stick.FILES)
        return True

    def _follow(self, place: stick.Place) -> None:
        assert self._copy is not None  # noqa: S101 - begun by the caller
        copy, now = self._copy, time.time()
        if self._engine is None:
            self._copy_whole(place, copy)
        else:
            if self._engine.is_running:
                self._measure(place, copy, now)
            last = max(self.report.covered, self.report.begun)
            if not self._engine.is_running or now - last > STUCK:
                self._leave("starting", at_once=True)
                self.report.why = "the engine is begun anew"
                return
            self._engine.keep_log_small()
            self._check(place, copy)
        if self._is_due("files", FILES_EVERY):
            self._copy_files(place)
        if self._is_due("room", ROOM_EVERY):
            self.report.free = place.free()
            if self.report.free < GOES_ON_WITH:
                self.report.short, self.report.is_here = GOES_ON_WITH - self.report.free, False
                self._leave("full", at_once=True)
                return
        if self.report.covered:
            self._say("running")

    def _measure(self, place: stick.Place, copy: stick.Copy, now: float) -> None:
        """See up to which moment the changes are on the stick."""
        assert self._engine is not None  # noqa: S101
        folder = f"{copy.name}/ltx/0"
        newest = max((name for name in place.names(folder) if name.endswith(".ltx")), default="")
        if not newest:
            return
        has_all = newest >= self._engine.newest_here() and self._engine.has_read_all()
        if newest != self._sent:
            place.flush(folder)
            if not self._sent:
                place.flush(f"{copy.name}/ltx")
                place.flush(copy.name)
            self._sent = newest
        if has_all:
            self.report.covered = now
            return
        # Much is being written: what is there reaches to the moment at which its newest change was read.
        with suppress(FileNotFoundError):
            at = (self._engine.own / "ltx/0" / newest).stat().st_mtime
            self.report.covered = max(self.report.covered, min(at, now))

    def _check(self, place: stick.Place, copy: stick.Copy) -> None:
        """Restore the copy beside the data, again and again, and see that its pages are whole."""
        assert self._binary is not None  # noqa: S101
        to = self._work / CHECK
        if self._checking is None:
            if not self.report.covered or not self._is_due("check", CHECKS_EVERY):
                return
            missing = self._missing_here(self._database.stat().st_size)
            self.report.is_here, self.report.short = missing > 0, max(missing, 0)
            if self.report.is_here:
                return
            begun = engine.begin_restore(self._binary, place.path / copy.name, to)
            self._checking = (begun, time.monotonic() + engine.RESTORES_WITHIN)
            return
        process, until = self._checking
        if process.poll() is None and time.monotonic() < until:
            return
        is_whole = process.returncode == 0 and to.is_file()
        self._end_check()
        if is_whole:
            self.report.checked = time.time()
            place.write(f"{copy.name}/{stick.CHECKED}", json.dumps({"at": self.report.checked}).encode())
            place.prune(copy)
            return
        self._leave("starting", at_once=True)
        self.report.why = "the copy did not restore"

    def _end_check(self) -> None:
        if self._checking is not None:
            process, _until = self._checking
            if process.poll() is None:
                process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
            self._checking = None
        for path in self._work.glob(f"{CHECK}*"):
            path.unlink(missing_ok=True)

    def _copy_whole(self, place: stick.Place, copy: stick.Copy) -> None:
        """Copy the whole database where there is no engine, if it changed."""
        if not self._is_due("whole", WHOLE_EVERY):
            return
        began = time.time()
        found = tuple(
            path.stat().st_mtime_ns for side in ("", "-wal") if (path := Path(f"{self._database}{side}")).exists()
        )
        if found != self._whole_of:
            to = self._work / WHOLE
            to.unlink(missing_ok=True)
            with closing(sqlite3.connect(self._database)) as source, closing(sqlite3.connect(to)) as made:
                source.backup(made)
                if made.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                    raise OSError("the database is damaged")
            place.write(f"{copy.name}/{WHOLE}", to.read_bytes())
            place.write(f"{copy.name}/{stick.CHECKED}", json.dumps({"at": began}).encode())
            self._whole_of = found
            self.report.checked = began
            place.prune(copy)
        self.report.covered = began

    def _copy_files(self, place: stick.Place) -> None:
        """Copy the keys and the uploaded files that changed, one at a time; remove what is gone."""
        here = {KEYS: self._data / KEYS} if (self._data / KEYS).is_file() else {}
        with suppress(FileNotFoundError):
            for path in sorted((self._data / UPLOADS).iterdir())[:MOST_FILES]:
                here[f"{UPLOADS}-{path.name}"] = path
        for name, path in here.items():
            try:
                found = path.stat()
                is_other = self._copied.get(name) != (found.st_size, found.st_mtime_ns)
                if path.is_file() and is_other and found.st_size <= MOST_FILE and not path.name.endswith(".part"):
                    place.write(f"{stick.FILES}/{name}", path.read_bytes())
                    self._copied[name] = (found.st_size, found.st_mtime_ns)
                    self._due["files"] = 0.0
                    break
            except FileNotFoundError:
                continue
        for name in place.names(stick.FILES):
            if name not in here:
                place.remove(f"{stick.FILES}/{name}")
                self._copied.pop(name, None)

    def _is_due(self, what: str, every: float) -> bool:
        if time.monotonic() < self._due[what]:
            return False
        self._due[what] = time.monotonic() + every
        return True

    def _leave(self, state: str, *, at_once: bool) -> None:
        """Stop copying, and say why."""
        if self._copy is not None:
            if self._engine is not None:
                self._engine.stop(at_once=at_once)
            self._end_check()
            self._copy = None
        self._say(state)

    def _say(self, state: str) -> None:
        if state != self.report.state:
            self.report.state, self.report.since, self.report.why = state, time.time(), ""
        self.report.folder, self.report.term = self._home.folder, self._home.term

    def close(self) -> None:
        self._leave(self.report.state, at_once=self.report.state != "running")


def main(arguments: list[str]) -> int:
    """Keep the copy until the input ends; ``arguments``: the data, the database, the fingerprint of the key."""
    # Ctrl-C in a terminal is for the site, which ends this one when it has written its last.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    data, database, installation = Path(arguments[0]), Path(arguments[1]), arguments[2]
    work = data / home.WORK
    work.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = sqlite3.connect(work / "in-use", timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        return 3
    (work / "keeper.pid").write_text(str(os.getpid()))
    engine.end_what_was_left(work)
    keeper = Keeper(data, database, installation)
    asked: queue.Queue[dict[str, Any] | None] = queue.Queue(100)

    def listen() -> None:
        for line in sys.stdin:
            with suppress(ValueError, queue.Full):
                asked.put_nowait(json.loads(line))
        asked.put(None)
        # A stick that hangs holds the main thread: the site is gone, and nothing waits for that.
        time.sleep(ENDS_WITHIN)
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    told = 0.0
    # What was remembered is said before a stick is touched that may hang.
    print(json.dumps(asdict(keeper.report)), flush=True)  # noqa: T201 - the pipe to the site
    while True:
        keeper.look()
        if time.monotonic() - told >= TELLS_EVERY:
            told = time.monotonic()
            print(json.dumps(asdict(keeper.report)), flush=True)  # noqa: T201 - the pipe to the site
        try:
            order = asked.get(timeout=TICK)
        except queue.Empty:
            continue
        if order is None:
            keeper.close()
            return 0
        with suppress(OSError):
            keeper.order(order)


def fingerprint(key: str) -> str:
    """Return what tells the keys of two installations apart, and reveals neither."""
    return hashlib.sha256(b"settebello stick\0" + key.encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
