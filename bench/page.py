"""Make docs/performance.md from bench/performance.md and docs/figures.json.

``python -m bench.page`` writes the page; a test compares it with what it would write. The template names figures:

``{{evening 1024.p50 .1f}}``            a figure of a benchmark, with its format
``{{evening 1024.p50/1024.bare .2f}}``  a ratio of two figures of one run
``{{evening 1024.p50 <= 5}}``           "yes" or "no"
``{{evening}}``                         the commit, day and machine of the run, and whether it is stale
"""

import operator
import re

from bench.record import MOST_COMMITS, ROOT, Run, commits_since, keep_runs, recorded_runs

TEMPLATE = ROOT / "bench" / "performance.md"
PAGE = ROOT / "docs" / "performance.md"
PLACE = re.compile(r"\{\{([^{}]+)\}\}")
NOT_MEASURED = "–"
COMPARE = {"<=": operator.le, ">=": operator.ge}


def page() -> str:
    """Return the whole page; a dash for what no run has recorded."""
    runs = recorded_runs()
    return PLACE.sub(lambda place: _fill(place[1].split(), runs), TEMPLATE.read_text(encoding="utf-8"))


def _fill(words: list[str], runs: dict[str, Run]) -> str:
    run = runs.get(words[0])
    top = words[1].partition("/")[0] if words[1:] else ""
    if run is None or (top and top not in run["figures"]):
        return NOT_MEASURED
    match words[1:]:
        case []:
            stale = ", **stale**" if run.get("stale") else ""
            return f"commit {run['commit']}, {run['day']}, {run['machine']}{stale}"
        case [name, sign, bound] if sign in COMPARE:
            return "yes" if COMPARE[sign](_value(run, name), float(bound)) else "no"
        case [name, form]:
            return format(_value(run, name), form)
    raise ValueError(f"not a place of a figure: {' '.join(words)}")


def _value(run: Run, name: str) -> float:
    top, _slash, bottom = name.partition("/")
    value = float(run["figures"][top])
    return value / float(run["figures"][bottom]) if bottom else value


def mark_stale() -> None:
    """Mark the runs whose commit the history lacks, or has left far behind."""
    runs = recorded_runs()
    for run in runs.values():
        since = commits_since(run["commit"])
        run.pop("stale", None)
        if since is None or since > MOST_COMMITS * 2 // 3:
            run["stale"] = True
    keep_runs(runs)


if __name__ == "__main__":
    mark_stale()
    PAGE.write_text(page(), encoding="utf-8")
