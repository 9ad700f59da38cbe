"""The command of the program in a process of its own, and what it serves."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port
from tests.waiting import until

COMMAND = (sys.executable, "-m", "tournaments.management.program")
PATIENCE = 120.0
# To pack the static files costs more than to start the program.
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.tournaments.plain_settings"}


@contextmanager
def served(environment: Mapping[str, str], data: Path | None, folder: Path) -> Iterator[str]:
    """The address of a site without the demonstration; ``data`` is where the system has it where none is named."""
    port = str(free_port())
    where = [] if data is None else ["--data", str(data)]
    said = folder / "said"
    with said.open("w") as out:
        child = subprocess.Popen(
            [*COMMAND, "--no-browser", "--no-demo", "--port", port, *where],
            cwd=folder,
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            until(lambda: answers(f"{url}/livez") or child.poll() is not None, "it answers", PATIENCE)
            assert child.poll() is None, said.read_text()
            yield url
        finally:
            child.send_signal(signal.SIGTERM)
            child.wait(PATIENCE)


def answers(url: str) -> bytes:
    """What is answered there; nothing where nobody does."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return bytes(answer.read())
    except OSError:
        return b""
