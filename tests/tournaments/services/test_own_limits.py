"""What reads a stranger's file ends when it has taken too much of the processor, on every system."""

import subprocess
import sys

import pytest

from tests.mould import ROOT
from tests.searching import short_of

TOO_SLOW = 9
BUSY = """
import sys
{without}
from tournaments.jobs.writes.own_limits import limit
limit({memory}, 1, 9)
{work}
"""
WITHOUT = "sys.modules['resource'] = None"
# As macOS does it.
REFUSING = """
import resource
def refuse(kind, limits): raise ValueError("current limit exceeds maximum limit")
resource.setrlimit = refuse
"""


def ended(without: str, work: str, memory: int = 1_000_000_000) -> int:
    script = BUSY.format(without=without, work=work, memory=memory)
    return subprocess.run([sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.DEVNULL, timeout=120).returncode


SYSTEMS = [pytest.param(WITHOUT, id="Windows"), pytest.param(REFUSING, id="macOS")]


@pytest.mark.parametrize("without", short_of(SYSTEMS, "macOS"))
def test_without_the_system_a_thread_watches_the_time(without: str) -> None:
    assert ended(without, "while True: pass") == TOO_SLOW


@pytest.mark.parametrize("without", SYSTEMS)
def test_what_ends_in_time_is_left_alone(without: str) -> None:
    assert ended(without, "import threading; sys.exit(threading.active_count())") == 2


@pytest.mark.full
def test_with_it_the_system_ends_the_process() -> None:
    assert ended("", "while True: pass") < 0
    assert ended("", "bytearray(3_000_000_000)") == 1
