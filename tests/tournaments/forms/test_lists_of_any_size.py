"""Lists that nobody would write: refused or read within five seconds of a processor and 200 MB."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.searching import short_of

SECONDS, MEGABYTES = 5, 200
CHILD = """
import json, resource, sys, time
from pathlib import Path
import django
django.setup()
from tournaments.errors import RefusedError
from tournaments.entries.forms import entry_file, list_files
from tournaments.jobs.writes import workbooks
data = open(sys.argv[1], "rb").read()
resource.setrlimit(resource.RLIMIT_DATA, (int(sys.argv[2]) * 1_000_000,) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[3]) + 10,) * 2)
began = time.process_time()
try:
    if data.startswith(b"PK"):
        workbooks.require_readable(data)
        text = workbooks.text_of(Path(sys.argv[1]), bool)
    else:
        text, _encoding = list_files.decode(data)
    found = entry_file.read_entries(text, size=2)
    outcome = [len(found.entries), len(found.problems)]
except entry_file.UnreadableListError as error:
    outcome = error.problem.code
except RefusedError as error:
    outcome = error.code
took = time.process_time() - began + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
# Of its own: the figure of getrusage begins with that of the process that started it.
own = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
most = max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print(json.dumps({"outcome": outcome, "seconds": took, "mb": most / 1000}))
"""
HEAD = b"Cognome 1;Nome 1;Cognome 2;Nome 2;Circolo\n"
FULL = 2_000_000


def filled(row: bytes, *, head: bytes = HEAD) -> bytes:
    """A list as long as a list may be."""
    return head + row * ((FULL - len(head)) // len(row))


def numbered(rows: int, encoding: str = "utf-8") -> bytes:
    lines = [f"Tèppa{n};Piera;Vanà{n};Gino;Là di Lanzo\n" for n in range(rows)]
    return HEAD + "".join(lines).encode(encoding)


LISTS: dict[str, tuple[bytes, Any]] = {
    "10 MB": (HEAD + b"Teppa;Piera;Vana;Gino;Lanzo\n" * 350_000, "file_too_big"),
    "1,000,000 rows": (filled(b"a\n", head=b"Cognome 1\n"), "too_many_rows"),
    "1,000,000 empty rows": (HEAD + b"\n" * 1_000_000, "too_many_rows"),
    "100,000 columns": (b";".join([b"Cognome 1"] * 100_000) + b"\n", "too_many_columns"),
    "100,000 cells in a row": (HEAD + b"Teppa" + b";" * 100_000 + b"\n", None),
    "NUL everywhere": (filled(b"Tep\x00pa;Piera;Vana;Gino;x\n"), None),
    "nothing but NUL": (b"\x00" * FULL, None),
    "byte order mark": (b"\xef\xbb\xbf" + numbered(4_000), [4_000, 0]),
    "UTF-16": ("\ufeff".encode("utf-16-le") + numbered(4_000).decode().encode("utf-16-le"), [4_000, 0]),
    "latin-1": (numbered(4_000, "latin-1"), [4_000, 0]),
    "a quote that is never closed": (HEAD + b'"' + b"Teppa;Piera\n" * 160_000, None),
    "nothing but quotes": (filled(b'"'), None),
    "quoted line ends": (filled(b'"Te\npp\na";Piera;Vana;Gino;x\n'), None),
    "as many as may be": (numbered(5_000), [5_000, 0]),
    "all wrong": (filled(b"=cmd();;;;\n"), None),
}


def measured(data: bytes, folder: Path) -> dict[str, Any]:
    """What a process of its own made of a list, how long it took and how much memory it had."""
    path = folder / "list"
    path.write_bytes(data)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(settings.BASE_DIR),
        "HOME": str(folder),
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
        "SETTEBELLO_DATA": str(folder),
    }
    command = [sys.executable, "-c", CHILD, str(path), str(MEGABYTES), str(SECONDS)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize(
    "name",
    short_of(LISTS, "1,000,000 empty rows", "100,000 columns", "UTF-16", "quoted line ends", "as many as may be"),
)
@pytest.mark.full
def test_no_list_takes_more_than_five_seconds_or_200_mb(name, tmp_path):
    data, outcome = LISTS[name]
    found = measured(data, tmp_path)
    if outcome is not None:
        assert found["outcome"] == outcome
    assert found["seconds"] < SECONDS
    assert found["mb"] < MEGABYTES


@pytest.mark.full
def test_names_full_of_accents_keep_a_page_no_longer_than_others(tmp_path):
    """A page reads a list as text itself: eight of them at once would keep it from others.

    It takes three times as long as the same list in plain letters.
    """
    plain, accents = (measured(HEAD + long_names(*letters).encode(), tmp_path) for letters in ("abcdeg", "àbçđéğ"))
    assert plain["outcome"] == accents["outcome"] == [4_500, 0]
    assert accents["seconds"] < 12 * plain["seconds"]


def long_names(a: str, b: str, c: str, d: str, e: str, g: str) -> str:
    return "".join(f"{(a + b) * 18}{n:04d};{c * 38};{d * 38}{n};{e * 38};{g * 36}\n" for n in range(4_500))
