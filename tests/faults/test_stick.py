"""P9: what was acknowledged a second before the laptop died is on the stick, and pulling the stick harms nothing."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles

from tests.faults.conftest import Figure
from tests.mould import ROOT, database_into
from tests.searching import in_short, promised
from tests.waiting import until
from tournaments.installation import DATABASE
from tournaments.replica import home, resuming, stick

KILLS, PULLS = in_short(2, 50), in_short(2, 30)
# What is promised on an idle machine, and what a pull may cost.
BEHIND_SECONDS, BEHIND_A_PULL = 1.0, 5.0
WRITES_EVERY = 0.02


class Writer:
    """Writes a row with its moment again and again, each on the disk before the next, as the site does."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.acknowledged: list[float] = []
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Writer":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        with closing(sqlite3.connect(self._database, timeout=30, isolation_level=None)) as base:
            base.execute("PRAGMA synchronous=FULL")
            base.execute("CREATE TABLE IF NOT EXISTS moments (at REAL)")
            while not self._ending.wait(WRITES_EVERY):
                at = time.time()
                base.execute("INSERT INTO moments VALUES (?)", (at,))
                self.acknowledged.append(at)


@contextmanager
def keeping(data: Path, usb: Path) -> Iterator[list[str]]:
    """The keeper of these data, killed with its engine at the end as when the power goes; the states that it says."""
    home.choose(data, usb)
    states: list[str] = []
    asked = [sys.executable, "-m", "tournaments.replica.keeper", str(data), str(data / DATABASE), "print"]
    with subprocess.Popen(asked, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        said = child.stdout
        assert said is not None
        threading.Thread(target=lambda: states.extend(json.loads(line)["state"] for line in said), daemon=True).start()
        try:
            until(lambda: states[-1:] == ["running"], "the copy runs")
            yield states
        finally:
            child.kill()
            with suppress(OSError):
                os.kill(int((data / home.WORK / "engine.pid").read_text()), signal.SIGKILL)


def moments(path: Path) -> list[float]:
    with closing(sqlite3.connect(path)) as read:
        return [row[0] for row in read.execute("SELECT at FROM moments ORDER BY rowid")]


def test_what_was_acknowledged_a_second_before_the_laptop_died_is_on_the_stick(tmp_path: Path, figure: Figure) -> None:
    behind, took, lost = list[float](), list[float](), 0
    for number in range(KILLS):
        data, usb, other = (tmp_path / f"{name}-{number}" for name in ("data", "usb", "other"))
        usb.mkdir()
        other.mkdir()
        database_into(data, DATABASE)
        with Writer(data / DATABASE) as writer, keeping(data, usb):
            until(lambda: len(writer.acknowledged) > 20, "somebody writes")
            time.sleep(random.uniform(0.5, 2))
            died, known = time.time(), list(writer.acknowledged)
        shutil.rmtree(data)
        begun = time.monotonic()
        resuming.resume(usb, other, other / DATABASE)
        took.append(time.monotonic() - begun)
        found = moments(other / DATABASE)
        assert found[: len(known)] == known[: len(found)]
        late = known[min(len(found), len(known)) :]
        behind.append(died - late[0] if late else 0.0)
        lost += sum(at < died - BEHIND_SECONDS for at in late)
    p99 = quantiles(behind, n=100)[-1]
    assert promised(lost == 0)
    figure(
        "P9",
        f"{KILLS} kills with the data deleted: {lost} rows lost that were acknowledged more than a second before;"
        f" behind p50 {median(behind):.2f} s, p99 {p99:.2f} s, at most {max(behind):.2f} s; restored in at most"
        f" {max(took):.2f} s",
    )


class Stick:
    """A folder that is mounted where that may be done, and renamed elsewhere; ``store`` has what is on it."""

    def __init__(self, folder: Path, store: Path) -> None:
        self._folder, self.store = folder, store
        folder.mkdir()
        store.mkdir()
        self.is_mounted = os.geteuid() == 0 and self._mount()
        if not self.is_mounted:
            store.rmdir()

    def _mount(self) -> bool:
        return subprocess.run(["mount", "--bind", str(self.store), str(self._folder)]).returncode == 0

    def pull(self) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "-l", str(self._folder)], check=True)
        else:
            self._folder.rename(self.store)

    def put_back(self) -> None:
        if self.is_mounted:
            assert self._mount()
        else:
            self.store.rename(self._folder)


def test_a_stick_that_is_pulled_over_and_over_always_restores(tmp_path: Path, figure: Figure) -> None:
    data, usb = tmp_path / "data", tmp_path / "usb"
    pulled = Stick(usb, tmp_path / "store")
    database_into(data, DATABASE)
    behind, made = list[float](), 0
    with Writer(data / DATABASE) as writer, keeping(data, usb) as states:
        for number in range(PULLS):
            time.sleep(random.uniform(0, 2))
            at = time.time()
            pulled.pull()
            until(lambda: states[-1] == "out", "it is told")
            made += sum(1 for _each in usb.rglob("*")) if usb.exists() else 0
            other, seen = tmp_path / f"other-{number}", tmp_path / f"seen-{number}"
            other.mkdir()
            shutil.copytree(pulled.store / stick.FOLDER, seen / stick.FOLDER)
            resuming.resume(seen, other, other / DATABASE)
            behind.append(max(at - moments(other / DATABASE)[-1], 0.0))
            pulled.put_back()
            until(lambda: states[-1] == "running", "it goes on")
        pulled.pull()
        slowest = max(b - a for a, b in zip(writer.acknowledged, writer.acknowledged[1:], strict=False))
    assert made == 0
    assert promised(max(behind) <= BEHIND_A_PULL)
    how = "unmounted" if pulled.is_mounted else "renamed"
    figure(
        "P9",
        f"{PULLS} pulls ({how}): always restored, behind the pull p50 {median(behind):.2f} s, at most"
        f" {max(behind):.2f} s; {made} files where it was; longest pause of a writer {slowest:.2f} s",
    )
