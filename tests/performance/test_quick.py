"""No change makes a result or the process dearer unseen: the quick figures beside those of the repository."""

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from bench.record import ROOT, recorded_runs

# By how much a figure may be above the recorded one. What is counted is exact; what is timed is not.
MOST = {"memory_mb": 1.25, "queries": 1.0, "ratio": 1.8}


@pytest.fixture(scope="module")
def measured() -> dict[str, float]:
    run = subprocess.run(
        [sys.executable, "-m", "bench.quick"], cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    )
    return json.loads(run.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", MOST)
def test_a_figure_is_not_far_above_the_recorded_one(
    name: str, measured: dict[str, float], record_property: Callable[[str, object], None]
) -> None:
    run = recorded_runs()["quick"]
    then, now = float(run["figures"][name]), measured[name]
    moved = f"{name}: {now:.4g}, {now / then - 1:+.0%} since {then:.4g} of commit {run['commit']}"
    record_property("figure", moved)
    assert now <= then * MOST[name], f"{moved}: at most {MOST[name]} times is allowed"
