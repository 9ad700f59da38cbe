"""The scripts that check draws, rounds and shuffles say in a sentence what they cannot read."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parents[2] / "docs").glob("verify_*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
@pytest.mark.parametrize("given", ["", "{}", "[]"])
def test_what_cannot_be_read_is_said_in_a_sentence(script: Path, given: str) -> None:
    done = subprocess.run([sys.executable, script], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("This is no document of ")
    assert done.stderr == ""
