"""A test whose program is missing is left out with its reason, counted once, and fails the run in CI."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
from tests.needs import needs

@needs("pdftotext")
def test_a(): raise AssertionError

@needs("pdftotext")
def test_b(): raise AssertionError

@needs("redis-server")
def test_c(): raise AssertionError

def test_d(): pass
"""
TWO = "2 tests left out: pdftotext is missing: apt-get install poppler-utils"
ONE = "1 test left out: redis-server is missing: apt-get install redis-server"


def run(folder: Path, *options: str, ci: str = "") -> tuple[int, list[str]]:
    """Run tests on a machine without any program, and return how it ended with what it said."""
    (folder / "test_them.py").write_text(TESTS)
    script = "import sys, pytest; from tests import needs; needs.OF_ROOT = ''; sys.exit(pytest.main(sys.argv[1:]))"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            script,
            "-q",
            "-p",
            "tests.needs",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
            "--rootdir",
            str(folder),
            *options,
            str(folder),
        ],
        env={
            "PATH": str(folder / "empty"),
            "PYTHONPATH": str(ROOT),
            "CI": ci,
            "LEFT_OUT_TESTS": str(folder / "told"),
            # No more is loaded than what is asked.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize(
    "processes",
    [pytest.param((), marks=pytest.mark.full, id="alone"), pytest.param(("-p", "xdist", "-n", "2"), id="two")],
)
def test_what_is_left_out_is_counted_once_for_each_program(tmp_path: Path, processes: tuple[str, ...]) -> None:
    ended, lines = run(tmp_path, *processes)
    assert [line for line in lines if "left out" in line] == [TWO, ONE]
    assert (ended, lines[-1].startswith("1 passed, 3 skipped")) == (0, True)
    assert (tmp_path / "told").read_text() == f"{TWO}\n{ONE}\n"


def test_each_is_named_with_its_reason(tmp_path: Path) -> None:
    _ended, lines = run(tmp_path, "-vv")
    named = [re.sub(r"\s+", " ", line) for line in lines if "::test_" in line and "SKIPPED" in line]
    assert [line.split(" ")[0].rpartition("::")[2] for line in named] == ["test_a", "test_b", "test_c"]
    assert all("left out: " in line for line in named)


def test_in_ci_nothing_may_be_left_out(tmp_path: Path) -> None:
    ended, lines = run(tmp_path, ci="true")
    assert ended == 1
    assert [line for line in lines if "left out" in line] == [TWO, ONE, "In CI nothing may be left out."]


def test_only_programs_of_the_table_may_be_named() -> None:
    assert {name for names in needs.FOLDERS.values() for name in names} <= set(needs.PROGRAMS)
    assert all((ROOT / folder).is_dir() for folder in needs.FOLDERS)
    with pytest.raises(LookupError, match="does not know acroread"):
        needs.needs("acroread")


def test_the_table_is_read_without_any_package_of_python(tmp_path: Path) -> None:
    asked = [sys.executable, "-I", "-S", str(ROOT / "tests/needs.py")]
    environment = {"PATH": str(tmp_path)}
    told = subprocess.run(asked, capture_output=True, text=True, env=environment)
    packages = subprocess.run([*asked, "--packages"], capture_output=True, text=True, env=environment)
    assert "pdftotext is missing: apt-get install poppler-utils" in told.stdout.splitlines()
    assert "poppler-utils" in packages.stdout.split()
    assert (told.returncode, packages.returncode, told.stderr) == (1, 0, "")
