"""script/environment makes .venv whole or says why not; here with a Python whose pip, and a uv, fetch nothing."""

import os
import shutil
import signal
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.searching import short_of
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
REAL = Path(sys.base_prefix) / f"bin/python3.{sys.version_info[1]}"
TOOLS = ("bash", "cat", "cksum", "grep", "kill", "ls", "mktemp", "mv", "rm", "sed", "sleep", "sync", "tail", "wc")
STRICT, LOOSE = "set -euo pipefail; {}", "{} || exit 1"

# Writes down that it ran, and "installs" what the list names; SETTING says how it ends.
INSTALLER = """
import os, pathlib, re, signal, sys
pathlib.Path(os.environ["CALLS"]).open("a").write("install\\n")
if "--version" in sys.argv:
    sys.exit()
how = os.environ.get("HOW", "")
if how == "fails at once":
    sys.exit("a connection timed out")
print("WARNING: chatter of pip", flush=True)
packages = pathlib.Path(sys.prefix) / f"lib/python3.{sys.version_info[1]}/site-packages"
for line in pathlib.Path(sys.argv[-1]).read_text().splitlines():
    (packages / f"{line.replace('==', '-')}.dist-info").mkdir(exist_ok=True)
    if how == "fails":
        sys.exit("No matching distribution")
    if how == "is killed":
        os.killpg(0, signal.SIGKILL)
    if how == "waits":
        # A pipe, until somebody writes there; then a file.
        pathlib.Path(os.environ["GO"]).read_bytes()
"""
PYTHON = f"""#!/bin/bash
echo "python $*" >>"$CALLS"
case "$*" in
  "-c import ensurepip, venv") [ -z "$NO_VENV" ] || exit 1 ;;
  "-m venv .venv")
    [ -z "$NO_VENV" ] || exit 1
    cp -a "$EMPTY" .venv && cd .venv/lib/python*/site-packages || exit
    mkdir pip && cp "$INSTALLER" pip/__main__.py
    exit ;;
esac
exec {REAL} "$@"
"""
UV = """#!/bin/bash
echo "uv $1 $2" >>"$CALLS"
case "$1" in
  venv) exec cp -a "$EMPTY" .venv ;;
  pip) exec .venv/bin/python "$INSTALLER" "$@" ;;
esac
"""


@dataclass
class Machine:
    """A folder with the script and two locks, and a PATH that has a Python and perhaps a uv."""

    folder: Path
    environment: dict[str, str]
    calls: Path = field(init=False)

    def __post_init__(self) -> None:
        self.calls = Path(self.environment["CALLS"])

    def start(self, lock: str = "requirements.txt", shell: str = STRICT, **more: str) -> subprocess.Popen[str]:
        asked = shell.format(f". script/environment; prepare_environment {lock}")
        return subprocess.Popen(
            ["bash", "-c", f"{asked}\necho prepared"],
            cwd=self.folder,
            env={**self.environment, **more},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def prepare(self, lock: str = "requirements.txt", shell: str = STRICT, **more: str) -> tuple[bool, str]:
        """Return whether the script went on, and what it said."""
        started = self.start(lock, shell, **more)
        said, errors = started.communicate(timeout=60)
        assert (started.returncode == 0) == (said == "prepared\n")
        return said == "prepared\n", errors

    def work(self) -> list[str]:
        """What was made and installed since the last time."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return [line for line in lines if line in ("python -m venv .venv", "uv venv --quiet", "install")]

    def packages(self) -> set[str]:
        return {path.name.removesuffix(".dist-info") for path in self.folder.glob(".venv/lib/*/*/*.dist-info")}

    def stamps(self) -> set[str]:
        return {path.name for path in self.folder.glob(".venv/.installed-*")}


MADE = ["python -m venv .venv", "install"]
WITH_UV = ["uv venv --quiet", "install"]


def executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment without a package, to be copied."""
    folder = tmp_path_factory.mktemp("empty") / ".venv"
    subprocess.run([REAL, "-m", "venv", "--without-pip", folder], check=True)
    return folder


@pytest.fixture
def machine(tmp_path: Path, empty: Path) -> Machine:
    folder, programs, temporary = (tmp_path / name for name in ("clone", "bin", "tmp"))
    for each in (folder / "script", programs, temporary):
        each.mkdir(parents=True)
    for name in ("environment", "installed.py"):
        shutil.copy(ROOT / "script" / name, folder / "script")
    (folder / "requirements.txt").write_text("one==1.0\ntwo==2.0\n")
    (folder / "requirements-dev.txt").write_text("one==1.0\ntwo==2.0\nthree==3.0\n")
    for tool in (*TOOLS, "cp", "mkdir"):
        found = shutil.which(tool)
        assert found is not None
        (programs / tool).symlink_to(found)
    executable(programs / "python3", PYTHON)
    (tmp_path / "installer.py").write_text(INSTALLER)
    return Machine(
        folder,
        {
            "PATH": str(programs),
            "CALLS": str(tmp_path / "calls"),
            "EMPTY": str(empty),
            "INSTALLER": str(tmp_path / "installer.py"),
            "TMPDIR": str(temporary),
            "NO_VENV": "",
        },
    )


@pytest.fixture(params=["pip", "uv"])
def either(machine: Machine, request: pytest.FixtureRequest) -> Machine:
    """The machine once without uv and once with it."""
    return machine_with(request.param, machine)


@pytest.fixture(params=short_of(["pip", "uv"], "pip"))
def any_of_them(machine: Machine, request: pytest.FixtureRequest) -> Machine:
    """The same where it makes no difference: a short run asks the machine without uv."""
    return machine_with(request.param, machine)


def machine_with(tool: str, machine: Machine) -> Machine:
    if tool == "uv":
        executable(Path(machine.environment["PATH"]) / "uv", UV)
    return machine


def made(machine: Machine) -> bool:
    """Whether an environment was made from nothing since the last time."""
    return machine.work() in (MADE, WITH_UV)


@pytest.mark.parametrize("shell", short_of([STRICT, LOOSE], STRICT))
def test_a_first_run_makes_it_and_says_so_in_a_line_a_step(either: Machine, shell: str) -> None:
    went_on, said = either.prepare(shell=shell)
    assert went_on
    assert made(either)
    assert either.packages() == {"one-1.0", "two-2.0"}
    version = f"3.{sys.version_info[1]}"
    making, installing, compiling, ready = said.splitlines()
    assert making == f"Making .venv with Python {version} ..."
    assert installing == "Installing 2 packages (requirements.txt; once, later starts skip this) ..."
    assert compiling == "Compiling them ..."
    assert ready.startswith(".venv is ready after ")
    assert list(Path(either.environment["TMPDIR"]).iterdir()) == []


def test_a_finished_one_is_left_alone(any_of_them: Machine) -> None:
    any_of_them.prepare()
    any_of_them.work()
    assert any_of_them.prepare() == (True, "")
    assert any_of_them.work() == []


def test_what_development_needs_contains_what_running_needs(machine: Machine) -> None:
    machine.prepare("requirements-dev.txt")
    machine.work()
    assert machine.prepare("requirements.txt") == (True, "")


def test_what_development_needs_is_added_to_what_running_needs(either: Machine) -> None:
    either.prepare("requirements.txt")
    either.work()
    assert either.prepare("requirements-dev.txt")[0]
    assert "install" in either.work()
    assert either.packages() == {"one-1.0", "two-2.0", "three-3.0"}
    assert either.stamps() == {".installed-requirements-dev.txt"}


@pytest.mark.parametrize("shell", short_of([STRICT, LOOSE], LOOSE))
def test_a_failed_installation_ends_the_script_and_leaves_nothing(either: Machine, shell: str) -> None:
    went_on, said = either.prepare(shell=shell, HOW="fails")
    assert not went_on
    assert said.splitlines()[-3:] == [
        "    WARNING: chatter of pip",
        "    No matching distribution",
        "The packages of requirements.txt could not be installed: read the lines above, then start this again.",
    ]
    assert not (either.folder / ".venv").exists()
    assert either.prepare()[0]


def test_without_the_network_it_says_what_to_look_at(any_of_them: Machine) -> None:
    _went_on, said = any_of_them.prepare(HOW="fails at once")
    assert said.splitlines()[-1] == (
        "The packages of requirements.txt could not be installed: see whether this machine reaches the package index "
        "(network, proxy), then start this again."
    )


def test_one_that_could_not_be_added_to_is_what_it_was(any_of_them: Machine) -> None:
    any_of_them.prepare("requirements.txt")
    assert not any_of_them.prepare("requirements-dev.txt", HOW="fails at once")[0]
    any_of_them.work()
    assert any_of_them.prepare("requirements.txt") == (True, "")


@pytest.mark.full
def test_one_that_was_added_to_in_part_is_made_anew(any_of_them: Machine) -> None:
    any_of_them.prepare("requirements.txt")
    (any_of_them.folder / "requirements-dev.txt").write_text("three==3.0\none==1.0\n")
    assert not any_of_them.prepare("requirements-dev.txt", HOW="fails")[0]
    any_of_them.work()
    assert any_of_them.prepare("requirements-dev.txt")[0]
    assert made(any_of_them)


def test_one_whose_making_was_killed_is_made_anew(any_of_them: Machine) -> None:
    started = any_of_them.start(HOW="is killed")
    started.communicate(timeout=60)
    assert started.returncode == -signal.SIGKILL
    assert any_of_them.packages() == {"one-1.0"}
    any_of_them.work()
    assert any_of_them.prepare()[0]
    assert made(any_of_them)
    assert any_of_them.packages() == {"one-1.0", "two-2.0"}


def test_one_that_is_stamped_though_packages_are_missing_is_made_anew(machine: Machine) -> None:
    """As earlier versions left it where the installation had failed."""
    machine.prepare()
    (package,) = machine.folder.glob(".venv/lib/*/*/two-2.0.dist-info")
    package.rmdir()
    machine.work()
    assert machine.prepare()[0]
    assert machine.packages() == {"one-1.0", "two-2.0"}
    assert machine.prepare() == (True, "")


@pytest.mark.full
def test_one_without_pip_is_made_anew_where_it_would_be_added_to(machine: Machine) -> None:
    machine.prepare("requirements.txt")
    (pip,) = machine.folder.glob(".venv/lib/*/*/pip")
    shutil.rmtree(pip)
    machine.work()
    assert machine.prepare("requirements-dev.txt")[0]
    assert made(machine)


@pytest.mark.full
def test_one_whose_python_has_gone_is_made_anew(machine: Machine) -> None:
    machine.prepare()
    for link in machine.folder.glob(".venv/bin/python*"):
        link.unlink()
        link.symlink_to("/nowhere/python3")
    machine.work()
    assert machine.prepare()[0]
    assert made(machine)


@pytest.mark.full
def test_one_of_another_version_of_python_is_made_anew(machine: Machine) -> None:
    machine.prepare()
    (packages,) = machine.folder.glob(".venv/lib/python*")
    packages.rename(packages.with_name("python3.9"))
    machine.work()
    assert machine.prepare()[0]
    assert made(machine)


def test_one_that_was_moved_is_made_anew(machine: Machine) -> None:
    machine.prepare()
    executable(machine.folder / ".venv/bin/uvicorn", "#!/elsewhere/.venv/bin/python\n")
    machine.work()
    assert machine.prepare()[0]
    assert made(machine)


def test_packages_of_another_lock_are_installed(machine: Machine) -> None:
    machine.prepare()
    (machine.folder / "requirements.txt").write_text("one==1.0\ntwo==2.0\nfour==4.0\n")
    machine.work()
    assert machine.prepare()[0]
    assert "four-4.0" in machine.packages()


@pytest.mark.full
def test_a_link_to_one_that_does_not_fit_is_replaced_and_its_end_left_alone(machine: Machine, tmp_path: Path) -> None:
    machine.prepare()
    (machine.folder / ".venv").rename(tmp_path / "shared")
    (machine.folder / ".venv").symlink_to(tmp_path / "shared")
    before = sorted(tmp_path.glob("shared/**/*"))
    assert machine.prepare("requirements-dev.txt")[0]
    assert not (machine.folder / ".venv").is_symlink()
    assert sorted(tmp_path.glob("shared/**/*")) == before


@pytest.mark.parametrize("shell", [STRICT, LOOSE])
def test_without_the_module_venv_it_names_the_package_and_leaves_nothing(machine: Machine, shell: str) -> None:
    version = f"3.{sys.version_info[1]}"
    assert machine.prepare(shell=shell, NO_VENV="yes") == (
        False,
        f"Python {version} (python3) cannot make environments here. On Debian and Ubuntu: apt-get install "
        f"python{version}-venv (elsewhere Python's modules venv and ensurepip); then start this again.\n",
    )
    assert not (machine.folder / ".venv").exists()
    assert sorted(path.name for path in machine.folder.iterdir()) == [
        "requirements-dev.txt",
        "requirements.txt",
        "script",
    ]


def test_a_python_that_is_none_is_named(machine: Machine) -> None:
    assert machine.prepare(PYTHON="/nowhere/python3") == (
        False,
        "Settebello needs Python 3.11 or newer; /nowhere/python3 is older or does not run. Set PYTHON to its path.\n",
    )


def test_two_at_once_wait_for_each_other(any_of_them: Machine, tmp_path: Path) -> None:
    go = tmp_path / "go"
    os.mkfifo(go)
    waits = {"HOW": "waits", "GO": str(go)}
    first = any_of_them.start("requirements.txt", **waits)
    until(
        lambda: any_of_them.calls.exists() and "install" in any_of_them.calls.read_text().split(), "the first installs"
    )
    second = any_of_them.start("requirements-dev.txt", **waits)
    assert second.stderr is not None
    assert second.stderr.readline() == "Another script is preparing .venv; waiting for it ...\n"
    # Nothing more is said before the first one has done its work.
    with go.open("wb"):
        go.unlink()
        go.touch()
    assert [each.communicate(timeout=60)[0] for each in (first, second)] == ["prepared\n", "prepared\n"]
    assert any_of_them.packages() == {"one-1.0", "two-2.0", "three-3.0"}
    assert any_of_them.work().count("install") >= 2
    assert any_of_them.prepare("requirements-dev.txt") == (True, "")


def test_what_is_started_after_it_does_not_hold_the_lock(machine: Machine) -> None:
    machine.prepare()
    assert machine.prepare(shell=STRICT + "; [ ! -e /dev/fd/9 ]")[0]


def test_this_environment_is_whole() -> None:
    done = subprocess.run(
        [ROOT / ".venv/bin/python", "-I", "script/installed.py", "requirements-dev.txt"],
        cwd=ROOT,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0
