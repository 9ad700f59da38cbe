"""Record the figures of a benchmark, with the commit they were measured on, in docs/figures.json.

``script/bench`` sets BENCH_RECORD; a run by hand only prints. ``bench/page.py`` makes docs/performance.md from this
file, so no figure of that page can be older than its section says.
"""

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NotRequired, TypedDict

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "figures.json"
# Files that a run may change and still be the same program.
OWN_FILES = (":!docs/figures.json", ":!docs/performance.md")
# The branch whose commits everybody has. Those of a clone alone get other names when they are taken into it.
SHARED = "origin/main"
# After so many commits a figure is stale; the page says so two thirds on the way, before a test asks for it.
MOST_COMMITS = 200

Value = float | str
Nested = Mapping[str, "Value | Nested"]


class Run(TypedDict):
    """One recorded run: the commit (with ``+`` where more was changed), the day, the machine, figures by name.

    ``stale`` is set when the page is made, where the history lacks the commit or has gone far beyond it.
    """

    commit: str
    day: str
    machine: str
    figures: dict[str, Value]
    stale: NotRequired[bool]


def record(name: str, found: Nested) -> None:
    """Write the figures of benchmark ``name`` where BENCH_RECORD is set; other benchmarks keep theirs."""
    if not os.environ.get("BENCH_RECORD"):
        return
    kept = recorded_runs()
    kept[name] = Run(commit=commit(), day=f"{datetime.now(UTC):%Y-%m-%d}", machine=machine(), figures=flat(found))
    keep_runs(kept)


def keep_runs(runs: Mapping[str, Run]) -> None:
    """Write all recorded runs."""
    FIGURES.write_text(json.dumps(runs, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def recorded_runs() -> dict[str, Run]:
    """Return every recorded run by the name of its benchmark."""
    return json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}


def flat(found: Nested, before: str = "") -> dict[str, Value]:
    """Return nested figures under dotted names, floats with four significant digits."""
    figures: dict[str, Value] = {}
    for key, value in found.items():
        if isinstance(value, Mapping):
            figures |= flat(value, f"{before}{key}.")
        else:
            figures[f"{before}{key}"] = value if isinstance(value, str) else float(f"{value:.4g}")
    return figures


def commit() -> str:
    """Return the short hash of the last commit that others have too, with ``+`` where the program is another one.

    Without such a branch it is HEAD.
    """
    shared = _git("merge-base", "HEAD", SHARED, is_needed=False) or "HEAD"
    changed = _git("diff", "--stat", shared, "--", ".", *OWN_FILES)
    return _git("rev-parse", "--short=10", shared) + ("+" if changed else "")


def commits_since(name: str) -> int | None:
    """Return how many commits the history has after the commit of a run; None where it lacks that one."""
    found = _git("rev-list", "--count", f"{name.removesuffix('+')}..HEAD", is_needed=False)
    return int(found) if found else None


def has_whole_history() -> bool:
    """Whether this clone has all commits, so that it can say which one is missing."""
    return _git("rev-parse", "--is-shallow-repository") == "false"


def _git(*words: str, is_needed: bool = True) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=is_needed, capture_output=True, text=True)
    return "" if done.returncode else done.stdout.strip()


def machine() -> str:
    """Return cores and interpreter, on which the absolute times depend."""
    return f"{os.cpu_count()} cores, Python {platform.python_version()}"
