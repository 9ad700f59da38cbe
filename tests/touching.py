"""A plugin for `script/check`: tests in the order that script/touched.py gives, until the time is up.

``TOUCHED`` names a file with the order, what each test cost before, until when tests are begun, and where to write
what ran. With xdist the workers begin and leave out; what they say is put together by the process that started them.
"""

import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

TOLD = json.loads(Path(os.environ["TOUCHED"]).read_text())
RANK = {node: rank for rank, node in enumerate(TOLD["order"])}
SECONDS: dict[str, float] = TOLD["seconds"]
# Of a test with many cases each further one stands so many places farther back.
PLACES_A_CASE = 3
_cases: Counter[str] = Counter()
_ran: Counter[str] = Counter()
_took: dict[str, float] = defaultdict(float)


def node_of(nodeid: str) -> str:
    """The test of a case, by the name that script/touched.py has for it."""
    file, _, name = nodeid.partition("[")[0].partition("::")
    return f"{file.removesuffix('.py').replace('/', '.')}:{name.replace('::', '.')}"


def now() -> float:
    """The clock that ``until`` is on: that of the wall, or the seconds of the processor for this process."""
    return sum(os.times()[:4]) if TOLD["is_busy"] else time.time()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the nearest first; what the change does not reach is not run."""
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, int, pytest.Item]] = []
    for place, item in enumerate(items):
        node = node_of(item.nodeid)
        if node in RANK:
            ranked.append((RANK[node] + PLACES_A_CASE * seen[node], place, item))
            seen[node] += 1
    items[:] = [item for _rank, _place, item in sorted(ranked, key=lambda each: each[:2])]
    _cases.update(seen)


def pytest_xdist_node_collection_finished(node: Any, ids: Sequence[str]) -> None:
    _cases.clear()
    _cases.update(node_of(each) for each in ids)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Begin nothing that would not end in time."""
    node = node_of(item.nodeid)
    cost = SECONDS.get(node, 0.0) / max(_cases[node], 1)
    return True if now() + cost > TOLD["until"] else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    node = node_of(report.nodeid)
    _took[node] += report.duration
    _ran[node] += report.when == "teardown"


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        return
    whole = {node: seconds for node, seconds in _took.items() if _ran[node] == _cases[node]}
    ran = {node: (_ran[node], cases) for node, cases in _cases.items()}
    Path(TOLD["report"]).write_text(json.dumps({"ran": ran, "seconds": whole}))
