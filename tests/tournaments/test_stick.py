"""The copy on a stick at its outer doors: an evening goes on elsewhere, a stick is pulled, a second laptop comes."""

import errno
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench.events import form_of_result
from bench.servers import Browser
from tests.e2e.atlas import ORGANISER
from tests.e2e.serving import staged
from tests.mould import ROOT, database_into
from tests.ports import free_port
from tests.tournaments.installed import COMMAND, PATIENCE, SETTINGS, answers
from tests.waiting import until
from tournaments.installation import DATABASE, address_before
from tournaments.replica import engine, folders, home, keeper, stick
from tournaments.replica.resuming import ResumeError, resume

# Where the phones find the first computer.
IN_THE_HALL = "http://192.168.1.23:8000"


class Laptop:
    """The program on the data of one computer."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.said = data.parent / f"{data.name}.said"
        self._child: subprocess.Popen[bytes] | None = None

    @contextmanager
    def runs(self, *arguments: str, **environment: str) -> Iterator[None]:
        asked = [*COMMAND, *arguments, "--data", str(self.data), "--port", str(self.port), "--no-browser"]
        known = {**os.environ, **SETTINGS, "LANG": "it_IT.UTF-8", **environment}
        known.pop("DATABASE_URL", None)
        with self.said.open("w") as out:
            child = self._child = subprocess.Popen(asked, cwd=ROOT, env=known, stdout=out, stderr=subprocess.STDOUT)
        try:
            until(lambda: answers(f"{self.url}/livez") or child.poll() is not None, "it answers", PATIENCE)
            assert child.poll() is None, self.said.read_text()
            yield
        finally:
            child.send_signal(signal.SIGTERM)
            child.wait(PATIENCE)

    def dies(self) -> None:
        """As when the battery is out: the site, its keeper and the engine at one blow."""
        work = self.data / home.WORK
        assert self._child is not None
        pids = [int(path.read_text()) for name in ("engine", "keeper") if (path := work / f"{name}.pid").exists()]
        for pid in (*pids, self._child.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._child.wait(PATIENCE)

    def note(self, text: str) -> None:
        """Write a row that the site itself does not need."""
        with closing(sqlite3.connect(self.data / DATABASE, timeout=PATIENCE)) as now:
            now.execute("CREATE TABLE IF NOT EXISTS notes (text)")
            now.execute("INSERT INTO notes VALUES (?)", (text,))
            now.commit()

    def notes(self) -> list[str]:
        return notes(self.data / DATABASE)

    def refuses(self, path: str) -> str:
        """What is said to somebody who sends a form; empty where it is taken."""
        try:
            with urllib.request.urlopen(f"{self.url}{path}", data=b"", timeout=PATIENCE):
                return ""
        except urllib.error.HTTPError as error:
            return error.read().decode() if error.code == 503 else ""


def notes(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as read:
        if not read.execute("SELECT 1 FROM sqlite_master WHERE name = 'notes'").fetchone():
            # It is from before the first note.
            return []
        return [row[0] for row in read.execute("SELECT text FROM notes ORDER BY rowid")]


def copies(folder: Path) -> list[str]:
    """The copies on the stick that were seen to restore."""
    found = (folder / stick.FOLDER).glob(f"copy-*/{stick.CHECKED}")
    return sorted(path.parent.name for path in found)


def holds(folder: Path, wanted: list[str], to: Path) -> bool:
    """Whether the newest copy restores to these notes."""
    newest = folder / stick.FOLDER / max(copies(folder))
    binary = engine.program()
    if (newest / keeper.WHOLE).exists():
        to.write_bytes((newest / keeper.WHOLE).read_bytes())
    elif binary is None or engine.restore(binary, newest, to):
        return False
    return notes(to) == wanted


@pytest.fixture
def usb(tmp_path: Path) -> Path:
    # As systems name the sticks that people name.
    folder = tmp_path / "CHIAVETTA città 100% 📀"
    folder.mkdir()
    return folder


@pytest.fixture
def first(tmp_path: Path) -> Laptop:
    # As macOS names the folder of its programs' data.
    database_into(tmp_path / "Application Support" / "first", DATABASE)
    return Laptop(tmp_path / "Application Support" / "first")


@pytest.fixture
def second(tmp_path: Path) -> Laptop:
    return Laptop(tmp_path / "second")


def test_an_evening_goes_on_from_the_stick_and_the_laptop_of_before_writes_nothing_more(
    first: Laptop, second: Laptop, usb: Path, tmp_path: Path
) -> None:
    known = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.e2e.site_settings", "SETTEBELLO_DATA": str(first.data)}
    known.pop("DATABASE_URL", None)
    with staged(known) as stage:
        event = stage("event", name="Coppa", state="called", pairs=4)
        stage("play_round", slug=event["slug"], number=1)
        cookies = "; ".join(f"{name}={value}" for name, value in stage("log_in", email=ORGANISER).items())
    (first.data / "jobs").mkdir()
    (first.data / "jobs/list.xlsx").write_bytes(b"a list")
    with first.runs("serve", "--no-demo", "--copy", str(usb), SITE_URL=IN_THE_HALL):
        until(lambda: copies(usb), "the first copy restores")
        first.note("before")
        until(lambda: holds(usb, ["before"], tmp_path / "seen"), "what was written is on the stick")
        until((usb / "settebello/files/jobs-list.xlsx").exists, "what was uploaded is on the stick")
        # No stick of a test is another disk.
        assert f"{usb} è sullo stesso disco dei dati" in first.said.read_text()
        first.dies()

    with second.runs("resume", str(usb)):
        assert second.notes() == ["before"]
        said = second.said.read_text()
        assert "Ultimo risultato: tavolo" in said and "(Coppa)" in said
        assert "Ripresa in" in said
        assert "(Ctrl-C lo ferma)" in said
        page = f"{second.url}/organizza/{event['slug']}/ripresa/"
        assert page in said
        asked = urllib.request.Request(page, headers={"Cookie": cookies, "Accept-Language": "it"})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            shown = answer.read().decode()
        assert "La serata continua da qui" in shown
        assert "4 coppie e 2 risultati sono a posto." in " ".join(shown.split())
        assert address_before(second.data, second.url, datetime.now(UTC)) == IN_THE_HALL
        assert (second.data / "secret_key").read_text() == (first.data / "secret_key").read_text()
        assert (second.data / "jobs/list.xlsx").read_bytes() == b"a list"
        second.note("after")
        until(lambda: holds(usb, ["before", "after"], tmp_path / "seen"), "the copy goes on")

    with first.runs("serve", "--no-demo"):
        assert "La serata è ripresa su un altro computer" in first.refuses("/lingua/")
        assert answers(f"{first.url}/")
        with (
            closing(sqlite3.connect(first.data / DATABASE, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("DELETE FROM notes")
    assert holds(usb, ["before", "after"], tmp_path / "seen")


def test_a_stick_that_hangs_holds_no_page_and_no_result(first: Laptop, usb: Path) -> None:
    known = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.e2e.site_settings", "SETTEBELLO_DATA": str(first.data)}
    known.pop("DATABASE_URL", None)
    with staged(known) as stage:
        event = stage("event", name="Coppa", state="called", pairs=4)
        number = event["tables"][0]["number"]
        browser = Browser(first.port, stage("log_in", email=ORGANISER))
        with closing(browser.connection), first.runs("serve", "--no-demo", "--copy", str(usb)):
            until(lambda: copies(usb), "the first copy restores")
            # An open that never returns, as of a stick that answers no more.
            mark = usb / stick.FOLDER / stick.MARK
            mark.unlink()
            os.mkfifo(mark)

            def shown(path: str) -> str:
                status, page, _headers, _ms = browser.ask("GET", path, headers={"Accept-Language": "it"})
                assert status == 200
                return page.decode()

            until(lambda: "La chiavetta è lenta" in shown(f"/organizza/{event['slug']}/chiavetta/"), "it is said")
            sheet = f"/e/{event['slug']}/tavoli/{number}/"
            seen = re.search(r'name="seen" value="(\d+)"', shown(sheet))
            assert seen is not None
            status, *_rest = browser.ask("POST", sheet, form_of_result(int(seen[1]), "one", upper=True))
            assert status == 303
            assert stage("versions", slug=event["slug"], number=number) == [{"status": "running", "points": [3, 1]}]
        # The site has ended in its own time, and the keeper with it.
        keeper_pid = int((first.data / home.WORK / "keeper.pid").read_text())
        until(lambda: not is_alive(keeper_pid), "the keeper ends with the site")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def keeping(laptop: Laptop, usb: Path) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The process beside the site, alone, and the states that it says."""
    states: list[str] = []
    home.choose(laptop.data, usb)
    asked = [sys.executable, "-m", "tournaments.replica.keeper", str(laptop.data), str(laptop.data / DATABASE), "print"]
    with subprocess.Popen(asked, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        said = child.stdout
        threading.Thread(target=lambda: states.extend(json.loads(line)["state"] for line in said), daemon=True).start()
        try:
            yield child, states
        finally:
            child.stdin.close()
            child.wait(PATIENCE)


def test_a_stick_that_is_pulled_and_put_back_has_a_new_copy_and_nothing_was_made_where_it_was(
    first: Laptop, usb: Path, tmp_path: Path
) -> None:
    away = tmp_path / "away"
    with keeping(first, usb) as (_child, states):
        until(lambda: copies(usb), "the first copy restores")
        (begun,) = copies(usb)
        assert [*(first.data / home.WORK).glob("check*")] == []
        usb.rename(away)
        # What is left where a stick was mounted: removing it fails if anything was made there.
        usb.mkdir()
        first.note("while it was out")
        until(lambda: states[-1] == "out", "it is told")
        usb.rmdir()
        away.rename(usb)
        until(lambda: len(copies(usb)) == 2, "a new copy restores")
        until(lambda: holds(usb, ["while it was out"], tmp_path / "seen"), "it has what was written meanwhile")
        assert copies(usb)[0] == begun


def test_a_folder_without_a_copy_and_a_copy_that_is_damaged_change_nothing(
    second: Laptop, usb: Path, tmp_path: Path
) -> None:
    def refused() -> str:
        asked = [*COMMAND, "resume", str(usb), "--data", str(second.data), "--port", str(second.port), "--no-browser"]
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1
        return done.stderr

    assert "there is no copy of Settebello here" in refused()
    with stick.place(usb, is_new=True) as place:
        place.set_mark(stick.Mark("a", "b", 1, "c", 0.0))
        made = place.begin_copy(1)
        (place.path / made.name / "ltx/9").mkdir(parents=True)
        (place.path / made.name / "ltx/9/0000000000000001-0000000000000001.ltx").write_bytes(b"cut short")
        was = place.mark()
    assert "nothing was changed" in refused()
    with stick.place(usb) as place:
        assert place.mark() == was
    assert not (second.data / DATABASE).exists()


@pytest.fixture
def kept(first: Laptop, usb: Path, monkeypatch: pytest.MonkeyPatch) -> keeper.Keeper:
    """A keeper in this process, of a computer without the engine: its copies are whole, and made when it looks."""
    monkeypatch.setattr(engine, "program", lambda: None)
    monkeypatch.setattr(keeper, "WHOLE_EVERY", 0.0)
    home.choose(first.data, usb)
    return keeper.Keeper(first.data, first.data / DATABASE, "print")


def test_without_the_engine_the_copy_is_whole(kept: keeper.Keeper, first: Laptop, usb: Path) -> None:
    first.note("one")
    kept.look()
    assert (kept.report.state, kept.report.engine) == ("running", "whole")
    whole = usb / stick.FOLDER / copies(usb)[-1] / keeper.WHOLE
    assert notes(whole) == ["one"]
    first.note("two")
    kept.look()
    assert notes(whole) == ["one", "two"]


def test_a_stick_of_other_data_or_of_another_computer_in_the_same_term_is_left_as_it_is(
    kept: keeper.Keeper, usb: Path
) -> None:
    for mark in (stick.Mark("a", "other", 1, "c", 0.0), stick.Mark("a", "print", 1, "c", 0.0)):
        with stick.place(usb, is_new=True) as place:
            place.set_mark(mark)
        kept.look()
        assert kept.report.state == "foreign"
        with stick.place(usb) as place:
            assert (place.mark(), place.copies()) == (mark, [])


def test_who_keeps_the_evening_takes_a_later_term_than_the_other(kept: keeper.Keeper, usb: Path) -> None:
    kept.look()
    with stick.place(usb) as place:
        mark = place.mark()
        assert mark is not None
        place.set_mark(stick.Mark(mark.stick, mark.installation, 2, "other", 1_000.0))
    kept.look()
    assert (kept.report.state, kept.report.passed) == ("passed", 1_000.0)
    # It is remembered without the stick too.
    usb.rename(usb.with_name("elsewhere"))
    kept.look()
    assert kept.report.state == "passed"
    usb.with_name("elsewhere").rename(usb)
    kept.order({"do": "take"})
    kept.look()
    assert (kept.report.state, kept.report.term) == ("running", 3)
    with stick.place(usb) as place:
        mark = place.mark()
    assert mark is not None and mark.term == 3 and mark.home != "other"


def test_a_full_stick_is_told_with_what_is_missing_and_goes_on_when_there_is_room(
    kept: keeper.Keeper, usb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stick.Place, "free", lambda _self: 5_000_000)
    kept.look()
    assert kept.report.state == "full"
    assert kept.report.short > keeper.BEGINS_WITH - 5_000_000
    monkeypatch.undo()
    kept.look()
    assert kept.report.state in ("running", "starting")


def test_it_is_said_which_of_the_two_disks_is_full(
    kept: keeper.Keeper, usb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=1_000_000))
    kept.look()
    assert (kept.report.state, kept.report.is_here) == ("full", True)
    assert kept.report.short == keeper.GOES_ON_WITH - 1_000_000
    monkeypatch.undo()
    monkeypatch.setattr(engine, "program", lambda: None)
    kept.look()
    assert (kept.report.state, kept.report.is_here) == ("running", False)

    # In the middle of a write, on the stick and then here.
    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(stick.Place, "copies", full)
    kept.order({"do": "try"})
    kept.look()
    assert (kept.report.state, kept.report.is_here) == ("full", False)
    monkeypatch.setattr(kept, "_missing_here", lambda: 7)
    kept.look()
    assert (kept.report.state, kept.report.is_here, kept.report.short) == ("full", True, 7)


def test_nothing_is_made_where_no_stick_was_put_in_yet(
    kept: keeper.Keeper, usb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "FOR_MOUNTS", re.compile(re.escape(str(tmp_path)) + "(/.*)?"))
    kept.look()
    assert (kept.report.state, [*usb.iterdir()]) == ("out", [])
    monkeypatch.setattr(os.path, "ismount", lambda path: path == usb)
    kept.look()
    assert kept.report.state == "running"
    assert copies(usb)


def test_a_copy_on_the_disk_of_the_data_is_called_so(
    kept: keeper.Keeper, usb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.look()
    assert kept.report.is_beside
    monkeypatch.setattr(folders, "is_on_one_disk", lambda _one, _other: False)
    kept.order({"do": "try"})
    kept.look()
    assert not kept.report.is_beside


def test_two_partitions_of_one_disk_are_one_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices, system = tmp_path / "block", tmp_path / "devices"
    devices.mkdir()
    for number, where in (
        ("8:0", "sda"),
        ("8:1", "sda/sda1"),
        ("8:2", "sda/sda2"),
        ("8:17", "sdb/sdb1"),
        ("253:0", "dm"),
    ):
        (system / where).mkdir(parents=True)
        (devices / number).symlink_to(system / where)
        if where[-1].isdigit():
            (system / where / "partition").write_text("1")
    # An encrypted disk lies on a partition.
    (system / "dm/slaves").mkdir()
    (system / "dm/slaves/sda2").symlink_to(system / "sda/sda2")
    mounted = tmp_path / "mountinfo"
    mounted.write_text(f"36 1 0:41 / /data rw shared:1 - btrfs {tmp_path}/none rw\n")
    monkeypatch.setattr(folders, "DEVICES", devices)
    monkeypatch.setattr(folders, "MOUNTED", mounted)
    one, two, other, sealed = (
        folders.disks_of(os.makedev(*numbers)) for numbers in ((8, 1), (8, 2), (8, 17), (253, 0))
    )
    assert one == two == sealed == folders.disks_of(os.makedev(8, 0)) == {"sda"}
    assert other == {"sdb"}
    # A device that Linux does not know is no disk of anybody.
    assert folders.disks_of(os.makedev(0, 41)) == folders.disks_of(os.makedev(0, 42)) == frozenset()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with what the system calls the computer."""
    name = tmp_path / "machine-id"
    name.write_text("one\n")
    monkeypatch.setattr(folders, "NAMES", (name,))
    return name


@pytest.mark.parametrize(("name", "is_own"), [("one", True), ("two", False), ("", False)])
def test_a_computer_knows_its_stick_again_when_its_data_are_gone(
    machine: Path, kept: keeper.Keeper, usb: Path, tmp_path: Path, name: str, is_own: bool
) -> None:
    kept.look()
    machine.write_text(name)
    data = tmp_path / "new"
    data.mkdir()
    # The folder that the program made on the stick is as good.
    resume(stick.folder_of(usb / stick.FOLDER), data, data / DATABASE)
    assert (home.read(data).is_own, home.read(data).folder) == (is_own, str(usb))


def test_nothing_goes_on_from_a_stick_that_cannot_say_so_to_the_other_computer(
    kept: keeper.Keeper, usb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", "mark.json.part")

    kept.look()
    monkeypatch.setenv("LANGUAGE", "it")
    monkeypatch.setattr(stick.Place, "set_mark", refuse)
    data = tmp_path / "new"
    data.mkdir()
    with pytest.raises(ResumeError, match="si può solo leggere"):
        resume(usb, data, data / DATABASE)
    assert list(data.iterdir()) == []


def test_two_copies_are_kept_and_what_a_pull_left_over_is_removed(usb: Path) -> None:
    with stick.place(usb, is_new=True) as place:
        for number in range(1, 5):
            made = place.begin_copy(1)
            assert made == stick.Copy(1, number)
            if number != 3:
                place.write(f"{made.name}/{stick.CHECKED}", b'{"at": 1}')
        (place.path / "mark.json.0000.part").touch()
        newest = place.begin_copy(2)
        place.prune(newest)
        assert place.names() == [stick.Copy(1, 4).name, newest.name]


def test_a_stick_that_is_chosen_again_keeps_its_mark(first: Laptop, usb: Path) -> None:
    chosen = home.choose(first.data, usb)
    home.remember(first.data, home.Home(chosen.home, folder=str(usb), stick="marked"))
    assert home.choose(first.data, usb).stick == "marked"
    assert home.choose(first.data, usb / "other").is_new


def test_what_another_version_remembers_besides_changes_no_name_of_this_computer(first: Laptop, usb: Path) -> None:
    chosen = home.choose(first.data, usb)
    path = first.data / home.WORK / home.NAME
    path.write_text(json.dumps({**json.loads(path.read_text()), "of_another_version": 1}))
    found = home.read(first.data)
    assert (found.home, found.folder) == (chosen.home, chosen.folder)


def test_the_keeper_ends_with_the_site_and_there_is_one_at_a_time(first: Laptop, usb: Path) -> None:
    with keeping(first, usb) as (child, _states):
        until(lambda: copies(usb), "the first copy restores")
        again = subprocess.run(child.args, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        assert again.returncode == 3
    assert child.returncode == 0
