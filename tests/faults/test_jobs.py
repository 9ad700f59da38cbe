"""A list of 3,000 entries is taken once, however often the process that takes it is killed (P1, P2)."""

import random
import time

import pytest

from tests.faults.conftest import Figure, Install
from tests.faults.processes import wait_until

pytestmark = pytest.mark.either_engine

ROWS, KILLS = 3_000, 4


def test_a_list_is_taken_once_however_often_the_worker_is_killed(install: Install, engine: str, figure: Figure) -> None:
    site, lots = install(), random.Random(engine)
    job = site.clerk("tests.faults.lists:begin", rows=ROWS)
    worker = site.child("work", "manage.py", "work", "--loop")
    in_the_middle = 0
    for _kill in range(KILLS):
        before = _attempts(site, job)
        worker.start()
        wait_until(lambda before=before: _attempts(site, job) > before, 20, "the worker has the job")
        time.sleep(lots.uniform(0.0, 0.12))
        worker.kill()
        found = site.clerk("tests.faults.lists:state", job=job)
        assert found["done"] == found["entries"]
        in_the_middle += 0 < found["done"] < ROWS
        assert found["status"] == "running", "the list is too short for so many kills"
    worker.start()
    begun = time.monotonic()
    wait_until(lambda: site.clerk("tests.faults.lists:state", job=job)["status"] == "done", 60, "the list is taken")
    found = site.clerk("tests.faults.lists:outcome", job=job)
    assert found == {
        "status": "done", "done": ROWS, "attempts": found["attempts"], "entries": ROWS, "labels": ROWS,
        "in_order": True, "members": 2 * ROWS, "people": 2 * ROWS, "told": ROWS // 100,
    }  # fmt: skip
    figure(
        "P2",
        f"a list of {ROWS} ({engine}): {KILLS} kills, {in_the_middle} of them in the middle, every entry once; "
        f"done {time.monotonic() - begun:.1f} s after the last start",
    )


def _attempts(site, job: int) -> int:  # type: ignore[no-untyped-def]
    return int(site.clerk("tests.faults.lists:state", job=job)["attempts"])
