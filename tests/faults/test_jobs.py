"""A long list of entries is read and taken once, however often the process that does it is killed (P1, P2)."""

import random
import time

import pytest

from tests.faults.conftest import Figure, Install
from tests.searching import in_short
from tests.waiting import until

ROWS, KILLS, KILLS_IN_READING = in_short(1_500, 3_000), in_short(2, 4), 2


@pytest.mark.short_on("sqlite")
def test_a_list_is_taken_once_however_often_the_worker_is_killed(install: Install, engine: str, figure: Figure) -> None:
    site, lots = install(), random.Random(engine)
    job = site.clerk("tests.faults.lists:begin", rows=ROWS)
    worker = site.child("work", "manage.py", "work", "--loop")
    in_the_middle = 0
    for _kill in range(KILLS):
        before = _attempts(site, job)
        worker.start()
        until(lambda before=before: _attempts(site, job) > before, "the worker has the job", 90)
        time.sleep(lots.uniform(0.0, 0.12))
        worker.kill()
        found = site.clerk("tests.faults.lists:state", job=job)
        assert found["done"] == found["entries"]
        in_the_middle += 0 < found["done"] < ROWS
        assert found["status"] == "running", "the list is too short for so many kills"
    worker.start()
    begun = time.monotonic()
    until(lambda: site.clerk("tests.faults.lists:state", job=job)["status"] == "done", "the list is taken", 120)
    found = site.clerk("tests.faults.lists:outcome", job=job)
    assert found == {
        "status": "done",
        "done": ROWS,
        "attempts": found["attempts"],
        "entries": ROWS,
        "labels": ROWS,
        "in_order": True,
        "members": 2 * ROWS,
        "people": 2 * ROWS,
        "told": ROWS // 100,
    }
    figure(
        "P2",
        f"a list of {ROWS} ({engine}): {KILLS} kills, {in_the_middle} of them in the middle, every entry once; "
        f"done {time.monotonic() - begun:.1f} s after the last start",
    )


@pytest.mark.full
def test_a_spreadsheet_is_read_whole_however_often_the_worker_is_killed(
    install: Install, engine: str, figure: Figure
) -> None:
    site, lots = install(), random.Random(engine)
    job = site.clerk("tests.faults.lists:begin_reading", rows=ROWS)
    worker = site.child("work", "manage.py", "work", "--loop")
    for kill in range(1, KILLS_IN_READING + 1):
        worker.start()
        until(lambda kill=kill: _read_so_far(site, job)["attempts"] == kill, "the worker has the spreadsheet", 90)
        time.sleep(lots.uniform(0.0, 0.3))
        worker.kill()
        found = _read_so_far(site, job)
        assert (found["status"], found["lines"], found["files"]) == ("running", 0, 1), "nothing is kept of a half"
    worker.start()
    until(lambda: _read_so_far(site, job)["status"] == "done", "the spreadsheet is read", 120)
    worker.stop()
    assert _read_so_far(site, job) == {
        "status": "done",
        "attempts": KILLS_IN_READING + 1,
        "lines": ROWS + 1,
        "different": ROWS + 1,
        "files": 0,
    }
    figure("P2", f"a spreadsheet of {ROWS} pairs ({engine}): {KILLS_IN_READING} kills while it is read, read whole")


def _read_so_far(site, job: int) -> dict[str, int]:  # type: ignore[no-untyped-def]
    return dict(site.clerk("tests.faults.lists:read_so_far", job=job))


def _attempts(site, job: int) -> int:  # type: ignore[no-untyped-def]
    return int(site.clerk("tests.faults.lists:state", job=job)["attempts"])
