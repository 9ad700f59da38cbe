"""P1: pages, a sweeper and an import write at once, and nobody hears that the database is locked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.faults.checking import check_evening
from tests.faults.conftest import Figure, Install
from tests.faults.evening import FEW_PAIRS, Evening
from tests.faults.serving import Site
from tests.searching import in_short, promised
from tests.waiting import until

ENTRIES = in_short(500, 2_000)
HALLS, PAIRS = in_short(1, 2), 113
DEADLINES = HALLS * 50
SPREAD = 5.0
LOCKED = ("database is locked", "LockNotAvailable", "deadlock", "lock timeout")


@contextmanager
def importing(site: Site) -> Iterator[list[str]]:
    """Another process that takes in thousands of entries meanwhile; what went wrong there."""
    failures: list[str] = []
    clerk = site.another_clerk()

    def work() -> None:
        try:
            clerk("tests.faults.import_scenes:take_entries", n=ENTRIES)
        except Exception as error:  # noqa: BLE001 - the test's own thread looks at it
            failures.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield failures
    finally:
        thread.join(60)
        clerk.stop()


@pytest.mark.short_on("sqlite")
def test_pages_a_sweeper_and_an_import_write_at_once(install: Install, figure: Figure, engine: str) -> None:
    site = install()
    assert site.clerk("tests.faults.timing_scenes:hall_of_deadlines", events=HALLS, size=PAIRS) == DEADLINES
    site.start()
    site.sweeper().start()
    evening = Evening(site, FEW_PAIRS)
    site.clerk("tests.faults.timing_scenes:spread", lead=0.5, seconds=SPREAD, seed=DEADLINES)

    with importing(site) as failures:
        evening.begin()
        try:
            evening.finish()
        finally:
            evening.stop()

    assert failures == []
    told = check_evening(evening)
    trouble = evening.history.trouble
    assert (trouble.broken, trouble.wordless, trouble.lost) == ([], [], 0)
    # Who waits ten seconds for the others is told to come again, and nothing is lost.
    assert promised(trouble.unavailable == 0)
    assert promised([line for line in site.written() if any(word in line for word in LOCKED)] == [])
    assert site.clerk("tests.faults.import_scenes:taken") == ENTRIES
    pending = "tests.faults.timing_scenes:still_pending"
    until(lambda: site.clerk(pending) == 0, "all deadlines fired", 60, every=0.2)
    fired = site.clerk("tests.faults.timing_scenes:fired")
    assert (len(fired["late"]), fired["records"]) == (DEADLINES, DEADLINES)
    figure(
        "P1",
        f"pages, sweeper and import at once ({engine}): {told}, {ENTRIES} entries taken, {DEADLINES} deadlines fired,"
        f" {trouble.unavailable} told to come again; slowest request {trouble.slowest:.2f} s",
    )
