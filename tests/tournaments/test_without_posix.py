"""The main way runs where the modules and signals of POSIX are not there, as far as that can be had on this system.

``os.name`` and SIGKILL stay: the paths and the child processes of the standard library follow them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, cast

import pytest

from tests.faults.checking import check_evening
from tests.faults.evening import Evening
from tests.faults.serving import Clerk
from tests.mould import ROOT, database_into
from tests.tournaments.installed import SETTINGS, answers, served
from tests.tournaments.spreadsheets import workbook
from tournaments.installation import DATABASE

if TYPE_CHECKING:
    from tests.faults.serving import Site

PAIRS: Final = 8

GONE = """
import os, signal, sys
for name in ("SIGXCPU", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGPIPE", "SIGQUIT"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("fork", "setsid", "nice", "getuid", "geteuid", "killpg", "setpriority", "wait4", "fchmod", "chown",
             "statvfs", "sched_getaffinity", "getloadavg", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name in ("resource", "fcntl", "termios", "pwd", "grp", "uvloop", "pty", "tty", "syslog"):
            raise ImportError(name)

sys.meta_path.insert(0, Gone())
"""
EVENING = """
import json, sys
from pathlib import Path
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from tournaments.jobs.writes import workbooks
data, book = Path(sys.argv[1]), Path(sys.argv[2])
call_command("migrate", verbosity=0)
call_command("seed_demo")
site = Client(HTTP_HOST="127.0.0.1")
pages = {path: site.get(path).status_code for path in ("/", "/e/coppa-delle-valli/", "/e/coppa-delle-valli/tabellone/")}
call_command("backup", str(data / "copy.zip"))
call_command("verify")
print(json.dumps({"pages": pages, "list": workbooks.text_of(book, lambda: None)}))
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What a process without the modules of POSIX runs in."""
    without = tmp_path / "without"
    without.mkdir()
    (without / "sitecustomize.py").write_text(GONE)
    known = {
        **os.environ,
        "PYTHONPATH": f"{without}{os.pathsep}{ROOT}",
        "SETTEBELLO_DATA": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
    }
    known.pop("DATABASE_URL", None)
    gone = [sys.executable, "-c", "import resource"]
    assert subprocess.run(gone, env=known, stderr=subprocess.DEVNULL).returncode == 1
    return known


@pytest.mark.full
def test_an_evening_of_eight_pairs_is_played_over_http(environment: dict[str, str], tmp_path: Path) -> None:
    data = tmp_path / "data"
    database_into(data, DATABASE)
    environment |= SETTINGS
    # The clerk beside the site is no part of what is tried.
    clerk = Clerk({**environment, "PYTHONPATH": str(ROOT)}, tmp_path / "clerk.log")
    with served(environment, data, tmp_path) as url:
        try:
            site = SimpleNamespace(clerk=clerk, asked_at=int(url.rpartition(":")[2]))
            evening = Evening(cast("Site", site), PAIRS)
            evening.disturb(0, lambda _number: None)
            assert "0 lost, 0 twice" in check_evening(evening)
            assert evening.history.trouble.broken == []
        finally:
            clerk.stop()


@pytest.mark.full
def test_pages_a_list_a_backup_and_its_check_need_nothing_of_posix(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "list.xlsx").write_bytes(workbook([["Vana Gino", "Cargnino Pia"], ["Teppa Ugo", "Solero Ada"]]))
    data = tmp_path / "data"

    def ran(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = json.loads(ran("-c", EVENING, str(data), str(tmp_path / "list.xlsx")).splitlines()[-1])
    assert set(told["pages"].values()) == {200}
    assert told["list"].splitlines() == ["Vana Gino;Cargnino Pia", "Teppa Ugo;Solero Ada"]
    again = tmp_path / "again"
    ran("-m", "tournaments.management.program", "restore", str(data / "copy.zip"), "--data", str(again))
    assert (again / "settebello.sqlite3").is_file()
    with served(environment, again, tmp_path) as url:
        assert b'lang="it"' in answers(f"{url}/e/coppa-delle-valli/")
