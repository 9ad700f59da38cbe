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
from typing import TypedDict

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "figures.json"
# Files that a run may change and still be the same program.
OWN_FILES = (":!docs/figures.json", ":!docs/performance.md")

Value = float | str
Nested = Mapping[str, "Value | Nested"]


class Run(TypedDict):
    """One recorded run: the commit (with ``+`` where files were changed), the day, the machine, figures by name."""

    commit: str
    day: str
    machine: str
    figures: dict[str, Value]


def record(name: str, found: Nested) -> None:
    """Write the figures of benchmark ``name`` where BENCH_RECORD is set; other benchmarks keep theirs."""
    if not os.environ.get("BENCH_RECORD"):
        return
    kept = recorded_runs()
    kept[name] = Run(commit=commit(), day=f"{datetime.now(UTC):%Y-%m-%d}", machine=machine(), figures=flat(found))
    FIGURES.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


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
    """Return the short hash of HEAD, with ``+`` where a tracked file differs from it."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *OWN_FILES)
    return _git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def machine() -> str:
    """Return cores and interpreter, on which the absolute times depend."""
    return f"{os.cpu_count()} cores, Python {platform.python_version()}"
