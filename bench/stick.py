"""What the copy on a stick costs a result, and how long the evening takes to go on elsewhere.

``python -m bench.stick``. Two programs serve the same event of 1,024 pairs, one of them with a copy, and take results
over HTTP in turns of 40; the stick is a folder of the same disk, which is the worse case. Then an evening of 61 pairs
that is copied is killed at one blow, and ``settebello resume`` serves it from the stick on other data.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from bench.evening import TURN, called_tables, log_in_referee, result_of
from bench.events import knockout, organiser, play_first_round, set_up
from bench.figures import p50
from bench.record import record
from bench.servers import ROOT, Server
from tests.ports import free_port

PATIENCE = 120
PROGRAM = [sys.executable, "-m", "tournaments.management.program"]
RESULTS = 240


def wait_for(is_so: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError(f"not within {PATIENCE} s: {what}")
        time.sleep(0.05)


def answers(port: int) -> bool:
    with suppress(URLError, ConnectionError, TimeoutError), urlopen(f"http://127.0.0.1:{port}/livez", timeout=5):
        return True
    return False


@contextmanager
def program(data: Path, *arguments: str) -> Iterator[Server]:
    """Run the installed program on these data, as somebody at a laptop does."""
    port = free_port()
    command = [*PROGRAM, *arguments, "--data", str(data), "--port", str(port), "--no-browser"]
    environment = {name: value for name, value in os.environ.items() if name != "SETTEBELLO_DATA"}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = Server(port, process.pid, process)
    try:
        wait_for(lambda: answers(port) or process.poll() is not None, "the program answers")
        if process.poll() is not None:
            raise RuntimeError(f"the program ended: {command}")
        yield server
    finally:
        server.stop()


def is_copied(usb: Path) -> bool:
    """Return whether a copy on the stick was seen to restore."""
    from tournaments.replica import stick

    return any((usb / stick.FOLDER).glob(f"copy-*/{stick.CHECKED}"))


def cut_the_power(server: Server, data: Path) -> None:
    """Kill the site, its keeper and the engine at one blow."""
    from tournaments.replica import home

    files = [data / home.WORK / f"{name}.pid" for name in ("engine", "keeper")]
    for pid in [*(int(file.read_text()) for file in files if file.exists()), server.pid]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    server.process.wait(PATIENCE)


def result_times(folder: Path) -> tuple[list[float], list[float]]:
    """Return milliseconds a result with the copy and without it."""
    from tournaments.events.writes import rounds

    actor = organiser()
    event, _made = knockout(actor, 1_024)
    rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    tables, usb = called_tables(event, 1), folder / "usb"
    usb.mkdir()
    for name in ("with", "without"):
        copy_data(folder / "made", folder / name)
    times: tuple[list[float], list[float]] = ([], [])
    with (
        program(folder / "with", "serve", "--no-demo", "--copy", str(usb)) as copied,
        program(folder / "without", "serve", "--no-demo") as plain,
    ):
        wait_for(lambda: is_copied(usb), "the copy restores")
        referees = [log_in_referee(copied), log_in_referee(plain)]
        for start in range(0, RESULTS + TURN, TURN):
            for at, referee in enumerate(referees):
                taken = [result_of(event.slug, *table).send_by(referee) for table in tables[start : start + TURN]]
                # The first turn warms up.
                times[at].extend(taken if start else [])
    return times


def copy_data(made: Path, to: Path) -> None:
    """Copy the data of an installation that nobody serves."""
    from django.db import connections

    # The last connection that closes brings the log of the database into its file.
    connections.close_all()
    shutil.copytree(made, to, ignore=shutil.ignore_patterns("static*", "copies"))


def seconds_to_go_on(folder: Path) -> tuple[float, float]:
    """Return the seconds until the data are taken up, and until the site answers."""
    from tournaments.replica import home

    actor, usb = organiser(), folder / "usb61"
    usb.mkdir()
    event, _made = knockout(actor, 61)
    play_first_round(actor, event)
    copy_data(folder / "made", folder / "first")
    with program(folder / "first", "serve", "--no-demo", "--copy", str(usb)) as server:
        wait_for(lambda: is_copied(usb), "the copy restores")
        cut_the_power(server, folder / "first")
    begun = time.monotonic()
    with program(folder / "second", "resume", str(usb)):
        answered = time.monotonic() - begun
    return home.read(folder / "second").took, answered


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as name:
        folder = Path(name)
        set_up(str(folder / "made"))
        copied, plain = result_times(folder)
        took, answered = seconds_to_go_on(folder)
        found = {
            "copied_p50": p50(copied),
            "plain_p50": p50(plain),
            "ratio": p50(copied) / p50(plain),
            "took_s": took,
            "answered_s": answered,
        }
        record("stick", found)
        print(json.dumps({key: round(value, 2) for key, value in found.items()}))


if __name__ == "__main__":
    main()
