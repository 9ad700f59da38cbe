"""The site's side of the copy: it starts the keeper and remembers its last word; it never touches the stick itself."""

import atexit
import json
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from tournaments.installation import BASE
from tournaments.replica import home
from tournaments.replica.keeper import Report, fingerprint

# Seconds: a keeper that ends is begun anew, each time after twice as long.
AGAIN, LONGEST = 1.0, 30.0
FIRST_WORD: Final = 4.0
ENDS_WITHIN: Final = 5.0
# From here on the copy is slow, and from here on it stands still.
SLOW, STILL = 5.0, 30.0
# Without a word for so long the keeper waits for its stick.
SILENT: Final = 3.0


@dataclass(frozen=True, slots=True)
class State:
    """What a page shows. ``kind``: none, starting, fresh, back, slow, still, out, full, foreign, passed, failed."""

    kind: str
    report: Report
    age: int = 0


@dataclass(slots=True)
class Watch:
    """The keeper of this process and its last word."""

    # Whether another computer has gone on: then nothing is written here. Every request asks.
    is_passed: bool = False
    _report: Report = field(default_factory=Report)
    _heard: float = 0.0
    _process: "subprocess.Popen[str] | None" = None
    _first: threading.Event = field(default_factory=threading.Event)
    _ending: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None
    _gate: sqlite3.Connection | None = None

    def start_if_chosen(self) -> None:
        """Start where a stick was chosen before, or another computer has gone on."""
        found = home.read(Path(settings.DATA_DIR))
        if settings.EMBEDDED and (found.folder or found.passed):
            self.start()

    def use(self, folder: Path) -> None:
        """Keep the copy in this folder from now on."""
        with self._lock:
            is_kept = self._process is not None
        if is_kept:
            self.order(do="use", folder=str(folder))
        else:
            home.choose(Path(settings.DATA_DIR), folder)
            self.start()

    def start(self) -> None:
        """Start the keeper, and wait a moment for what it finds: nobody writes here if another computer has gone on."""
        self._ending.clear()
        self._first.clear()
        self._heard = 0.0
        self._thread = threading.Thread(target=self._keep, name="replica", daemon=True)
        self._thread.start()
        atexit.register(self.stop)
        self._first.wait(FIRST_WORD)

    def stop(self) -> None:
        """End the keeper after its last writing; one whose stick hangs is left to end with it."""
        self._ending.set()
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
        self._open_gate()

    def order(self, **asked: Any) -> None:
        """Hand the keeper what somebody chose; one that hangs is ended, and another begins."""
        with self._lock:
            process = self._process
        if process is None or process.stdin is None:
            return
        if self._heard and time.monotonic() - self._heard > SILENT:
            process.kill()
            return
        with suppress(OSError, ValueError):
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()

    @property
    def state(self) -> State:
        """Return what the copy is now, from memory."""
        report = self._report
        if report.state not in ("running", "starting"):
            return State(report.state, report, _age(report))
        age = _age(report)
        if report.state == "starting" and not (report.covered or report.before):
            is_late = time.time() - report.since > STILL
            return State("still" if is_late else "starting", report, int(time.time() - report.since))
        if age >= STILL:
            return State("still", report, age)
        if age >= SLOW:
            return State("slow", report, age)
        is_back = report.before and time.time() - report.begun < 2 * STILL
        return State("back" if is_back else "fresh", report, age)

    def _keep(self) -> None:
        wait = AGAIN
        data = Path(settings.DATA_DIR)
        database = settings.DATABASES["default"]["NAME"]
        command = [sys.executable, "-m", "tournaments.replica.keeper", str(data), str(database)]
        while not self._ending.is_set():
            process = subprocess.Popen(
                [*command, fingerprint(settings.SECRET_KEY)],
                cwd=BASE,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            with self._lock:
                self._process = process
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            for line in process.stdout:
                with suppress(ValueError, TypeError):
                    self._hear(Report(**json.loads(line)))
                    wait = AGAIN
            process.stdout.close()
            self._first.set()
            if process.wait() == 3:
                # Another process of this installation keeps the copy.
                return
            self._ending.wait(wait)
            wait = min(2 * wait, LONGEST)

    def _hear(self, report: Report) -> None:
        # A keeper that was begun anew knows nothing of before.
        if not report.covered and not report.before:
            report = replace(report, before=self._report.covered or self._report.before)
        # The first word is what was remembered, the second what the stick says.
        is_passed = report.state == "passed"
        if self._heard or is_passed:
            self._first.set()
        self._report, self._heard, self.is_passed = report, time.monotonic(), is_passed
        if is_passed:
            self._close_gate()
        else:
            self._open_gate()

    def _close_gate(self) -> None:
        """Hold the turn to write for good: pages, sockets and the sweeper all ask the database for it."""
        if self._gate is not None:
            return
        path = settings.DATABASES["default"]["NAME"]
        gate = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        try:
            gate.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            gate.close()
        else:
            self._gate = gate

    def _open_gate(self) -> None:
        gate, self._gate = self._gate, None
        if gate is not None:
            gate.close()


def _age(report: Report) -> int:
    last = report.covered or report.before
    return max(int(time.time() - last), 0) if last else 0


WATCH: Final = Watch()
