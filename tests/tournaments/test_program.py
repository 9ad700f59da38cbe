"""The program as it is installed: one command that serves, copies before it upgrades, and says what is missing."""

import argparse
import errno
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import DatabaseError
from django.utils import translation
from hatchling.builders.wheel import WheelBuilder

from tests.mould import ROOT, database_into, kept
from tests.ports import free_port
from tests.searching import FULL
from tests.tournaments.installed import COMMAND, PATIENCE, SETTINGS, answers, served
from tournaments import installation
from tournaments.management import addresses, doctor, program, updates
from tournaments.replica import home as home_of
from tournaments.replica import stick
from tournaments.system_errors import reason

LATER = "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this very tree, unpacked as pip does it; in a short run with what the mould has packed."""
    made, build, mould = tmp_path_factory.mktemp("wheel"), subprocess.run, kept()

    with pytest.MonkeyPatch.context() as hook:
        # As pip builds it: this Python has no packages of its own.
        hook.setattr("sys.executable", str(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"))
        if not FULL and mould is not None:

            def collect(command: Sequence[str], *, env: Mapping[str, str], **more: Any) -> None:
                """Migrate what is migrated, and collect the files without packing them: the mould has them packed."""
                database_into(Path(env["SETTEBELLO_DATA"]), installation.DATABASE)
                build(command, env={**env, **SETTINGS}, **more)
                shutil.copytree(mould / "static", command[-1], dirs_exist_ok=True)

            hook.setattr("subprocess.run", collect)
        (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(made), versions=["standard"])
    packages = made / "site-packages"
    with ZipFile(wheel) as archive:
        archive.extractall(packages)
    compiled(packages)
    return packages


def compiled(packages: Path) -> None:
    """Put beside the modules what the tree has compiled of them; it counts for a file of the same time and size."""
    for path in packages.rglob("*.py"):
        source = ROOT / path.relative_to(packages)
        there, here = Path(cache_from_source(str(source))), Path(cache_from_source(str(path)))
        if there.is_file() and source.read_bytes() == path.read_bytes():
            shutil.copystat(source, path)
            here.parent.mkdir(exist_ok=True)
            shutil.copyfile(there, here)


def environment(packages: Path, home: Path) -> dict[str, str]:
    home.mkdir(exist_ok=True)
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(packages), "HOME": str(home), "LANG": "it_IT.UTF-8"}


def test_the_wheel_holds_all_that_the_site_shows_and_its_data_are_where_the_system_wants_them(
    installed: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with served(environment(installed, home), None, tmp_path) as url:
        page = answers(f"{url}/").decode()
        assert '<html lang="it">' in page
        sheets = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert sheets
        assert [each for each in sheets if not answers(f"{url}{each}")] == []
    (database,) = home.rglob("settebello.sqlite3")
    assert database.parent.name == "settebello"
    database_into(tmp_path / "migrated", installation.DATABASE)
    assert schema(database) == schema(tmp_path / "migrated" / installation.DATABASE)
    told = subprocess.run(
        [*COMMAND, "version"], cwd=tmp_path, env=environment(installed, home), capture_output=True, text=True
    )
    assert told.stdout.strip() == installation.version()


def test_what_the_wheel_leaves_out_is_no_part_of_the_program(installed: Path) -> None:
    tops = {path.name for path in installed.iterdir()}
    assert tops == {
        "gamekit",
        "punti",
        "scala40",
        "scopa",
        "squadre",
        "tournaments",
        f"settebello-{installation.version()}.dist-info",
    }
    lost = {
        path.relative_to(ROOT / "templates").as_posix()
        for path in (ROOT / "templates").rglob("*.html")
        if not (installed / "tournaments/house/templates" / path.relative_to(ROOT / "templates")).is_file()
    }
    assert lost == set()
    assert {path.name for path in (installed / "tournaments/house/docs").iterdir()} == {
        path.name for path in (ROOT / "docs").glob("verify_*.py")
    }
    assert (installed / "tournaments/locale/it/LC_MESSAGES/django.mo").is_file()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with data, as a first start leaves them."""
    folder = tmp_path / "data"
    folder.mkdir()
    if kept() is not None:
        database_into(folder, installation.DATABASE)
    else:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            check=True,
            env={**os.environ, "SETTEBELLO_DATA": str(folder)},
        )
    return folder


def ran(data: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return ran_as((*COMMAND, *arguments), data, **more)


def ran_as(command: Sequence[str], data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    asked = {**os.environ, "SETTEBELLO_DATA": str(data), "LANG": "en_GB.UTF-8", "LC_ALL": "C.UTF-8", **more}
    asked.pop("DATABASE_URL", None)
    return subprocess.run(command, cwd=ROOT, env=asked, capture_output=True, text=True, timeout=PATIENCE)


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as read:
        return [row[0] for row in read.execute("SELECT name FROM django_migrations ORDER BY id")]


def schema(path: Path) -> tuple[list[str], list[str]]:
    """Everything that a database is made of, and the migrations that made it."""
    with closing(sqlite3.connect(path)) as read:
        made = [row[0] for row in read.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")]
    return made, sorted(names(path))


def base(data: Path) -> Path:
    return data / installation.DATABASE


def test_the_copy_before_an_upgrade_goes_back_and_what_was_there_is_kept(data: Path) -> None:
    path = program.make_copy(base(data), data)
    assert path.stat().st_mode & 0o777 == 0o600
    assert names(path) == names(base(data))
    with closing(sqlite3.connect(base(data))) as now:
        now.execute("DELETE FROM django_migrations")
        now.commit()
    done = ran(data, "restore", str(path))
    assert done.returncode == 0, done.stderr
    assert names(base(data)) == names(path)
    (aside,) = (data / "copies").glob("replaced-*")
    assert str(aside) in done.stdout
    assert names(aside) == []


def test_a_damaged_database_and_a_log_that_was_left_alone_are_moved_aside(data: Path) -> None:
    path = program.make_copy(base(data), data)
    wanted = names(path)
    base(data).write_bytes(b"SQLite format 3\0" + b"damage" * 2_000)
    assert ran(data, "restore", str(path)).returncode == 0
    assert names(base(data)) == wanted
    base(data).unlink()
    Path(f"{base(data)}-wal").write_bytes(b"of another database")
    assert ran(data, "restore", str(path)).returncode == 0
    assert names(base(data)) == wanted
    assert not Path(f"{base(data)}-wal").exists()


@pytest.mark.parametrize("cut", [5_000, 0])
def test_a_copy_that_is_damaged_or_none_of_ours_changes_nothing(data: Path, tmp_path: Path, cut: int) -> None:
    wanted, other = names(base(data)), tmp_path / "other.sqlite3"
    if cut:
        other.write_bytes(program.make_copy(base(data), data).read_bytes()[:cut])
    else:
        with closing(sqlite3.connect(other)) as made:
            made.execute("CREATE TABLE cards (name)")
    done = ran(data, "restore", str(other))
    assert (done.returncode, done.stdout) == (1, "")
    assert "nothing was changed" in done.stderr
    assert names(base(data)) == wanted
    missing = ran(data, "restore", str(tmp_path / "no such.zip"))
    assert (missing.returncode, "there is no such file" in missing.stderr) == (1, True)
    assert list(data.glob("*.part*")) == []


def test_nothing_is_put_back_under_a_site_that_runs(data: Path) -> None:
    path = program.make_copy(base(data), data)
    with closing(sqlite3.connect(base(data), isolation_level=None)) as site:
        site.execute("PRAGMA journal_mode=WAL")
        site.execute("BEGIN IMMEDIATE")
        done = ran(data, "restore", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "stop it first" in done.stderr


def test_one_program_serves_the_data_at_a_time(data: Path) -> None:
    with closing(sqlite3.connect(data / "in-use", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        done = ran(data, "--no-browser", "--no-demo", "--port", str(free_port()))
        assert (done.returncode, "running on these data already" in done.stderr) == (1, True)
        assert ran(data, "restore", str(program.make_copy(base(data), data))).returncode == 1


def test_a_database_that_is_damaged_is_refused_in_words_and_not_changed(data: Path) -> None:
    base(data).write_bytes(b"damage" * 2_000)
    done = ran(data, "--no-browser", "--no-demo", "--port", str(free_port()), LANG="it_IT.UTF-8", LC_ALL="")
    assert done.returncode == 1
    assert done.stderr == (
        f"I dati in {data} non si possono usare: il file è rovinato, o non è di Settebello. "
        f"«{installation.command('doctor', data=data)}» dice di più.\n"
    )
    assert base(data).read_bytes() == b"damage" * 2_000


def test_a_file_in_the_place_of_the_data_is_refused_in_words(data: Path) -> None:
    done = ran(base(data), "--no-browser", "--no-demo", "--port", str(free_port()))
    assert (done.returncode, done.stderr) == (1, f"{base(data)}: a file is where a folder should be.\n")


def test_data_that_are_not_there_are_not_made_by_a_look_at_them(data: Path) -> None:
    nowhere = data / "elsewhere"
    for name in ("verify", "backup"):
        done = ran(nowhere, name)
        assert (done.returncode, done.stdout) == (1, "")
        assert "There are no data of Settebello" in done.stderr
    assert not nowhere.exists()


@pytest.mark.parametrize(
    "line",
    ["verify --deep F --data verify", "--data verify verify F --deep", "--data=verify verify --deep F"],
)
def test_an_option_may_stand_before_the_command(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[argparse.Namespace, Path]] = []
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SETTEBELLO_DATA", "elsewhere")
    monkeypatch.setattr(program, "_of_data", lambda asked, data: seen.append((asked, data)) or 0)
    assert program.main(line.split()) == 0
    ((asked, data),) = seen
    assert (asked.command, asked.file, asked.deep, data.name) == ("verify", "F", True, "verify")


@pytest.mark.parametrize("line", ["", "--lan", "--data verify", "--data verify --lan --copy doctor", "serve"])
def test_options_alone_are_those_of_serving(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SETTEBELLO_DATA", "elsewhere")
    monkeypatch.setattr(program, "_serve", lambda asked, _data: seen.append(asked.command) or 0)
    assert program.main(line.split()) == 0
    assert seen == ["serve"]


def test_a_command_about_the_data_speaks_the_language_of_the_system(data: Path) -> None:
    done = ran(data, "backup", str(data / "kept.zip"))
    assert "rows are in" in done.stdout
    assert home_of.read(data).backed_up > 0
    assert "can be restored" in ran(data, "verify", str(data / "kept.zip")).stderr


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), "uso: settebello"),
        (("restore",), "manca: FILE"),
        (("frob",), "'frob' non c'è"),
        (("--porta",), "non conosco: --porta"),
        (("--port",), "--port: manca il valore"),
    ],
)
def test_a_command_line_is_answered_in_the_language_of_the_system(
    given: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "it")
    with pytest.raises(SystemExit):
        program.main(given or ("--help",))
    told = capsys.readouterr()
    assert said in told.out + told.err


def test_every_word_of_argparse_that_is_translated_is_one_of_argparse() -> None:
    source = Path(argparse.__file__).read_text(encoding="utf-8")
    assert [word for word in program.OF_ARGPARSE if repr(word) not in source] == []


def test_ctrl_c_in_the_middle_of_a_check_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setenv("LANGUAGE", "it")
    monkeypatch.setenv("SETTEBELLO_DATA", str(tmp_path))
    monkeypatch.setattr(program, "_of_data", stop)
    assert program.main(("verify",)) == program.INTERRUPTED


def sqlite_error(path: Path, asked: str) -> sqlite3.Error:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file, pytest.raises(sqlite3.Error) as error:
        file.execute(asked)
    return error.value


def test_why_the_system_refuses_something_is_said_in_the_language_of_the_system(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "it")
    assert reason(OSError(errno.ENOSPC, "No space left on device")) == "il disco è pieno"
    assert reason(OSError(errno.EROFS, "Read-only file system")) == "il disco o la chiavetta si può solo leggere"
    assert reason(OSError("a reason of its own")) == "a reason of its own"
    read_only = sqlite_error(base(data), "DELETE FROM django_migrations")
    assert reason(read_only) == reason(OSError(errno.EROFS, ""))
    wrapped = DatabaseError("a line of Django's")
    wrapped.__cause__ = sqlite_error(Path(__file__), "SELECT 1 FROM django_migrations")
    assert reason(wrapped) == "il file è rovinato, o non è di Settebello"
    assert reason(sqlite_error(base(data), "SELECT 1 FROM cards")) == ""


def test_data_of_a_newer_version_are_not_served(data: Path) -> None:
    with closing(sqlite3.connect(base(data))) as now:
        now.execute(LATER, ("tournaments", "9999_next", "2030-01-01"))
        now.commit()
    done = ran(data, "--no-browser", "--no-demo", "--port", str(free_port()))
    assert (done.returncode, "A newer version of the program" in done.stderr) == (1, True)
    told = ran(data, "doctor", "--port", str(free_port()))
    assert (told.returncode, "newer version" in told.stdout) == (1, True)


def test_data_of_an_earlier_version_are_copied_before_they_are_changed_and_the_newest_copies_kept(data: Path) -> None:
    (data / "copies").mkdir()
    old = [data / "copies" / f"before-0-{number}.sqlite3" for number in range(program.COPIES + 2)]
    for age, each in enumerate(old):
        each.write_bytes(b"")
        os.utime(each, (age, age))
    with closing(sqlite3.connect(base(data))) as now:
        # The newest migration of sessions changes no table; without its row the data are of before it.
        now.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        now.execute("DROP TABLE django_session")
        now.commit()
    earlier = names(base(data))
    asked = "from pathlib import Path; from tournaments.management import program; import sys; "
    asked += "sys.exit(program.prepare(Path(sys.argv[1]), is_demo=False) or 0)"
    done = ran_as((sys.executable, "-c", asked, str(data)), data, **SETTINGS)
    assert (done.returncode, str(data / "copies") in done.stdout) == (0, True), done.stderr
    assert len(names(base(data))) == len(earlier) + 1
    (newest,) = set((data / "copies").iterdir()) - set(old)
    assert names(newest) == earlier
    assert set((data / "copies").iterdir()) == {newest, *old[3:]}


@pytest.mark.parametrize(
    ("port", "said"),
    [("eighty", "a number from 1 to 65535"), ("0", "a number from 1 to 65535"), ("70000", "a number from 1 to 65535")],
)
def test_a_port_that_is_none_is_refused_in_words(port: str, said: str) -> None:
    assert said in addresses.why_not("127.0.0.1", port)


def grades(data: Path, port: str) -> dict[str, doctor.Grade]:
    return {text: grade for grade, text in doctor.findings(data, port)}


@pytest.mark.django_db
def test_the_doctor_finds_nothing_wrong_where_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = grades(tmp_path, str(free_port()))
    assert "wrong" not in found.values()
    assert any(str(tmp_path) in text for text in found)


def test_a_port_that_answers_in_another_language_is_another_programs() -> None:
    def greet() -> None:
        asked, _address = other.accept()
        with asked:
            asked.sendall(b"220 mail.example\r\n")

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        answering = threading.Thread(target=greet, daemon=True)
        answering.start()
        assert addresses.is_served(f"http://127.0.0.1:{other.getsockname()[1]}") is False
        answering.join()


@pytest.mark.django_db
def test_the_doctor_names_a_full_disk_a_taken_port_and_a_missing_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage._replace(free=5_000_000))
    monkeypatch.setattr(addresses, "in_the_hall", lambda: "127.0.0.1")
    monkeypatch.setattr(addresses, "why_not", lambda _host, _port: "taken")
    monkeypatch.setattr(addresses, "is_taken", lambda _port: True)
    found = grades(tmp_path, "1")
    wrong = [text for text, grade in found.items() if grade == "wrong"]
    assert len(wrong) == 2
    assert "5 MB" in wrong[0]
    assert "--port" in wrong[1]
    assert [text for text, grade in found.items() if grade == "careful"]


@pytest.mark.django_db
def test_the_doctor_goes_on_where_nothing_can_be_written(data: Path) -> None:
    found = grades(base(data), str(free_port()))
    assert [grade for grade in found.values() if grade == "wrong"] == ["wrong"]
    assert any("a file is where a folder should be" in text for text in found)
    base(data).rename(data / "kept")
    base(data).mkdir()
    found = grades(data, str(free_port()))
    assert any("this is a folder, not a file" in text and grade == "wrong" for text, grade in found.items())


def test_the_doctor_says_how_the_copy_on_the_stick_is(tmp_path: Path) -> None:
    def told() -> list[tuple[doctor.Grade, str]]:
        with translation.override("en"):
            return [(each.grade, each.text) for each in doctor.of_stick(tmp_path)]

    usb = tmp_path / "usb"
    assert told() == []
    home_of.choose(tmp_path, usb)
    assert [(grade, "not there now" in text) for grade, text in told()] == [("careful", True)]
    usb.mkdir()
    with stick.place(usb, is_new=True) as place:
        place.set_mark(stick.Mark("usb", "other", 1, "elsewhere", 0.0))
        assert [(grade, "another computer" in text) for grade, text in told()] == [("careful", True)]
        place.set_mark(stick.Mark("usb", "this", 1, home_of.read(tmp_path).home, 0.0))
        copy = place.begin_copy(1)
        assert [(grade, "no copy yet" in text) for grade, text in told()] == [("careful", True)]
        place.write(f"{copy.name}/{stick.CHECKED}", b'{"at": 1780000000}')
    assert [(grade, "28 May 2026" in text) for grade, text in told()] == [("good", True)]
    home_of.change(tmp_path, passed=1780000000.0, folder="")
    assert [(grade, "another computer" in text) for grade, text in told()] == [("wrong", True)]


@pytest.mark.full
def test_the_doctor_says_what_is_wrong_with_the_data(data: Path) -> None:
    italian = ran(data, "doctor", "--port", str(free_port()), LANG="it_IT.UTF-8", LC_ALL="")
    assert italian.returncode == 0, italian.stdout + italian.stderr
    assert "nessuna copia dei dati" in italian.stdout
    program.make_copy(base(data), data)
    assert "The last copy is 0 days old" in ran(data, "doctor", "--port", str(free_port())).stdout


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The index that pip is set up for, without a package yet; this program was installed from it."""
    folder = tmp_path / "simple"
    (folder / "settebello").mkdir(parents=True)
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("PIP_INDEX_URL", folder.as_uri())
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setattr(updates, "origin", lambda: updates.Origin.INDEX)
    monkeypatch.setattr(updates, "installer", lambda _prefix: updates.Installer("pip", "the upgrade", "the file"))
    return folder / "settebello"


def offers(index: Path, *versions: str) -> None:
    links = (
        f'<a href="settebello-{each}-py3-none-any.whl">settebello-{each}-py3-none-any.whl</a>' for each in versions
    )
    (index / "index.html").write_text(f"<!DOCTYPE html><html><body>{' '.join(links)}</body></html>")


def told_of_updates(*, is_online: bool) -> tuple[doctor.Grade, str]:
    (finding,) = doctor._of_updates(is_online=is_online)
    return finding.grade, finding.text


@pytest.mark.full
def test_the_doctor_says_which_newer_version_is_there_and_what_to_type(index: Path) -> None:
    offers(index, "0.0.1", installation.version(), "10.0.0", "9.9.9")
    grade, text = told_of_updates(is_online=True)
    assert (grade, "10.0.0" in text, text.endswith("the upgrade")) == ("careful", True, True)
    offers(index, "0.0.1", installation.version())
    assert told_of_updates(is_online=True)[0] == "good"


@pytest.mark.full
def test_the_doctor_goes_on_where_no_index_answers_and_asks_none_unless_it_is_told(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told_of_updates(is_online=True)[0] == "careful"
    monkeypatch.setattr(updates, "newest", lambda: pytest.fail("nobody allowed it"))
    assert "--online" in told_of_updates(is_online=False)[1]
    monkeypatch.setattr(updates, "origin", lambda: updates.Origin.FILE)
    assert told_of_updates(is_online=True)[1].endswith("the file")


def test_a_program_that_came_from_a_file_or_from_its_sources_asks_no_index(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert updates.origin() is updates.Origin.SOURCES
    monkeypatch.setattr(updates, "IS_CLONE", False)
    information = tmp_path / "settebello-0.1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: settebello\nVersion: 0.1.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert updates.origin() is updates.Origin.INDEX
    (information / "direct_url.json").write_text('{"url": "file:///settebello-0.1.0-py3-none-any.whl"}')
    assert updates.origin() is updates.Origin.FILE


@pytest.mark.parametrize(
    ("mark", "command"), [("pipx_metadata.json", "pipx upgrade"), ("uv-receipt.toml", "uv tool upgrade"), ("x", "pip")]
)
def test_who_installed_the_program_is_known_by_what_it_left(tmp_path: Path, mark: str, command: str) -> None:
    (tmp_path / mark).touch()
    assert command in updates.installer(tmp_path).upgrade
